import { playModeSide, type SideOrNeutral, type Vec2 } from '@rcss/core';
import { projectToCircle } from '@rcss/core/geometry';
import { acos, sin } from '@rcss/core/math';
import { CENTER_CIRCLE_RADIUS, PITCH_HALF_LENGTH, PITCH_HALF_WIDTH, PITCH_MARGIN } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { isInPenaltyArea } from './areas.js';
import { playerTypeOrDefault, type RefereeContext } from './context.js';
import { playModeKind } from './play-mode-kind.js';

/** Distance in meters for calls against a side near its own goal (spec 06 §1, D2). */
const NEAR_GOAL_DISTANCE = 5.5;
/** Extra distance in meters, so that rounding never leaves a moved player inside the circle. */
const CLEARANCE = 1e-5;
const MAX_X = PITCH_HALF_LENGTH + PITCH_MARGIN;
const MAX_Y = PITCH_HALF_WIDTH + PITCH_MARGIN;
const MAX_ROUNDS = 10;

/** Returns the distance that the current play mode requires, in meters (spec 06 §5.6). */
function requiredDistance(ctx: RefereeContext): number {
  const { playMode, ball } = ctx.world;
  switch (playModeKind(playMode)) {
    case 'illegal_defense':
    case 'back_pass':
      return NEAR_GOAL_DISTANCE;
    case 'foul_charge':
    case 'foul_push':
      return isInPenaltyArea(ctx.params, playModeSide(playMode), ball.pos)
        ? NEAR_GOAL_DISTANCE
        : CENTER_CIRCLE_RADIUS;
    default:
      return CENTER_CIRCLE_RADIUS;
  }
}

/** Returns whether players on the goal line may stay in the current play mode, at any distance from the ball (spec 06 §5.6). */
function allowsGoalLine(ctx: RefereeContext): boolean {
  switch (playModeKind(ctx.world.playMode)) {
    case 'back_pass':
    case 'foul_charge':
    case 'foul_push':
    case 'indirect_free_kick':
      return true;
    default:
      return false;
  }
}

/** Returns half the chord that the circle around the ball cuts from a border line, 0 if they do not meet. */
function halfChord(border: number, ball: number, radius: number): number {
  const h = Math.abs(radius * sin(acos((border - Math.abs(ball)) / radius)));
  return h >= 0 ? h : 0;
}

/** Moves the position n of a player to the edge of the circle with radius r around the ball b: steps c to h of spec 06 §5.6. */
function moveToClearedPosition(
  n: Vec2,
  b: Readonly<Vec2>,
  r: number,
  goalLine: boolean,
  corner: boolean,
): void {
  projectToCircle(n, b.x, b.y, r + CLEARANCE, n);
  if (corner && Math.abs(n.x) > PITCH_HALF_LENGTH && Math.abs(n.y) > PITCH_HALF_WIDTH) {
    n.x = 2 * b.x - n.x;
    n.y = 2 * b.y - n.y;
  }
  if (goalLine && Math.abs(n.x) > PITCH_HALF_LENGTH) {
    const x = n.x > 0 ? PITCH_HALF_LENGTH : -PITCH_HALF_LENGTH;
    if (n.x !== b.x) n.y = b.y + ((n.y - b.y) * (x - b.x)) / (n.x - b.x);
    n.x = x;
  }
  if (Math.abs(n.x) > MAX_X) {
    const h = halfChord(MAX_X, b.x, r) + CLEARANCE;
    n.x = n.x < 0 ? -MAX_X : MAX_X;
    n.y = n.y < b.y ? b.y - h : b.y + h;
  }
  if (Math.abs(n.y) > MAX_Y) {
    const h = halfChord(MAX_Y, b.y, r) + CLEARANCE;
    n.y = n.y < 0 ? -MAX_Y : MAX_Y;
    n.x = n.x < b.x ? b.x - h : b.x + h;
  }
  if (Math.abs(n.x) > MAX_X || Math.abs(n.y) > MAX_Y) {
    n.x = 2 * b.x - n.x;
    n.y = 2 * b.y - n.y;
  }
}

/**
 * Moves the players of a side away from the ball and sets their velocity to 0; neutral means both sides. Runs a
 * collision pass after each round that moved a player (spec 06 §5.6).
 */
export function clearPlayersFromBall(ctx: RefereeContext, side: SideOrNeutral): void {
  const { world } = ctx;
  const d = requiredDistance(ctx);
  const goalLine = allowsGoalLine(ctx);
  const b = world.ball.pos;
  const corner = Math.abs(b.x) > MAX_X - d && Math.abs(b.y) > MAX_Y - d;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = false;
    for (const player of world.players) {
      if (!player.enabled || (side !== 'n' && player.side !== side)) continue;
      const p = player.pos;
      if (goalLine && Math.abs(p.x) >= PITCH_HALF_LENGTH) continue;
      const r = d + playerTypeOrDefault(ctx, player).player_size;
      if (vec2.distance(p, b) > r) continue;
      moveToClearedPosition(p, b, r, goalLine, corner);
      player.vel.x = 0;
      player.vel.y = 0;
      player.accel.x = 0;
      player.accel.y = 0;
      moved = true;
    }
    if (!moved) return;
    ctx.host.resolveCollisions();
  }
}
