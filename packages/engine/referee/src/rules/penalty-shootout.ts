/**
 * The penalty shootout: a small match of its own inside the referee (spec 06 §16).
 *
 * Each kick runs through setup, ready and taken; miss or score ends it, then the other side kicks. A phase has a time limit from a
 * parameter. At the end of setup or ready, the side that is not in position has committed a foul; in the phase `taken` the time limit means
 * a miss. The rules of open play (offside, fouls, goalkeeper, restarts) do not run in these modes: they ask `isShootoutMode` and return.
 *
 * Invariant: `state.taking` is the side that kicks or has just kicked, `n` before the first kick; both sides use one goal, which `goalSign`
 * names.
 *
 * Surprising: goals of a shootout never change the score; they are counters of the team. The winner is decided as soon as the other side
 * cannot equalize.
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
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { bernoulli } from '@rcss/core/random';
import { hasScored, isBeyondGoalLine, isBeyondTouchLine, isInPenaltyArea } from '../areas.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallForSide, placeBallInMode } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { playModeKind } from '../play-mode-kind.js';
import { NO_PLAYER } from '../state.js';
import { detectFoul } from './foul-detection.js';
import {
  hasTakenKick,
  isSideInPosition,
  markKickTaken,
  moveSideIntoPosition,
} from './penalty-shootout-positions.js';
import { callPenaltyFoul, countMiss, countScore, defendingSide } from './penalty-shootout-results.js';

/** x of the defending goalie at the start, in meters (spec 06 §16.2). */
const GOALIE_START_X = 42.5;
const GOALIE_START_Y = 10;

/** Runs the penalty shootout (spec 06 §16). */
export const penaltyShootoutRule: Rule = {
  name: 'penalty shootout',
  onKick: handleKick,
  onTackle: handleTackle,
  onCatch: handleCatch,
  onPunch: handleCatch,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

/** Returns -1 if the left goal is used, 1 for the right goal, 0 before the start of a shootout. */
function goalSign(ctx: RefereeContext): number {
  return 0 - sideSign(ctx.state.shootout.goal);
}

/** Stops the ball at its position. */
function stopBall(ctx: RefereeContext, side: Side | 'n'): void {
  placeBallForSide(ctx, side, ctx.world.ball.pos.x, ctx.world.ball.pos.y);
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (!isShootoutMode(mode)) return;
  const state = ctx.state.shootout;
  const { server } = ctx.params;
  const kind = playModeKind(mode);
  if (kind !== 'penalty_taken') state.lastTaker = NO_PLAYER;
  if (kind === 'penalty_setup') state.timer = server.pen_setup_wait;
  else if (kind === 'penalty_ready') state.timer = server.pen_ready_wait;
  else if (kind === 'penalty_taken') state.timer = server.pen_taken_wait;
  else state.timer = server.pen_before_setup_wait;
}

function evaluate(ctx: RefereeContext): void {
  const state = ctx.state.shootout;
  if (!state.started && isShootoutDue(ctx)) startShootout(ctx);
  if (!isShootoutMode(ctx.world.playMode)) return;
  if (state.finished) {
    setPlayMode(ctx, 'time_over');
    return;
  }
  runPhaseStep(ctx);
  state.previousX = ctx.world.ball.pos.x;
  state.previousY = ctx.world.ball.pos.y;
  state.previousZ = ctx.world.ball.z;
}

/** Returns whether the match ended in a draw (spec 06 §16.2). */
function isShootoutDue(ctx: RefereeContext): boolean {
  const { world, params, lengths } = ctx;
  if (!params.server.penalty_shoot_outs || world.playMode === 'before_kick_off') return false;
  if (world.left.score !== world.right.score) return false;
  return lengths.half < 0 ? lengths.normalHalves + lengths.extraHalves === 0 : world.time >= lengths.full;
}

function startShootout(ctx: RefereeContext): void {
  const { world, rng, host } = ctx;
  const state = ctx.state.shootout;
  state.started = true;
  state.goal = bernoulli(rng, 0.5) ? 'l' : 'r';
  releaseBall(ctx);
  host.announce(`penalty_onfield_${state.goal}`);
  state.taking = bernoulli(rng, 0.5) ? 'l' : 'r';
  for (const player of world.players) {
    if (player.enabled && player.goalie && player.side !== state.goal) {
      player.pos.x = goalSign(ctx) * GOALIE_START_X;
      player.pos.y = GOALIE_START_Y;
    }
  }
  startNextKick(ctx);
}

/** Starts the kick of the other side, or of the left side if `state.taking` is neutral (spec 06 §16.3). */
function startNextKick(ctx: RefereeContext): void {
  const state = ctx.state.shootout;
  state.taking = state.taking === 'l' ? 'r' : 'l';
  const x = goalSign(ctx) * (PITCH_HALF_LENGTH - ctx.params.server.pen_dist_x);
  placeBallInMode(ctx, `penalty_setup_${state.taking}`, 'n', x, 0);
}

/** Runs one step of a kick (spec 06 §16.4). */
function runPhaseStep(ctx: RefereeContext): void {
  const state = ctx.state.shootout;
  const mayPlace = ctx.params.server.pen_coach_moves_players;
  const kind = playModeKind(ctx.world.playMode);
  const defender = defendingSide(ctx);
  // Without a taker, both sides must be in the position of defenders.
  const other = oppositeSide(defender);
  let areTakersReady = isSideInPosition(ctx, other);
  let areDefendersReady = isSideInPosition(ctx, defender);
  const placeNow =
    kind === 'penalty_setup' ? state.timer === 0 : kind !== 'penalty_miss' && kind !== 'penalty_score';
  if (mayPlace && placeNow) {
    // Both sides are checked before either is placed.
    if (!areTakersReady) moveSideIntoPosition(ctx, other);
    if (!areDefendersReady) moveSideIntoPosition(ctx, defender);
    areTakersReady = true;
    areDefendersReady = true;
  }
  if (state.timer < 0) {
    ctx.host.writeConsole('Penalty shootout: the timer of the phase is not running.', true);
  } else if (state.timer === 0) {
    endPhase(ctx, areTakersReady, areDefendersReady);
  } else {
    state.timer -= 1;
    judgePhaseStep(ctx, areTakersReady, areDefendersReady);
  }
}

function endPhase(ctx: RefereeContext, areTakersReady: boolean, areDefendersReady: boolean): void {
  const kind = playModeKind(ctx.world.playMode);
  // The side comes from the play mode. A trainer may have set a mode of the side that does not take the kick.
  const side = playModeSide(ctx.world.playMode) as Side;
  if (kind === 'penalty_miss' || kind === 'penalty_score') startNextKick(ctx);
  else if (!areTakersReady || !areDefendersReady) callPositionFoul(ctx, areTakersReady);
  else if (kind === 'penalty_setup') setPlayMode(ctx, `penalty_ready_${side}`);
  else countMiss(ctx, side);
}

/** Calls the foul of the side that is not in position; without a taker there is no foul (spec 06 §16.1). */
function callPositionFoul(ctx: RefereeContext, areTakersReady: boolean): void {
  const { taking } = ctx.state.shootout;
  if (taking !== 'n') callPenaltyFoul(ctx, areTakersReady ? defendingSide(ctx) : taking);
}

/** Judges a step within the time limit of a phase. */
function judgePhaseStep(ctx: RefereeContext, areTakersReady: boolean, areDefendersReady: boolean): void {
  const { world, params } = ctx;
  const state = ctx.state.shootout;
  const kind = playModeKind(world.playMode);
  const goal = state.goal;
  if (kind === 'penalty_miss' || kind === 'penalty_score') {
    stopBall(ctx, state.taking);
  } else if (areTakersReady && areDefendersReady) {
    const taken = kind === 'penalty_taken';
    const ball = world.ball.pos;
    if (hasScored(params, goalSign(ctx), state, world.ball)) {
      if (taken) countScore(ctx, state.taking);
      stopBall(ctx, goal);
    } else if (isBeyondGoalLine(params, ball) || isBeyondTouchLine(params, ball)) {
      stopBall(ctx, goal);
      if (taken) countMiss(ctx, playModeSide(world.playMode) as Side);
    }
  } else if (kind !== 'penalty_setup') {
    callPositionFoul(ctx, areTakersReady);
  }
}

/** Handles a kick during the shootout (spec 06 §16.5). */
function handleKick(ctx: RefereeContext, player: Player): void {
  const { world, params } = ctx;
  const state = ctx.state.shootout;
  if (!isShootoutMode(world.playMode)) return;
  const kind = playModeKind(world.playMode);
  const taking = state.taking;
  if (kind === 'penalty_setup') {
    callPenaltyFoul(ctx, player.side);
  } else if (!params.server.pen_allow_mult_kicks && kind === 'penalty_taken' && player.side === taking) {
    callPenaltyFoul(ctx, player.side);
  } else if (kind === 'penalty_ready' || kind === 'penalty_taken') {
    judgeKicker(ctx, player, kind === 'penalty_ready');
  }
  const now = playModeKind(world.playMode);
  if (now === 'penalty_ready') {
    const side = playModeSide(world.playMode) as Side;
    markKickTaken(ctx, side, player.unum);
    setPlayMode(ctx, `penalty_taken_${side}`);
  } else if (now !== 'penalty_taken') {
    stopBall(ctx, state.goal);
  }
}

function judgeKicker(ctx: RefereeContext, player: Player, ready: boolean): void {
  const state = ctx.state.shootout;
  const taking = state.taking;
  const last = state.lastTaker === NO_PLAYER ? undefined : ctx.world.players[state.lastTaker];
  if (ready && player.side === taking && hasTakenKick(ctx, player)) callPenaltyFoul(ctx, player.side);
  // Quirk: this foul is called even if the kicker is the defending goalie.
  else if (last !== undefined && last.side === taking && last !== player) callPenaltyFoul(ctx, last.side);
  else if (player.side !== taking && !player.goalie) callPenaltyFoul(ctx, defendingSide(ctx));
  else state.lastTaker = player.index;
}

/** Handles a tackle during the shootout; it gives no cards (spec 06 §16.6). */
function handleTackle(ctx: RefereeContext, tackler: Player, _strength: number, intentional: boolean): void {
  const mode = ctx.world.playMode;
  if (!isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'penalty_miss' || kind === 'penalty_score') return;
  if (detectFoul(ctx, tackler, intentional) !== 'none')
    callPenaltyFoul(ctx, tackler.side === ctx.state.shootout.taking ? tackler.side : defendingSide(ctx));
  else handleKick(ctx, tackler);
}

/** Handles a catch or a punch during the shootout (spec 06 §16.7). */
function handleCatch(ctx: RefereeContext, goalie: Player): void {
  const { world, params } = ctx;
  const state = ctx.state.shootout;
  if (!isShootoutMode(world.playMode)) return;
  const kind = playModeKind(world.playMode);
  if (kind === 'penalty_taken') {
    if (goalie.side === state.taking) callPenaltyFoul(ctx, goalie.side);
    else if (!isInPenaltyArea(params, state.goal, world.ball.pos)) callPenaltyFoul(ctx, defendingSide(ctx));
    else countMiss(ctx, state.taking);
  } else if (kind === 'penalty_ready') {
    callPenaltyFoul(ctx, goalie.side);
  }
  stopBall(ctx, 'n');
}
