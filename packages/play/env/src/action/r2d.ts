import type { Player } from '@rcss/core';
import { clamp, hypot } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import { applyKickTo, holdBall, moveTo, passSpeed } from '../scripts/control.js';
import { attackSign, dribbleTowards, mostOpenMate, passTo } from '../scripts/script.js';
import { BASIC_SKILLS, type ListedAction, listed } from './discrete.js';

// The 17 actions of the Base list of R2D-RL (arXiv 2606.18786), in its order. Names and order are those of its documentation; what they do is
// done by the skills of the scripts here, from the true state of the match.

const { catchBall, getBall, hold, shoot, tackleAway } = BASIC_SKILLS;

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
export const R2D_ACTIONS: readonly ListedAction[] = [
  listed('tackle', 'tackle', tackleAway),
  listed('shoot', 'kick', shoot),
  listed('intercept', 'move', getBall),
  listed('advance', 'kick', ({ match }, player) => {
    const goalX = attackSign(player.side) * PITCH_HALF_LENGTH;
    applyKickTo(match, player, goalX, player.pos.y, match.params.server.ball_speed_max);
  }),
  listed('pass direct', 'kick', ({ match }, player) => passAhead(match, player, 0)),
  listed('pass lead', 'kick', ({ match }, player) => passAhead(match, player, LEAD)),
  listed('pass through', 'kick', ({ match }, player) => passAhead(match, player, THROUGH)),
  listed('hold', 'kick', hold),
  listed('catch', 'catch', catchBall),
  ...Object.entries(WAYS).map(([name, way]) =>
    listed(`dribble ${name}`, 'kick', ({ match }, player) =>
      dribbleTowards(match, player, ...pointOf(player, way)),
    ),
  ),
  ...Object.entries(WAYS).map(([name, way]) =>
    listed(`move ${name}`, 'move', ({ match }, player) => {
      moveTo(match, player, ...pointOf(player, way));
    }),
  ),
];
