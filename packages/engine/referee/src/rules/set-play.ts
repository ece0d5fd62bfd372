/**
 * Restarts from the call to play_on (spec 06 §10): the opponents keep their distance, a player kicks, and the taker must not play twice.
 *
 * The kick itself ends the restart: any accepted kick or tackle, except in a goal kick or after an offside call, sets play_on. A ball that
 * moves without a kick does the same at the end of the step. Waiting ends with a drop ball when the timer, `drop_ball_time`, has run out.
 *
 * Invariant: `state.setPlay.timer` is negative in every mode that is not a restart, so the countdown needs no list of modes. `goalKicks` counts
 * the goal kicks in a row; every other mode sets it to 0.
 *
 * Surprising: distance is kept again in every step, not only once, and players outside the field are moved in first. Goal kicks, back
 * passes, catch faults and free kick faults have their own waits and leave this function early.
 */
import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeClock,
  playModeSide,
  type Side,
} from '@rcss/core';
import { clearPlayersFromBall } from '../clear-players.js';
import type { RefereeContext, Rule } from '../context.js';
import { keepPlayersInField } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';
import { isSetPlay, playModeKind } from '../play-mode-kind.js';
import { dropBall } from './drop-ball.js';
import {
  handlePlayModeForFreeKickFault,
  judgeSecondTouch,
  recordTaker,
  waitAfterFreeKickFault,
} from './free-kick-fault.js';
import { countDownRestart, evaluateGoalKick, handleKickInGoalKick, repeatGoalKick } from './goal-kick.js';

/** Restarts: distance of the opponents, kicks, double touches and time limits (spec 06 §10). */
export const setPlayRule: Rule = {
  name: 'set play',
  onKick: handleKick,
  onTackle: handleKick,
  onTouch: handleTouch,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

function handleKick(ctx: RefereeContext, player: Player): void {
  const { world } = ctx;
  if (isShootoutMode(world.playMode)) return;
  switch (playModeKind(world.playMode)) {
    case 'goal_kick':
      handleKickInGoalKick(ctx, player, playModeSide(world.playMode) as Side);
      return;
    case 'offside':
      return;
    case 'play_on':
      judgeSecondTouch(ctx, player);
      return;
    default:
      recordTaker(ctx, player);
      setPlayMode(ctx, 'play_on');
  }
}

function handleTouch(ctx: RefereeContext, player: Player): void {
  const mode = ctx.world.playMode;
  if (playModeKind(mode) === 'goal_kick' && player.side !== playModeSide(mode)) {
    repeatGoalKick(ctx, playModeSide(mode) as Side);
    return;
  }
  judgeSecondTouch(ctx, player);
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  const state = ctx.state.setPlay;
  const kind = playModeKind(mode);
  const setPlay = isSetPlay(kind);
  if (setPlay || kind === 'goal_kick') clearPlayersFromBall(ctx, oppositeSide(playModeSide(mode)));
  else if (kind === 'drop_ball') clearPlayersFromBall(ctx, 'n');
  state.goalKicks = kind === 'goal_kick' ? state.goalKicks + 1 : 0;
  state.timer = setPlay || kind === 'goal_kick' ? ctx.params.server.drop_ball_time : -1;
  handlePlayModeForFreeKickFault(ctx, mode);
}

function evaluate(ctx: RefereeContext): void {
  const { world } = ctx;
  const mode = world.playMode;
  if (isShootoutMode(mode)) return;
  const kind = playModeKind(mode);
  if (kind === 'free_kick_fault') {
    waitAfterFreeKickFault(ctx, playModeSide(mode) as Side);
    return;
  }
  if (kind === 'back_pass' || kind === 'catch_fault') return;
  if (kind === 'goal_kick') {
    evaluateGoalKick(ctx, playModeSide(mode) as Side);
    return;
  }
  const clock = playModeClock(mode);
  const { vel } = world.ball;
  const waiting = kind !== 'play_on' && kind !== 'before_kick_off' && clock === 'running';
  if (waiting && (vel.x !== 0 || vel.y !== 0)) setPlayMode(ctx, 'play_on');
  keepPlayersInField(ctx);
  if (waiting || kind === 'before_kick_off' || kind === 'goal') {
    clearPlayersFromBall(ctx, oppositeSide(world.kickOffSide));
  }
  if (isSetPlay(kind) && countDownRestart(ctx)) dropBall(ctx, world.ball.pos.x, world.ball.pos.y);
}
