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
import { crossedGoalLine, inPenaltyArea, isOutByX, isOutByY } from '../areas.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBall, placeBallIn } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { playModeKind } from '../play-mode-kind.js';
import { NOBODY } from '../state.js';
import { detectFoul } from './foul-detection.js';
import { hasShot, isInPosition, markShot, placeSide } from './penalty-shootout-positions.js';
import { callPenaltyFoul, defendingSide, penaltyMissed, penaltyScored } from './penalty-shootout-results.js';

/** x of the defending goalie at the start, in meters (spec 06 §16.2). */
const KEEPER_X = 42.5;
const KEEPER_Y = 10;

/** Runs the penalty shootout (spec 06 §16). */
export const penaltyShootoutRule: Rule = {
  name: 'shoot-out',
  kick,
  tackle,
  caught,
  punched: caught,
  modeSet,
  evaluate,
};

/** Returns -1 if the left goal is used, 1 for the right goal, 0 before the start of a shootout. */
function goalSign(ctx: RefereeContext): number {
  return 0 - sideSign(ctx.state.shootOut.goal);
}

/** Stops the ball at its position. */
function freezeBall(ctx: RefereeContext, side: Side | 'n'): void {
  placeBall(ctx, side, ctx.world.ball.pos.x, ctx.world.ball.pos.y);
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (!isShootoutMode(mode)) return;
  const memory = ctx.state.shootOut;
  const { server } = ctx.params;
  const kind = playModeKind(mode);
  if (kind !== 'penalty_taken') memory.lastTaker = NOBODY;
  if (kind === 'penalty_setup') memory.timer = server.pen_setup_wait;
  else if (kind === 'penalty_ready') memory.timer = server.pen_ready_wait;
  else if (kind === 'penalty_taken') memory.timer = server.pen_taken_wait;
  else memory.timer = server.pen_before_setup_wait;
}

function evaluate(ctx: RefereeContext): void {
  const memory = ctx.state.shootOut;
  if (!memory.started && isDue(ctx)) start(ctx);
  if (!isShootoutMode(ctx.world.playMode)) return;
  if (memory.finished) {
    setPlayMode(ctx, 'time_over');
    return;
  }
  conduct(ctx);
  memory.previousX = ctx.world.ball.pos.x;
  memory.previousY = ctx.world.ball.pos.y;
}

/** Returns whether the match ended in a draw (spec 06 §16.2). */
function isDue(ctx: RefereeContext): boolean {
  const { world, params, lengths } = ctx;
  if (!params.server.penalty_shoot_outs || world.playMode === 'before_kick_off') return false;
  if (world.left.score !== world.right.score) return false;
  return lengths.half < 0 ? lengths.normalHalves + lengths.extraHalves === 0 : world.time >= lengths.full;
}

function start(ctx: RefereeContext): void {
  const { world, rng, host } = ctx;
  const memory = ctx.state.shootOut;
  memory.started = true;
  memory.goal = bernoulli(rng, 0.5) ? 'l' : 'r';
  releaseBall(ctx);
  host.announce(`penalty_onfield_${memory.goal}`);
  memory.taking = bernoulli(rng, 0.5) ? 'l' : 'r';
  for (const player of world.players) {
    if (player.enabled && player.goalie && player.side !== memory.goal) {
      player.pos.x = goalSign(ctx) * KEEPER_X;
      player.pos.y = KEEPER_Y;
    }
  }
  nextKick(ctx);
}

/** Switches to the other side for the next kick (spec 06 §16.3). */
function nextKick(ctx: RefereeContext): void {
  const memory = ctx.state.shootOut;
  memory.taking = oppositeSide(memory.taking);
  const x = goalSign(ctx) * (PITCH_HALF_LENGTH - ctx.params.server.pen_dist_x);
  placeBallIn(ctx, `penalty_setup_${memory.taking}`, 'n', x, 0);
}

/** Runs one step of a kick (spec 06 §16.4). */
function conduct(ctx: RefereeContext): void {
  const memory = ctx.state.shootOut;
  const mayPlace = ctx.params.server.pen_coach_moves_players;
  const kind = playModeKind(ctx.world.playMode);
  const defender = defendingSide(ctx);
  let takersOk = isInPosition(ctx, memory.taking);
  let defendersOk = isInPosition(ctx, defender);
  const placeNow =
    kind === 'penalty_setup' ? memory.timer === 0 : kind !== 'penalty_miss' && kind !== 'penalty_score';
  if (mayPlace && placeNow) {
    // Both sides are checked before either is placed.
    if (!takersOk) placeSide(ctx, memory.taking);
    if (!defendersOk) placeSide(ctx, defender);
    takersOk = true;
    defendersOk = true;
  }
  if (memory.timer < 0) {
    ctx.host.console('penalty shoot-out without a running clock', true);
  } else if (memory.timer === 0) {
    expire(ctx, takersOk, defendersOk);
  } else {
    memory.timer -= 1;
    watch(ctx, takersOk, defendersOk);
  }
}

function expire(ctx: RefereeContext, takersOk: boolean, defendersOk: boolean): void {
  const memory = ctx.state.shootOut;
  const kind = playModeKind(ctx.world.playMode);
  if (kind === 'penalty_miss' || kind === 'penalty_score') nextKick(ctx);
  else if (!takersOk) callPenaltyFoul(ctx, memory.taking);
  else if (!defendersOk) callPenaltyFoul(ctx, defendingSide(ctx));
  else if (kind === 'penalty_setup') setPlayMode(ctx, `penalty_ready_${memory.taking}`);
  else penaltyMissed(ctx);
}

/** Judges a step within the time limit of a phase. */
function watch(ctx: RefereeContext, takersOk: boolean, defendersOk: boolean): void {
  const { world, params } = ctx;
  const memory = ctx.state.shootOut;
  const kind = playModeKind(world.playMode);
  const goal = memory.goal;
  if (kind === 'penalty_miss' || kind === 'penalty_score') {
    freezeBall(ctx, memory.taking);
  } else if (takersOk && defendersOk) {
    const taken = kind === 'penalty_taken';
    const ball = world.ball.pos;
    if (crossedGoalLine(params, goalSign(ctx), memory.previousX, memory.previousY, ball)) {
      if (taken) penaltyScored(ctx);
      freezeBall(ctx, goal);
    } else if (isOutByX(params, ball) || isOutByY(params, ball)) {
      freezeBall(ctx, goal);
      if (taken) penaltyMissed(ctx);
    }
  } else if (kind !== 'penalty_setup') {
    callPenaltyFoul(ctx, takersOk ? defendingSide(ctx) : memory.taking);
  }
}

/** Handles a kick during the shootout (spec 06 §16.5). */
function kick(ctx: RefereeContext, player: Player): void {
  const { world, params } = ctx;
  const memory = ctx.state.shootOut;
  if (!isShootoutMode(world.playMode)) return;
  const kind = playModeKind(world.playMode);
  const taking = memory.taking;
  if (kind === 'penalty_setup') {
    callPenaltyFoul(ctx, player.side);
  } else if (!params.server.pen_allow_mult_kicks && kind === 'penalty_taken' && player.side === taking) {
    callPenaltyFoul(ctx, taking);
  } else if (kind === 'penalty_ready' || kind === 'penalty_taken') {
    judgeKicker(ctx, player, kind === 'penalty_ready');
  }
  const now = playModeKind(world.playMode);
  if (now === 'penalty_ready') {
    const side = playModeSide(world.playMode) as Side;
    markShot(ctx, side, player.unum);
    setPlayMode(ctx, `penalty_taken_${side}`);
  } else if (now !== 'penalty_taken') {
    freezeBall(ctx, memory.goal);
  }
}

function judgeKicker(ctx: RefereeContext, player: Player, ready: boolean): void {
  const memory = ctx.state.shootOut;
  const taking = memory.taking;
  const last = memory.lastTaker === NOBODY ? undefined : ctx.world.players[memory.lastTaker];
  if (ready && player.side === taking && hasShot(ctx, player)) callPenaltyFoul(ctx, taking);
  // Quirk: also when the kicker is the defending goalie.
  else if (last !== undefined && last.side === taking && last !== player) callPenaltyFoul(ctx, taking);
  else if (player.side !== taking && !player.goalie) callPenaltyFoul(ctx, player.side);
  else memory.lastTaker = player.index;
}

/** Handles a tackle during the shootout; it gives no cards (spec 06 §16.6). */
function tackle(ctx: RefereeContext, tackler: Player, _strength: number, intentional: boolean): void {
  const mode = ctx.world.playMode;
  if (!isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'penalty_miss' || kind === 'penalty_score') return;
  if (detectFoul(ctx, tackler, intentional) !== 'none') callPenaltyFoul(ctx, tackler.side);
  else kick(ctx, tackler);
}

/** Handles a catch or a punch during the shootout (spec 06 §16.7). */
function caught(ctx: RefereeContext, goalie: Player): void {
  const { world, params } = ctx;
  const memory = ctx.state.shootOut;
  if (!isShootoutMode(world.playMode)) return;
  const kind = playModeKind(world.playMode);
  if (kind === 'penalty_taken') {
    if (goalie.side === memory.taking) callPenaltyFoul(ctx, memory.taking);
    else if (!inPenaltyArea(params, memory.goal, world.ball.pos)) callPenaltyFoul(ctx, goalie.side);
    else penaltyMissed(ctx);
  } else if (kind === 'penalty_ready') {
    callPenaltyFoul(ctx, goalie.side);
  }
  freezeBall(ctx, 'n');
}
