/**
 * A match as teams play it: 22 players keep a formation around the ball; two or three players of each team
 * approach it, dribble, pass and shoot; all players turn their necks. Every player sends a body command in
 * every cycle.
 */

import type { Player } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams, type MatchParams } from '@rcss/params';
import {
  applyPlayerCommand,
  connectPlayer,
  createMatch,
  type Match,
  step,
  tryKickOff,
} from '@rcss/simulator';

/** Positions of the formation in the own frame, in meters, with the ball in the middle: goalie, 4, 4, 2. */
const FORMATION: readonly (readonly [number, number])[] = [
  [-50, 0],
  [-33, -18],
  [-35, -6],
  [-35, 6],
  [-33, 18],
  [-14, -22],
  [-17, -7],
  [-17, 7],
  [-14, 22],
  [8, -9],
  [8, 9],
];

export function createScene(seed: number, params: MatchParams = defaultParams()): Match {
  const match = createMatch({ params, seed });
  for (const team of ['A', 'B']) {
    for (let unum = 1; unum <= 11; unum++) connectPlayer(match, { team, version: 19, goalie: unum === 1 });
  }
  for (const player of match.world.players) {
    const [x, y] = FORMATION[player.unum - 1] as readonly [number, number];
    applyPlayerCommand(match, player.index, { type: 'move', x: Math.min(x, -1), y });
    applyPlayerCommand(match, player.index, { type: 'change_view', width: 'narrow', quality: 'high' });
  }
  step(match);
  tryKickOff(match);
  return match;
}

export function defaultParams(): MatchParams {
  return createMatchParams(createServerParams({ half_time: -1 }), createPlayerParams({}), 1);
}

const DEG = 180 / Math.PI;
const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Sends one body command and one neck command for every player. */
export function act(match: Match): void {
  const { world, steps } = match;
  const { ball } = world;
  const nearest = [
    nearestTwo(world.players, 0, ball.pos.x, ball.pos.y),
    nearestTwo(world.players, 11, ball.pos.x, ball.pos.y),
  ];
  for (const player of world.players) {
    if (!player.enabled) continue;
    const { index } = player;
    const side = player.side === 'l' ? 1 : -1;
    const dx = ball.pos.x - player.pos.x;
    const dy = ball.pos.y - player.pos.y;
    const chases = (nearest[player.side === 'l' ? 0 : 1] as readonly number[]).includes(index);
    if (dx * dx + dy * dy < 0.9) {
      // Forward: to the left, straight ahead or to the right.
      const aim = (side > 0 ? 0 : 180) + ((steps >> 3) % 3) * 40 - 40;
      applyPlayerCommand(match, index, {
        type: 'kick',
        power: steps % 5 === 0 ? 100 : 35,
        dir: wrap(aim - player.body * DEG),
      });
    } else {
      const home = FORMATION[player.unum - 1] as readonly [number, number];
      const shift = player.unum === 1 ? 0 : 0.6;
      const x = chases ? ball.pos.x + 3 * ball.vel.x : side * home[0] + shift * ball.pos.x;
      const y = chases ? ball.pos.y + 3 * ball.vel.y : side * home[1] + shift * ball.pos.y;
      go(match, player, x - player.pos.x, y - player.pos.y, chases);
    }
    applyPlayerCommand(match, index, { type: 'turn_neck', moment: ((steps + index * 5) % 18) * 10 - 90 });
  }
}

function go(match: Match, player: Player, dx: number, dy: number, chases: boolean): void {
  const dir = wrap(Math.atan2(dy, dx) * DEG - player.body * DEG);
  const far = dx * dx + dy * dy > 1;
  if (Math.abs(dir) > 15 && far) applyPlayerCommand(match, player.index, { type: 'turn', moment: dir });
  else {
    const power = far ? (chases ? 100 : 50) : 5;
    applyPlayerCommand(match, player.index, { type: 'dash', power, dir: 0 });
  }
}

function nearestTwo(players: readonly Player[], from: number, x: number, y: number): readonly number[] {
  let first = -1;
  let second = -1;
  let d1 = Number.POSITIVE_INFINITY;
  let d2 = d1;
  for (let i = from; i < from + 11; i++) {
    const { pos, enabled, unum } = players[i] as Player;
    if (!enabled) continue;
    // The goalie stays near its goal.
    const d = (pos.x - x) ** 2 + (pos.y - y) ** 2 + (unum === 1 ? 400 : 0);
    if (d < d1) {
      second = first;
      d2 = d1;
      first = i;
      d1 = d;
    } else if (d < d2) {
      second = i;
      d2 = d;
    }
  }
  return [first, second];
}
