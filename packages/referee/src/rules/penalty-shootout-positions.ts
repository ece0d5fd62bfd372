import { type Player, type Side, sideSign } from '@rcss/core';
import { isInDisc, projectToCircle } from '@rcss/core/geometry';
import { CENTER_CIRCLE_RADIUS, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { playerTypeOrDefault, type RefereeContext } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';

/** Maximum distance of the taker from the ball in penalty_setup, in meters (spec 06 §16.8). */
const TAKER_DISTANCE = 2.0;
/**
 * Minimum |x| and |y| of the taking side's goalie, in meters (spec 06 §16.8). If it is nearer, it is moved into
 * a disc there (spec 06 §16.9).
 */
const PARKED_X = 51;
const PARKED_Y = 18.66;
const PARKING_X = 54.5;
const PARKING_Y = 25;
const PARKING_RADIUS = 2.0;
/**
 * Extra distance in meters: a goalie that left its goal is placed this much nearer to the goal than required
 * (spec 06 §16.9).
 */
const GOALIE_RESERVE = 1.5;

/** Returns whether the player's uniform number has already taken a kick. */
export function hasShot(ctx: RefereeContext, player: Player): boolean {
  const memory = ctx.state.shootOut;
  const used = player.side === 'l' ? memory.usedLeft : memory.usedRight;
  return used[player.unum - 1] === true;
}

/** Marks a uniform number of `side` as used; if all numbers are used, clears the marks (spec 06 §16.5). */
export function markShot(ctx: RefereeContext, side: Side, unum: number): void {
  const memory = ctx.state.shootOut;
  const used = side === 'l' ? memory.usedLeft : memory.usedRight;
  used[unum - 1] = true;
  if (!used.includes(false)) used.fill(false);
}

function isGathered(ctx: RefereeContext, player: Player): boolean {
  return isInDisc(0, 0, CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size, player.pos);
}

function farthestGoalieX(ctx: RefereeContext): number {
  return PITCH_HALF_LENGTH - ctx.params.server.pen_max_goalie_dist_x;
}

/** Returns whether all players of a side are in position (spec 06 §16.8). */
export function isInPosition(ctx: RefereeContext, side: Side): boolean {
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
    } else if (!isGathered(ctx, player)) {
      outside = player;
      count += 1;
    }
  }
  if (goalie === undefined) return false;
  return side === ctx.state.shootOut.taking
    ? areTakersInPosition(ctx, goalie, outside, count)
    : count === 0 && isKeeperInPosition(ctx, goalie);
}

function areTakersInPosition(
  ctx: RefereeContext,
  goalie: Player,
  outside: Player | undefined,
  count: number,
): boolean {
  const setup = playModeKind(ctx.world.playMode) === 'penalty_setup';
  const ball = ctx.world.ball.pos;
  let candidate: Player | undefined;
  if (outside === undefined) {
    if (setup && vec2.distance(goalie.pos, ball) <= TAKER_DISTANCE) candidate = goalie;
  } else {
    const parked = Math.abs(goalie.pos.x) >= PARKED_X && Math.abs(goalie.pos.y) >= PARKED_Y;
    if (!parked || count > 1) return false;
    if (setup && vec2.distance(outside.pos, ball) > TAKER_DISTANCE) return false;
    candidate = outside;
  }
  return !(setup && candidate !== undefined && hasShot(ctx, candidate));
}

/**
 * Returns whether the defending goalie is in position. The test of |x| does not distinguish the two goals
 * (spec 06 §16.8).
 */
function isKeeperInPosition(ctx: RefereeContext, goalie: Player): boolean {
  if (playModeKind(ctx.world.playMode) === 'penalty_taken') return true;
  return (
    Math.abs(goalie.pos.x) >= farthestGoalieX(ctx) &&
    Math.abs(goalie.pos.y) <= ctx.params.server.goal_width / 2
  );
}

/** Moves the players of a side into position; velocities stay (spec 06 §16.9). */
export function placeSide(ctx: RefereeContext, side: Side): void {
  const { world } = ctx;
  const memory = ctx.state.shootOut;
  const taking = side === memory.taking;
  const taken = playModeKind(world.playMode) === 'penalty_taken';
  const sign = sideSign(memory.goal) * -1 + 0;
  const taker = taking ? findTaker(ctx, side) : NOBODY;
  const b = world.ball.pos;
  for (const player of world.players) {
    if (!player.enabled || player.side !== side) continue;
    const p = player.pos;
    if (player.index === taker) {
      if (!taken && vec2.distance(p, b) > TAKER_DISTANCE) projectToCircle(p, b.x, b.y, TAKER_DISTANCE, p);
    } else if (!player.goalie) {
      const radius = CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size;
      if (!isInDisc(0, 0, radius, p)) projectToCircle(p, 0, 0, radius, p);
    } else if (taking) {
      const x = sign * PARKING_X;
      const y = p.y > 0 ? PARKING_Y : -PARKING_Y;
      if (!isInDisc(x, y, PARKING_RADIUS, p)) projectToCircle(p, x, y, PARKING_RADIUS, p);
    } else if (!taken && p.x * sign < farthestGoalieX(ctx)) {
      // The test uses x only: a goalie beside its goal stays there.
      p.x = sign * (farthestGoalieX(ctx) + GOALIE_RESERVE);
      p.y = 0;
    }
  }
}

/**
 * Returns the index of the taker of the taking side, or `NOBODY` if no player may take the kick
 * (spec 06 §16.9).
 */
function findTaker(ctx: RefereeContext, side: Side): number {
  const memory = ctx.state.shootOut;
  if (memory.lastTaker !== NOBODY) return memory.lastTaker;
  let nearest = NOBODY;
  let least = Number.POSITIVE_INFINITY;
  let goalie = NOBODY;
  for (const player of ctx.world.players) {
    if (!player.enabled || player.side !== side || hasShot(ctx, player)) continue;
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
  return nearest !== NOBODY ? nearest : goalie;
}
