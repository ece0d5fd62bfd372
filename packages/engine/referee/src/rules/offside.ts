/**
 * Offside is judged by marks, not by lines of every cycle (spec 06 §9).
 *
 * A kick, tackle or touch sets the marks: every teammate of the player beyond the offside line gets one, with the line and its own y. A
 * marked player that plays the ball is called, also if it misses the ball nearby. The marks hold until the next contact of anybody, or until
 * play stops.
 *
 * Order of a contact: a second contact in the same cycle clears all marks and ends there; then the strongest kick or tackle of the cycle
 * names the offender; then a mark of the player itself is judged; only then are new marks set. A goal kick, kick-in or corner kick is
 * judged, but sets none.
 *
 * Surprising: the offender is the side of the last kick, not the side of the marked player, and the ball is placed at the mark, not at the
 * ball.
 */
import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
  sideSign,
} from '@rcss/core';
import {
  isInDisc,
  isInRect,
  projectToBorder,
  projectToCircle,
  projectToVerticalBorder,
} from '@rcss/core/geometry';
import { GOAL_AREA_LENGTH, GOAL_AREA_WIDTH, PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import * as vec2 from '@rcss/core/vec2';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { keepPlayersInField, movePlayersToOwnHalf, placeBallInMode } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';

/** Radius in meters of the disc around the offside point that offenders leave; fixed, not `offside_active_area_size` (spec 06 §9.7). */
const OFFSIDE_DISC_RADIUS = 2.5;
const GOAL_AREA_LINE = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
const GOAL_AREA_HALF_WIDTH = GOAL_AREA_WIDTH / 2;

/** Calls offside, and keeps players in their own half before kickoffs (spec 06 §9). */
export const offsideRule: Rule = {
  name: 'offside',
  onKick: handleContact,
  onTackle: handleContact,
  onTouch: (ctx, player) => handleContact(ctx, player, 0),
  onKickMiss: handleMissedPlay,
  onTackleMiss: handleMissedPlay,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

/**
 * Returns x of the offside line of a side, in meters in the field frame.
 *
 * It is x of the second-last defender or of the ball, whichever is nearer to the defenders' goal, and never in
 * the attackers' own half (spec 06 §9.2).
 *
 * @param attackers side whose players are offside beyond the line
 * @param defenderXs x of every enabled player of the other side, in any order
 */
export function offsideLine(attackers: Side, defenderXs: Iterable<number>, ballX: number): number {
  const sign = sideSign(attackers);
  // All x are in the direction of attack, so that one formula serves both sides.
  let last = 0;
  let second = 0;
  for (const defenderX of defenderXs) {
    const x = defenderX * sign;
    if (x > last) {
      second = last;
      last = x;
    } else if (x > second) {
      second = x;
    }
  }
  const line = ballX * sign > second ? ballX * sign : second;
  // Adding 0 turns -0 into 0.
  return line * sign + 0;
}

/** Handles a kick, a tackle or a touch by a player; `strength` is 0 for touches (spec 06 §9.2). */
function handleContact(ctx: RefereeContext, player: Player, strength: number): void {
  const { world, params } = ctx;
  if (!params.server.use_offside) return;
  const state = ctx.state.offside;
  if (state.lastTime === world.time && state.lastStoppage === world.stoppageTime) {
    state.lastSide = 'n';
    clearMarks(ctx);
    return;
  }
  if (state.lastTime !== world.time) state.lastStrength = 0;
  state.lastTime = world.time;
  state.lastStoppage = world.stoppageTime;
  if (state.lastStrength < strength) {
    state.lastSide = player.side;
    state.lastStrength = strength;
  }
  if (state.marked[player.index]) {
    callOffside(ctx, player);
    return;
  }
  clearMarks(ctx);
  const kind = playModeKind(world.playMode);
  if (kind === 'goal_kick' || kind === 'kick_in' || kind === 'corner_kick') return;
  markOffside(ctx, player);
}

/** Calls offside if a marked player near the ball tries to play it and fails (spec 06 §9.4). */
function handleMissedPlay(ctx: RefereeContext, player: Player): void {
  if (!ctx.params.server.use_offside || !ctx.state.offside.marked[player.index]) return;
  if (vec2.distance(player.pos, ctx.world.ball.pos) < ctx.params.server.offside_active_area_size) {
    callOffside(ctx, player);
  }
}

/** Marks the teammates of the player beyond the offside line (spec 06 §9.2). */
function markOffside(ctx: RefereeContext, player: Player): void {
  const { world } = ctx;
  const state = ctx.state.offside;
  const sign = sideSign(player.side);
  const defenders = world.players.filter((other) => other.enabled && other.side !== player.side);
  const line = offsideLine(
    player.side,
    defenders.map((other) => other.pos.x),
    world.ball.pos.x,
  );
  for (const mate of world.players) {
    if (!mate.enabled || mate.side !== player.side || mate.unum === player.unum) continue;
    if (mate.pos.x * sign > line * sign) {
      state.marked[mate.index] = true;
      state.markX[mate.index] = line;
      state.markY[mate.index] = mate.pos.y;
    }
  }
}

/** Calls offside against the last kicking side at the mark of a player (spec 06 §9.5). */
function callOffside(ctx: RefereeContext, player: Player): void {
  const state = ctx.state.offside;
  state.x = state.markX[player.index] as number;
  state.y = state.markY[player.index] as number;
  const offender = state.lastSide;
  if (isShootoutMode(ctx.world.playMode) || offender === 'n') return;
  const p = ctx.scratch;
  p.x = state.x;
  p.y = state.y;
  const x = Math.abs(p.x);
  const margin = ctx.params.server.ckick_margin;
  const inGoalArea = x >= GOAL_AREA_LINE && x <= PITCH_HALF_LENGTH && Math.abs(p.y) <= GOAL_AREA_HALF_WIDTH;
  if (x > PITCH_HALF_LENGTH || inGoalArea) {
    p.x = p.x > 0 ? GOAL_AREA_LINE : -GOAL_AREA_LINE;
    p.y = p.y > 0 ? GOAL_AREA_HALF_WIDTH : -GOAL_AREA_HALF_WIDTH;
  } else {
    const right = PITCH_HALF_LENGTH - margin;
    const bottom = PITCH_HALF_WIDTH - margin;
    const inner = { left: -right, top: -bottom, right, bottom };
    if (!isInRect(inner, p)) projectToBorder(p, inner, p);
  }
  placeBallInMode(ctx, `offside_${offender}`, oppositeSide(offender), p.x, p.y);
  releaseBall(ctx);
  clearMarks(ctx);
  keepPlayersInField(ctx);
  state.wait = 0;
}

function clearMarks(ctx: RefereeContext): void {
  ctx.state.offside.marked.fill(false);
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (ctx.params.server.use_offside && mode !== 'play_on') clearMarks(ctx);
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const mode = world.playMode;
  if (!params.server.use_offside || isShootoutMode(mode)) return;
  switch (playModeKind(mode)) {
    case 'play_on':
      return;
    case 'before_kick_off':
    case 'kick_off':
      if (params.server.forbid_kick_off_offside) movePlayersToOwnHalf(ctx);
      return;
    case 'offside':
      waitAfterOffside(ctx, playModeSide(mode) as Side);
      return;
    default:
      clearMarks(ctx);
  }
}

function waitAfterOffside(ctx: RefereeContext, offender: Side): void {
  const state = ctx.state.offside;
  state.wait += 1;
  clearBeforeRestart(ctx, state.wait, offender);
  moveOffendersOnside(ctx, offender);
  awardAfterWait(ctx, state.wait, offender, 'free_kick');
}

/**
 * Moves the offending team away from the offside point and to its own side of the line; velocity stays. The line
 * and the borders of the pitch on that side form a rectangle. A player outside any border of the rectangle is
 * moved to the nearer vertical border, and then by `offside_kick_margin` toward its own goal (spec 06 §9.7).
 */
function moveOffendersOnside(ctx: RefereeContext, offender: Side): void {
  const { x, y } = ctx.state.offside;
  const sign = sideSign(offender);
  const allowed = {
    left: sign > 0 ? -PITCH_HALF_LENGTH : x,
    top: -PITCH_HALF_WIDTH,
    right: sign > 0 ? x : PITCH_HALF_LENGTH,
    bottom: PITCH_HALF_WIDTH,
  };
  for (const player of ctx.world.players) {
    if (!player.enabled || player.side !== offender) continue;
    const p = player.pos;
    if (isInDisc(x, y, OFFSIDE_DISC_RADIUS, p)) projectToCircle(p, x, y, OFFSIDE_DISC_RADIUS, p);
    if (isInRect(allowed, p)) continue;
    projectToVerticalBorder(p, allowed, p);
    p.x -= sign * ctx.params.server.offside_kick_margin;
  }
}
