import type { Player } from '@rcss/core';
import { clamp, deg, direction, hypot, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import {
  applyCatch,
  applyIntercept,
  applyKickTo,
  applyTackle,
  holdBall,
  moveTo,
  passSpeed,
} from '../scripts/control.js';
import { attackSign, dribbleTowards, mostOpenMate, passTo, shootAtGoal } from '../scripts/script.js';
import type { DiscreteAction } from './discrete.js';

// The 17 actions of the Base list of R2D-RL (arXiv 2606.18786), in its order. Names and order are those of its documentation; what they do is
// done by the skills of the scripts here, from the true state of the match.

/** Distance of the point to which `dribble` and `move` go, meters. */
const STRIDE = 10;
/** How far in front of a team mate `pass lead` and `pass through` aim, meters. */
const LEAD = 4;
const THROUGH = 10;

/** Directions of the field as the team sees it that attacks to the right: along x and along y. */
const WAYS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

/** Passes to a point in front of the team mate on the most open line; keeps the ball without one. */
function passAhead(match: Match, player: Player, lead: number): void {
  const mate = mostOpenMate(match, player);
  if (mate === undefined) {
    holdBall(match, player);
    return;
  }
  if (lead === 0) {
    passTo(match, player, mate);
    return;
  }
  const x = clamp(mate.pos.x + attackSign(player.side) * lead, -PITCH_HALF_LENGTH + 1, PITCH_HALF_LENGTH - 1);
  const distance = hypot(x - player.pos.x, mate.pos.y - player.pos.y);
  applyKickTo(match, player, x, mate.pos.y, passSpeed(match, distance, 0.8));
}

/** The point one stride away from a player, inside the pitch. */
function pointOf(player: Player, [dx, dy]: readonly [number, number]): readonly [x: number, y: number] {
  const sign = attackSign(player.side);
  return [
    clamp(player.pos.x + sign * dx * STRIDE, -PITCH_HALF_LENGTH, PITCH_HALF_LENGTH),
    clamp(player.pos.y + sign * dy * STRIDE, -PITCH_HALF_WIDTH, PITCH_HALF_WIDTH),
  ];
}

/** The actions of the list, in its order. */
export const R2D_ACTIONS: readonly DiscreteAction[] = [
  {
    name: 'tackle',
    kind: 'tackle',
    execute: ({ match }, player) =>
      applyTackle(match, player, deg(wrapAngle((player.side === 'l' ? 0 : Math.PI) - player.body))),
  },
  { name: 'shoot', kind: 'kick', execute: ({ match }, player) => shootAtGoal(match, player) },
  { name: 'intercept', kind: 'move', execute: ({ match }, player) => applyIntercept(match, player) },
  {
    name: 'advance',
    kind: 'kick',
    execute: ({ match }, player) =>
      applyKickTo(
        match,
        player,
        attackSign(player.side) * PITCH_HALF_LENGTH,
        player.pos.y,
        match.params.server.ball_speed_max,
      ),
  },
  { name: 'pass direct', kind: 'kick', execute: ({ match }, player) => passAhead(match, player, 0) },
  { name: 'pass lead', kind: 'kick', execute: ({ match }, player) => passAhead(match, player, LEAD) },
  { name: 'pass through', kind: 'kick', execute: ({ match }, player) => passAhead(match, player, THROUGH) },
  { name: 'hold', kind: 'kick', execute: ({ match }, player) => holdBall(match, player) },
  {
    name: 'catch',
    kind: 'catch',
    execute: ({ match }, player) => {
      const { pos } = match.world.ball;
      const way = direction(pos.x - player.pos.x, pos.y - player.pos.y);
      applyCatch(match, player, deg(wrapAngle(way - player.body)));
    },
  },
  ...Object.entries(WAYS).map(
    ([name, way]): DiscreteAction => ({
      name: `dribble ${name}`,
      kind: 'kick',
      execute: ({ match }, player) => dribbleTowards(match, player, ...pointOf(player, way)),
    }),
  ),
  ...Object.entries(WAYS).map(
    ([name, way]): DiscreteAction => ({
      name: `move ${name}`,
      kind: 'move',
      execute: ({ match }, player) => {
        moveTo(match, player, ...pointOf(player, way));
      },
    }),
  ),
];
