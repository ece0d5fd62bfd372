import { createWorld, type Frame, type Player, PlayerState, playModeClock, type World } from '@rcss/core';
import { hypot, rad } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import type { RefereeContext } from './context.js';
import {
  announceCatch,
  evaluateRules,
  reportCatch,
  reportKick,
  reportKickMiss,
  reportPunch,
  reportTackle,
  reportTackleMiss,
  reportTouch,
} from './events.js';
import { setPlayMode } from './play-mode-change.js';
import { createRefereeContext } from './referee.js';

/**
 * An action of a player on the ball. `player` is the index of the player: 0–10 for left 1–11, 11–21 for right.
 * (`ax`, `ay`) is the acceleration given to the ball, in m/cycle²; its length is the strength. The judge uses
 * the vector where the record does not show the new position of the ball.
 */
export type RecordedEvent =
  | { readonly type: 'kick'; readonly player: number; readonly ax: number; readonly ay: number }
  | { readonly type: 'kick_missed'; readonly player: number }
  | {
      readonly type: 'tackle';
      readonly player: number;
      readonly ax: number;
      readonly ay: number;
      readonly foul?: boolean;
    }
  | { readonly type: 'tackle_missed'; readonly player: number; readonly foul?: boolean }
  /** A collision during the motion of the step. */
  | { readonly type: 'touch'; readonly player: number }
  | { readonly type: 'catch'; readonly player: number }
  | { readonly type: 'punch'; readonly player: number };

/** One recorded step: the frame shown after it, and the events between the previous frame and this one. */
export interface RecordedStep {
  readonly frame: Frame;
  readonly events?: readonly RecordedEvent[];
}

/** A call that the judge makes in a step of the record. */
export interface RefereeCall {
  /** Index of the step in the record, from 0. */
  readonly step: number;
  /** Match time of the call, in cycles. */
  readonly time: number;
  /** Text of the call, for example `goal_l_1`. */
  readonly text: string;
}

export interface JudgeOptions {
  /** Parameters of the recorded match. */
  readonly params: MatchParams;
  /** Seed for rules that draw random numbers, such as foul detection. Default 0. */
  readonly seed?: number;
}

/**
 * Returns the calls that the referee would make in a recorded match, step by step.
 *
 * Before each step the judge takes time, play mode, score and positions from the record, so that one different
 * call does not affect later ones. If the play mode changes in a step, the ball may have been moved; the judge
 * then computes its motion from the previous velocity. The first frame is the initial state only. The judge has
 * no more information than frames and events: a move by a trainer looks like motion.
 */
export function judgeMatch(steps: Iterable<RecordedStep>, options: JudgeOptions): RefereeCall[] {
  const calls: RefereeCall[] = [];
  const { params, seed = 0 } = options;
  const world = createWorld();
  let step = -1;
  let isApplyingRecord = false;
  const ctx = createRefereeContext(world, params, createRandomStream(seed, 'referee'), {
    announce: (text) => {
      if (!isApplyingRecord) calls.push({ step, time: world.time, text });
    },
    resolveCollisions: doNothing,
    recoverAllPlayers: doNothing,
    refillStaminaCapacity: doNothing,
    assignPlayerTypes: doNothing,
    sendOff: (player) => {
      player.enabled = false;
    },
    writeKeepawayLog: doNothing,
    writeConsole: doNothing,
    wallSeconds: () => 0,
  });
  let before: Frame | null = null;
  for (const { frame, events = [] } of steps) {
    step += 1;
    if (before === null) {
      world.playMode = frame.playMode;
    } else {
      copyFrameToWorld(world, before);
      world.time = before.time;
      world.stoppageTime = before.stoppageTime;
      if (world.playMode !== before.playMode) {
        isApplyingRecord = true;
        setPlayMode(ctx, before.playMode);
        copyFrameToWorld(world, before);
        isApplyingRecord = false;
      }
      judgeStep(ctx, before, frame, events);
    }
    before = frame;
  }
  return calls;
}

function doNothing(): void {}

/** Copies the state of a frame to the world, except clock and play mode. */
function copyFrameToWorld(world: World, frame: Frame): void {
  const { ball } = world;
  ball.pos.x = frame.ballX;
  ball.pos.y = frame.ballY;
  ball.vel.x = frame.ballVx;
  ball.vel.y = frame.ballVy;
  ball.z = frame.ballZ;
  ball.accel.x = 0;
  ball.accel.y = 0;
  world.left.name = frame.left.name;
  world.left.score = frame.left.score;
  world.right.name = frame.right.name;
  world.right.score = frame.right.score;
  for (const player of world.players) {
    const shown = frame.players[player.index];
    if (shown === undefined) continue;
    player.enabled = (shown.state & PlayerState.STAND) !== 0;
    player.goalie = (shown.state & PlayerState.GOALIE) !== 0;
    player.state = shown.state;
    player.typeId = shown.typeId;
    player.pos.x = shown.x;
    player.pos.y = shown.y;
    player.vel.x = shown.vx;
    player.vel.y = shown.vy;
    player.body = rad(shown.body);
    player.dashCount = shown.dashCount;
  }
}

function judgeStep(ctx: RefereeContext, before: Frame, frame: Frame, events: readonly RecordedEvent[]): void {
  const { world } = ctx;
  for (const player of world.players) {
    const dashes = frame.players[player.index]?.dashCount ?? 0;
    if (dashes > player.dashCount) player.dashedCount = 1;
    else if (player.dashedCount >= 0) player.dashedCount -= 1;
  }
  for (const event of events) if (event.type !== 'touch') reportEvent(ctx, event);
  const clock = playModeClock(world.playMode);
  if (clock === 'over') return;
  const judgedBall = ballAtEvaluation(ctx, before, frame);
  copyFrameToWorld(world, frame);
  world.left.score = before.left.score;
  world.right.score = before.right.score;
  world.ball.pos.x = judgedBall.x;
  world.ball.pos.y = judgedBall.y;
  for (const event of events) if (event.type === 'touch') reportEvent(ctx, event);
  if (clock === 'stopped') world.catcher = -1;
  if (clock === 'running') {
    world.time += 1;
    world.stoppageTime = 0;
  } else {
    world.stoppageTime += 1;
  }
  // The clock after the evaluation is that of the record.
  evaluateRules(ctx);
}

/**
 * Returns the position of the ball at the evaluation of the rules: as recorded, or computed from its motion if
 * the play mode changed in this step.
 */
function ballAtEvaluation(ctx: RefereeContext, before: Frame, frame: Frame): { x: number; y: number } {
  if (frame.playMode === before.playMode) return { x: frame.ballX, y: frame.ballY };
  const { pos, vel, accel } = ctx.world.ball;
  const vx = vel.x + accel.x;
  const vy = vel.y + accel.y;
  const speed = hypot(vx, vy);
  const max = ctx.params.server.ball_speed_max;
  const f = speed > max ? max / speed : 1;
  return { x: pos.x + vx * f, y: pos.y + vy * f };
}

function reportEvent(ctx: RefereeContext, event: RecordedEvent): void {
  const { world } = ctx;
  const player = world.players[event.player] as Player | undefined;
  if (player === undefined) return;
  switch (event.type) {
    case 'kick':
    case 'tackle':
      world.catcher = -1;
      world.ball.accel.x += event.ax;
      world.ball.accel.y += event.ay;
      if (event.type === 'kick') reportKick(ctx, player, hypot(event.ax, event.ay));
      else reportTackle(ctx, player, hypot(event.ax, event.ay), event.foul === true);
      break;
    case 'kick_missed':
      reportKickMiss(ctx, player);
      break;
    case 'tackle_missed':
      reportTackleMiss(ctx, player, event.foul === true);
      break;
    case 'touch':
      reportTouch(ctx, player);
      break;
    case 'catch':
      announceCatch(ctx, player);
      reportTouch(ctx, player);
      reportCatch(ctx, player);
      if (world.playMode === 'free_kick_l' || world.playMode === 'free_kick_r') world.catcher = player.index;
      break;
    case 'punch':
      reportTouch(ctx, player);
      reportPunch(ctx, player);
      break;
  }
}
