/** Who takes a kick of the shootout, and where all others must stand (spec 06 §16.5, §16.8, §16.9). */
import { type Player, type Side, sideSign } from '@rcss/core';
import { isInDisc, projectToCircle } from '@rcss/core/geometry';
import { CENTER_CIRCLE_RADIUS, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { playerTypeOrDefault, type RefereeContext } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import { NO_PLAYER } from '../state.js';

/** Maximum distance of the taker from the ball in penalty_setup, in meters (spec 06 §16.8). */
const MAX_TAKER_DISTANCE = 2.0;
/**
 * Minimum |x| and |y| of the taking side's goalie, in meters (spec 06 §16.8). A goalie out of position is moved
 * into the disc of WAITING_PLACE (spec 06 §16.9).
 */
const MIN_WAITING_GOALIE_X = 51;
const MIN_WAITING_GOALIE_Y = 18.66;
const WAITING_PLACE_X = 54.5;
const WAITING_PLACE_Y = 25;
const WAITING_PLACE_RADIUS = 2.0;
/**
 * Extra distance in meters. A goalie that left its goal is placed nearer to the goal than required, by this
 * distance (spec 06 §16.9).
 */
const GOALIE_EXTRA_DISTANCE = 1.5;

/** Returns whether the player's uniform number has already taken a kick. */
export function hasTakenKick(ctx: RefereeContext, player: Player): boolean {
  const state = ctx.state.shootout;
  const used = player.side === 'l' ? state.usedLeft : state.usedRight;
  return used[player.unum - 1] === true;
}

/** Marks a uniform number of `side` as used; if all numbers are used, clears the marks (spec 06 §16.5). */
export function markKickTaken(ctx: RefereeContext, side: Side, unum: number): void {
  const state = ctx.state.shootout;
  const used = side === 'l' ? state.usedLeft : state.usedRight;
  used[unum - 1] = true;
  if (!used.includes(false)) used.fill(false);
}

function isInCenterCircle(ctx: RefereeContext, player: Player): boolean {
  return isInDisc(0, 0, CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size, player.pos);
}

function minGoalieX(ctx: RefereeContext): number {
  return PITCH_HALF_LENGTH - ctx.params.server.pen_max_goalie_dist_x;
}

/** Returns whether all players of a side are in position (spec 06 §16.8). */
export function isSideInPosition(ctx: RefereeContext, side: Side): boolean {
  const { world } = ctx;
  const kind = playModeKind(world.playMode);
  if (kind === 'penalty_miss' || kind === 'penalty_score') return true;
  let goalie: Player | undefined;
  let outside: Player | undefined;
  let count = 0;
  for (const player of world.players) {
    if (!player.enabled || player.side !== side) continue;
    if (player.goalie) {
      goalie ??= player;
    } else if (!isInCenterCircle(ctx, player)) {
      outside = player;
      count += 1;
    }
  }
  if (goalie === undefined) return false;
  return side === ctx.state.shootout.taking
    ? isTakingSideInPosition(ctx, goalie, outside, count)
    : count === 0 && isDefendingGoalieInPosition(ctx, goalie);
}

function isTakingSideInPosition(
  ctx: RefereeContext,
  goalie: Player,
  outside: Player | undefined,
  count: number,
): boolean {
  const setup = playModeKind(ctx.world.playMode) === 'penalty_setup';
  const ball = ctx.world.ball.pos;
  let candidate: Player | undefined;
  if (outside === undefined) {
    if (setup && vec2.distance(goalie.pos, ball) <= MAX_TAKER_DISTANCE) candidate = goalie;
  } else {
    const isWaiting =
      Math.abs(goalie.pos.x) >= MIN_WAITING_GOALIE_X && Math.abs(goalie.pos.y) >= MIN_WAITING_GOALIE_Y;
    if (!isWaiting || count > 1) return false;
    if (setup && vec2.distance(outside.pos, ball) > MAX_TAKER_DISTANCE) return false;
    candidate = outside;
  }
  return !(setup && candidate !== undefined && hasTakenKick(ctx, candidate));
}

/** Returns whether the defending goalie is in position. The test of |x| does not distinguish the two goals (spec 06 §16.8). */
function isDefendingGoalieInPosition(ctx: RefereeContext, goalie: Player): boolean {
  if (playModeKind(ctx.world.playMode) === 'penalty_taken') return true;
  return (
    Math.abs(goalie.pos.x) >= minGoalieX(ctx) && Math.abs(goalie.pos.y) <= ctx.params.server.goal_width / 2
  );
}

/** Moves the players of a side into position; velocities stay (spec 06 §16.9). */
export function moveSideIntoPosition(ctx: RefereeContext, side: Side): void {
  const { world } = ctx;
  const state = ctx.state.shootout;
  const taking = side === state.taking;
  const taken = playModeKind(world.playMode) === 'penalty_taken';
  const sign = sideSign(state.goal) * -1 + 0;
  // Without a goal in use, goalies go to the right goal (spec 06 §16.1).
  const guardedSign = sign || 1;
  const taker = taking ? findTaker(ctx, side) : NO_PLAYER;
  const b = world.ball.pos;
  for (const player of world.players) {
    if (!player.enabled || player.side !== side) continue;
    const p = player.pos;
    if (player.index === taker) {
      if (!taken && vec2.distance(p, b) > MAX_TAKER_DISTANCE)
        projectToCircle(p, b.x, b.y, MAX_TAKER_DISTANCE, p);
    } else if (!player.goalie) {
      const radius = CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size;
      if (!isInDisc(0, 0, radius, p)) projectToCircle(p, 0, 0, radius, p);
    } else if (taking) {
      const x = sign * WAITING_PLACE_X;
      const y = p.y > 0 ? WAITING_PLACE_Y : -WAITING_PLACE_Y;
      if (!isInDisc(x, y, WAITING_PLACE_RADIUS, p)) projectToCircle(p, x, y, WAITING_PLACE_RADIUS, p);
    } else if (!taken && p.x * guardedSign < minGoalieX(ctx)) {
      // The test uses x only: a goalie beside its goal stays there.
      p.x = guardedSign * (minGoalieX(ctx) + GOALIE_EXTRA_DISTANCE);
      p.y = 0;
    }
  }
}

/** Returns the index of the taker of the taking side, or `NO_PLAYER` if no player may take the kick (spec 06 §16.9). */
function findTaker(ctx: RefereeContext, side: Side): number {
  const state = ctx.state.shootout;
  if (state.lastTaker !== NO_PLAYER) return state.lastTaker;
  let nearest = NO_PLAYER;
  let least = Number.POSITIVE_INFINITY;
  let goalie = NO_PLAYER;
  for (const player of ctx.world.players) {
    if (!player.enabled || player.side !== side || hasTakenKick(ctx, player)) continue;
    if (player.goalie) {
      goalie = player.index;
      continue;
    }
    const d = vec2.distance(player.pos, ctx.world.ball.pos);
    if (d < least) {
      least = d;
      nearest = player.index;
    }
  }
  return nearest !== NO_PLAYER ? nearest : goalie;
}
