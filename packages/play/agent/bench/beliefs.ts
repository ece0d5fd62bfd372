/**
 * Measures the errors of the players' estimates against the truth, with both vision models, in a match of the README's team against
 * itself: `tsx bench/beliefs.ts [SEEDS] [CYCLES]`. Prints median and 95th percentile; positions in meters.
 */
import type { CreateTeam } from '@rcss/core/team-module';
import { decide } from '../examples/first-team.js';
import { createLocalMatch, createLocalSpec, type LocalMatch } from '../src/local/local-match.js';
import { defineTeam } from '../src/team/define-team.js';
import { PlayerAgent } from '../src/team/player-client.js';

const seeds = (process.argv[2] ?? '1,2').split(',').map(Number);
const cycles = Number(process.argv[3] ?? 1500);

/** Upper ends of the bands of distances from the player, meters, for errors of the ball and of players. */
const BANDS = [2, 5, 10, 20, 40] as const;

function bandOf(gap: number): string {
  const band = BANDS.find((end) => gap < end);
  return band === undefined ? `${BANDS.at(-1)} m and more` : `below ${band} m`;
}

/** Adds the errors of all players in this cycle. */
function measure({ match, players }: LocalMatch, note: (name: string, error: number) => void): void {
  const { ball } = match.world;
  for (const { client, player } of players) {
    if (!(client instanceof PlayerAgent) || client.world === null) continue;
    const wm = client.world;
    const sign = player.side === 'l' ? 1 : -1;
    const error = (p: { readonly x: number; readonly y: number }, truth: typeof p): number =>
      Math.hypot(p.x - sign * truth.x, p.y - sign * truth.y);
    const gapTo = (p: { readonly x: number; readonly y: number }): number =>
      Math.hypot(p.x - player.pos.x, p.y - player.pos.y);
    note('own position', error(wm.self.pos, player.pos));
    const turned = wm.self.face - player.body - player.neck - (sign < 0 ? Math.PI : 0);
    note(
      'own view direction, degrees',
      Math.abs((Math.atan2(Math.sin(turned), Math.cos(turned)) * 180) / Math.PI),
    );
    note('own velocity', error(wm.self.vel, player.vel));
    const ballBand = bandOf(gapTo(ball.pos));
    note(`ball position, ${ballBand}`, error(wm.ball.pos, ball.pos));
    note(`ball velocity, ${ballBand}`, error(wm.ball.vel, ball.vel));
    for (const other of players) {
      if (other.player === player) continue;
      const isOwn = other.player.side === player.side;
      const known = (isOwn ? wm.players.mates : wm.players.opponents)[other.player.unum]!;
      if (known.age <= 10)
        note(
          `player seen in 10 cycles, ${bandOf(gapTo(other.player.pos))}`,
          error(known.pos, other.player.pos),
        );
    }
  }
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

for (const gaussianVision of [false, true]) {
  const create: CreateTeam = defineTeam({ play: decide, gaussianVision });
  const errors = new Map<string, number[]>();
  const note = (name: string, error: number): void => {
    const list = errors.get(name);
    if (list === undefined) errors.set(name, [error]);
    else list.push(error);
  };
  for (const seed of seeds) {
    const match = await createLocalMatch({
      left: { name: 'Alpha', create },
      right: { name: 'Beta', create },
      spec: createLocalSpec({ seed }),
    });
    while (match.match.steps < cycles && match.cycle())
      if (match.match.world.playMode === 'play_on') measure(match, note);
  }
  console.log(
    `${gaussianVision ? 'Gaussian' : 'Quantized'} vision, seeds ${seeds.join(', ')}, ${cycles} cycles each`,
  );
  for (const [name, list] of [...errors].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
    const sorted = Float64Array.from(list).sort();
    const columns = [quantile(sorted, 0.5), quantile(sorted, 0.95)].map((value) =>
      value.toFixed(3).padStart(8),
    );
    console.log(`  ${name.padEnd(44)} median ${columns[0]}  p95 ${columns[1]}  n ${list.length}`);
  }
}
