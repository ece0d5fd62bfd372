import {
  CENTER_CIRCLE_RADIUS,
  discEdge,
  distance,
  inDisc,
  PITCH_HALF_LENGTH,
  type Player,
  type Side,
  sideSign,
} from '@rcss/core';
import { playerTypeOrDefault, type RefereeContext } from '../context.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';

/** How near the ball the taker has to be in the set-up, m (spec 06 §16.8). */
const TAKER_DISTANCE = 2.0;
/** Where the taking side's goalie waits: beyond these |x| and |y| (spec 06 §16.8), placed into a disc there (spec 06 §16.9). */
const PARKED_X = 51;
const PARKED_Y = 18.66;
const PARKING_X = 54.5;
const PARKING_Y = 25;
const PARKING_RADIUS = 2.0;
/** A goalie who left his goal is put this much nearer to it than he has to be (spec 06 §16.9). */
const GOALIE_RESERVE = 1.5;

/** Whether a number of a side took a kick already. */
export function hasShot(ctx: RefereeContext, player: Player): boolean {
  const memory = ctx.state.shootOut;
  const used = player.side === 'l' ? memory.usedLeft : memory.usedRight;
  return used[player.unum - 1] === true;
}

/** Remembers that a number took a kick for `side`; a full set starts anew (spec 06 §16.5). */
export function markShot(ctx: RefereeContext, side: Side, unum: number): void {
  const memory = ctx.state.shootOut;
  const used = side === 'l' ? memory.usedLeft : memory.usedRight;
  used[unum - 1] = true;
  if (!used.includes(false)) used.fill(false);
}

function isGathered(ctx: RefereeContext, player: Player): boolean {
  return inDisc(0, 0, CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size, player.pos);
}

function farthestGoalieX(ctx: RefereeContext): number {
  return PITCH_HALF_LENGTH - ctx.params.server.pen_max_goalie_dist_x;
}

/** Whether a side stands as it has to (spec 06 §16.8). */
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
    if (setup && distance(goalie.pos, ball) <= TAKER_DISTANCE) candidate = goalie;
  } else {
    const parked = Math.abs(goalie.pos.x) >= PARKED_X && Math.abs(goalie.pos.y) >= PARKED_Y;
    if (!parked || count > 1) return false;
    if (setup && distance(outside.pos, ball) > TAKER_DISTANCE) return false;
    candidate = outside;
  }
  return !(setup && candidate !== undefined && hasShot(ctx, candidate));
}

/** |x| does not tell which goal (spec 06 §16.8). */
function isKeeperInPosition(ctx: RefereeContext, goalie: Player): boolean {
  if (playModeKind(ctx.world.playMode) === 'penalty_taken') return true;
  return (
    Math.abs(goalie.pos.x) >= farthestGoalieX(ctx) &&
    Math.abs(goalie.pos.y) <= ctx.params.server.goal_width / 2
  );
}

/** Puts a side where it has to be; velocities stay (spec 06 §16.9). */
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
      if (!taken && distance(p, b) > TAKER_DISTANCE) discEdge(p, b.x, b.y, TAKER_DISTANCE, p);
    } else if (!player.goalie) {
      const radius = CENTER_CIRCLE_RADIUS - playerTypeOrDefault(ctx, player).player_size;
      if (!inDisc(0, 0, radius, p)) discEdge(p, 0, 0, radius, p);
    } else if (taking) {
      const x = sign * PARKING_X;
      const y = p.y > 0 ? PARKING_Y : -PARKING_Y;
      if (!inDisc(x, y, PARKING_RADIUS, p)) discEdge(p, x, y, PARKING_RADIUS, p);
    } else if (!taken && p.x * sign < farthestGoalieX(ctx)) {
      // Only x is looked at: a goalie beside his goal is left there.
      p.x = sign * (farthestGoalieX(ctx) + GOALIE_RESERVE);
      p.y = 0;
    }
  }
}

/** Who is to shoot for the taking side (spec 06 §16.9); `NOBODY` when no one may. */
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
    const d = distance(player.pos, ctx.world.ball.pos);
    if (d < least) {
      least = d;
      nearest = player.index;
    }
  }
  return nearest !== NOBODY ? nearest : goalie;
}
