/** Measures the errors of the agents' world models: `tsx bench/beliefs.ts SEED [UNTIL]`. */
import { InProcessMatch } from '../test/harness.js';

const match = new InProcessMatch(Number(process.argv[2] ?? 1));
const until = Number(process.argv[3] ?? 1500);
const sums = new Map<string, { n: number; sum: number; max: number }>();
function note(name: string, value: number): void {
  const s = sums.get(name) ?? { n: 0, sum: 0, max: 0 };
  s.n += 1;
  s.sum += value;
  s.max = Math.max(s.max, value);
  sums.set(name, s);
}
const { world } = match.match;
while (world.time < until && !match.over) {
  match.cycle();
  if (world.playMode !== 'play_on') continue;
  let nearest = 1e9;
  for (const { player, agent } of match.seats) {
    const { wm } = agent;
    if (wm === null) continue;
    const sign = player.side === 'l' ? 1 : -1;
    const { self, ball } = wm;
    note('self position', Math.hypot(self.pos.x - sign * player.pos.x, self.pos.y - sign * player.pos.y));
    const off = (((self.face - player.body - player.neck - (sign < 0 ? Math.PI : 0)) * 180) / Math.PI) % 360;
    note('face, degrees', Math.min(Math.abs(off), 360 - Math.abs(off)));
    const gap = Math.hypot(world.ball.pos.x - player.pos.x, world.ball.pos.y - player.pos.y);
    nearest = Math.min(nearest, gap);
    const band = gap < 1.5 ? '<1.5' : gap < 5 ? '<5' : gap < 15 ? '<15' : gap < 30 ? '<30' : '>=30';
    note(
      `ball position ${band}`,
      Math.hypot(ball.pos.x - sign * world.ball.pos.x, ball.pos.y - sign * world.ball.pos.y),
    );
    note(
      `ball velocity ${band}`,
      Math.hypot(ball.vel.x - sign * world.ball.vel.x, ball.vel.y - sign * world.ball.vel.y),
    );
    note(`ball age ${band}`, ball.age);
    note(`stamina of ${player.unum}`, player.stamina);
    if (gap < 1.08) note('thinks kickable when it is', wm.kickable ? 1 : 0);
    else if (wm.kickable) note('thinks kickable when it is not, gap', gap);
    let known = 0;
    for (const p of wm.players.opponentList) if (p.age <= 10) known += 1;
    note('opponents known', known);
    known = 0;
    for (const p of wm.players.ownList) if (p.age <= 10) known += 1;
    note('mates known', known);
  }
  note('nearest player to the ball', nearest);
}
for (const [name, s] of [...sums].sort()) {
  console.log(
    `${name.padEnd(38)} mean ${(s.sum / s.n).toFixed(3).padStart(9)} max ${s.max.toFixed(2).padStart(8)} n ${s.n}`,
  );
}
