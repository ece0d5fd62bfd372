/** Follows the possession of the ball: from touches to passes, shots, dribbles, losses and goals (docs/statistics.md). */
import { PlayerState, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { MIN_COMPLETED_LENGTH, MIN_DRIBBLE_LENGTH, MIN_PASS_LENGTH } from './definitions.js';
import { createEvent, type Emit, type StatEvent, type StatEventType } from './event.js';
import { type ShotAim, shotAim } from './shot.js';
import { kickableDistance, type MatchContext, type ShowState } from './show-state.js';
import type { Touch } from './touches.js';

/** The time from a player's first touch until another player touches the ball or it is dead. */
interface Possession {
  readonly index: number;
  readonly side: Side;
  readonly unum: number;
  /** First touch. */
  readonly show: number;
  readonly time: number;
  readonly period: number;
  readonly x: number;
  readonly y: number;
  readonly origin: Origin;
  /** Last touch. */
  lastShow: number;
  lastTime: number;
  lastPeriod: number;
  lastX: number;
  lastY: number;
  lastMode: PlayMode;
  /** The ball has left the reach of the player since the last touch. */
  released: boolean;
  /** Both sides played the ball since the last touch: the next touch decides the possession. */
  contested: boolean;
  aim: ShotAim;
}

/** How a possession began. */
interface Origin {
  /** Team mate whose pass began it; 0: none. */
  readonly passer: number;
  /** Shot of the opponents that its first touch saved or blocked. */
  readonly stoppedShot: StatEvent | null;
  /** Event of the first touch: save, block, claim, interception or `steal`. */
  readonly gain: StatEvent | null;
}

const NO_ORIGIN: Origin = { passer: 0, stoppedShot: null, gain: null };

/** Takes the touches of a match in order and emits the resulting events. */
export class PossessionTracker {
  readonly #context: MatchContext;
  readonly #emit: Emit;
  #current: Possession | null = null;
  /** The last possession, also after its end: a log can report a goal after the ball is dead. */
  #last: Possession | null = null;
  /** A shot that was decided as missing the goal in the show in which the score was raised. */
  #lastMissedShot: StatEvent | null = null;

  constructor(context: MatchContext, emit: Emit) {
    this.#context = context;
    this.#emit = emit;
  }

  /** Index of the player with the ball, 0 to 21; -1: none. */
  get owner(): number {
    const p = this.#current;
    return p === null || p.contested ? -1 : p.index;
  }

  /** One side touched the ball. */
  touch(show: ShowState, touch: Touch): void {
    const p = this.#current;
    if (p === null) this.#begin(show, touch, NO_ORIGIN);
    else if (p.index === touch.index) this.#recordTouch(p, show, touch);
    else {
      this.#emitDribble(p, show);
      if (p.side !== touch.side) this.#begin(show, touch, this.#lose(p, show, touch));
      else this.#begin(show, touch, this.#passOn(p, show, touch));
    }
  }

  /** Both sides played the ball in the same cycle: neither has possession. */
  contested(): void {
    if (this.#current !== null) this.#current.contested = true;
  }

  /** Checks after every show whether the ball has left the reach of its last player. */
  roll(show: ShowState): void {
    const p = this.#current;
    if (p === null || p.released) return;
    const player = show.frame.players[p.index]!;
    const reach = kickableDistance(this.#context, player.typeId);
    p.released = Math.hypot(player.x - show.ballX, player.y - show.ballY) > reach;
  }

  /** The play mode has changed. */
  modeChange(show: ShowState): void {
    if (show.mode === 'play_on' || show.mode === 'goal_l' || show.mode === 'goal_r') return;
    const p = this.#current;
    if (p === null) return;
    this.#emitDribble(p, show);
    this.#ballDead(p, show);
    this.#current = null;
  }

  /** The score of a side went up. */
  goal(show: ShowState, side: Side): void {
    const p = this.#current ?? this.#last;
    this.#current = null;
    if (p === null) {
      this.#emitGoal(show, side, 0, 0, unknownShot(show, side), null);
      return;
    }
    this.#emitDribble(p, show);
    const stopped = p.origin.stoppedShot;
    if (p.side === side) this.#ownShotScores(p, show);
    else if (stopped?.onTarget === true) {
      // A save or a block that did not help: the shot counts.
      markScored(stopped);
      if (p.origin.gain !== null) p.origin.gain.success = false;
      this.#emitGoal(show, side, stopped.unum, 0, stopped, null);
    } else {
      const { lastX: x, lastY: y, lastShow, lastTime: time } = p;
      const shot = Object.assign(unknownShot(show, side), { x, y, show: lastShow, time });
      this.#emitGoal(show, side, 0, 0, shot, p);
    }
    this.#lastMissedShot = null;
  }

  #begin(show: ShowState, touch: Touch, origin: Origin): void {
    const p: Possession = {
      index: touch.index,
      side: touch.side,
      unum: touch.unum,
      show: show.show,
      time: show.time,
      period: show.period,
      x: show.fromX,
      y: show.fromY,
      origin,
      lastShow: show.show,
      lastTime: show.time,
      lastPeriod: show.period,
      lastX: show.fromX,
      lastY: show.fromY,
      lastMode: show.mode,
      released: false,
      contested: false,
      aim: 'none',
    };
    this.#current = p;
    this.#last = p;
    this.#lastMissedShot = null;
    this.#recordTouch(p, show, touch);
  }

  #recordTouch(p: Possession, show: ShowState, touch: Touch): void {
    const { server } = this.#context;
    p.lastShow = show.show;
    p.lastTime = show.time;
    p.lastPeriod = show.period;
    p.lastX = show.fromX;
    p.lastY = show.fromY;
    p.lastMode = show.lastMode ?? show.mode;
    p.released = false;
    p.contested = false;
    p.aim =
      touch.kind === 'catch'
        ? 'none'
        : shotAim(p.side, show.fromX, show.fromY, show.ballX, show.ballY, server);
  }

  /** A team mate touches the ball. */
  #passOn(p: Possession, show: ShowState, touch: Touch): Origin {
    const passed = isFree(p) && rolled(p, show) >= MIN_COMPLETED_LENGTH;
    if (!passed) return { ...NO_ORIGIN, passer: p.origin.passer };
    this.#emitLastTouch(p, show, 'pass', 'completed', touch);
    return { ...NO_ORIGIN, passer: p.unum };
  }

  /** An opponent touches the ball. */
  #lose(p: Possession, show: ShowState, touch: Touch): Origin {
    if (p.aim !== 'none' && isFree(p)) return this.#stopShot(p, show, touch);
    const free = isFree(p);
    const pass = free && rolled(p, show) >= MIN_PASS_LENGTH;
    if (pass) this.#emitLastTouch(p, show, 'pass', 'intercepted', touch);
    else this.#emitLastTouch(p, show, 'loss', free ? 'lost' : 'dispossessed', touch);
    let gain: StatEvent;
    if (touch.kind === 'catch') gain = this.#emitGain(show, touch, 'claim', 'caught', p);
    else if (free) gain = this.#emitGain(show, touch, 'interception', pass ? 'pass' : 'dribble', p);
    else gain = this.#emitGain(show, touch, 'steal', touch.kind, p);
    return { ...NO_ORIGIN, gain };
  }

  #stopShot(p: Possession, show: ShowState, touch: Touch): Origin {
    const goalie = (show.frame.players[touch.index]!.state & PlayerState.GOALIE) !== 0;
    const stoppedShot = this.#emitLastTouch(p, show, 'shot', goalie ? 'saved' : 'blocked', touch);
    const outcome = !goalie ? touch.kind : touch.kind === 'catch' ? 'caught' : 'parried';
    const gain = this.#emitGain(show, touch, goalie ? 'save' : 'block', outcome, p);
    return { passer: 0, stoppedShot, gain };
  }

  /** The ball is dead: emits what the last touch led to. */
  #ballDead(p: Possession, show: ShowState): void {
    const { mode } = show;
    const awarded = playModeSide(mode);
    if ((mode === 'offside_l' || mode === 'offside_r') && awarded === p.side) {
      const pass = this.#emitLastTouch(p, show, 'pass', 'offside', null);
      pass.endX = show.ballX;
      pass.endY = show.ballY;
      return;
    }
    // The referee has moved the ball already: it left the pitch near its last known position.
    const out = /^(kick_in|corner_kick|goal_kick)_/.test(mode);
    if (!out || p.contested) return;
    if (p.aim === 'none') {
      this.#emitLastTouch(p, show, rolled(p, show) >= MIN_PASS_LENGTH ? 'pass' : 'loss', 'out', null);
      return;
    }
    const deflected = mode.startsWith('corner_kick') && awarded === p.side;
    const shot = this.#emitLastTouch(p, show, 'shot', deflected ? 'deflected' : 'off_target', null);
    if (!deflected) shot.onTarget = false;
    this.#lastMissedShot = shot;
  }

  #ownShotScores(p: Possession, show: ShowState): void {
    let shot = this.#lastMissedShot;
    if (shot === null) {
      shot = this.#emitLastTouch(p, show, 'shot', 'goal', null);
      shot.endX = show.ballX;
      shot.endY = show.ballY;
    }
    markScored(shot);
    this.#emitGoal(show, p.side, p.unum, p.origin.passer, shot, null);
  }

  /** An event that began with the last touch of the possession and ends now, where the ball is played or dead. */
  #emitLastTouch(
    p: Possession,
    show: ShowState,
    type: StatEventType,
    outcome: string,
    other: Touch | null,
  ): StatEvent {
    const event = createEvent(show, type, p.side, p.unum, outcome);
    event.show = p.lastShow;
    event.time = p.lastTime;
    event.period = p.lastPeriod;
    event.x = p.lastX;
    event.y = p.lastY;
    event.endX = show.fromX;
    event.endY = show.fromY;
    event.success = outcome === 'completed';
    event.onTarget = type === 'shot' && p.aim === 'on';
    event.otherSide = other?.side ?? '';
    event.otherUnum = other?.unum ?? 0;
    event.from = p.lastMode;
    return this.#emit(event);
  }

  /** An event of the player who gains the ball by this touch. */
  #emitGain(
    show: ShowState,
    touch: Touch,
    type: StatEventType,
    outcome: string,
    loser: Possession,
  ): StatEvent {
    const event = createEvent(show, type, touch.side, touch.unum, outcome);
    event.x = show.fromX;
    event.y = show.fromY;
    event.endX = show.fromX;
    event.endY = show.fromY;
    event.otherSide = loser.side;
    event.otherUnum = loser.unum;
    return this.#emit(event);
  }

  #emitDribble(p: Possession, show: ShowState): void {
    if (Math.hypot(p.lastX - p.x, p.lastY - p.y) < MIN_DRIBBLE_LENGTH) return;
    const event = createEvent(show, 'dribble', p.side, p.unum, 'completed');
    event.show = p.show;
    event.time = p.time;
    event.period = p.period;
    event.x = p.x;
    event.y = p.y;
    event.endTime = p.lastTime;
    event.endX = p.lastX;
    event.endY = p.lastY;
    event.from = 'play_on';
    this.#emit(event);
  }

  #emitGoal(
    show: ShowState,
    side: Side,
    unum: number,
    assist: number,
    shot: StatEvent,
    ownGoalBy: Possession | null,
  ): void {
    const goal: StatEvent = { ...shot, type: 'goal', side, unum };
    goal.endShow = show.show;
    goal.endTime = show.time;
    goal.success = true;
    goal.outcome = ownGoalBy === null ? 'goal' : 'own_goal';
    goal.onTarget = true;
    goal.otherSide = ownGoalBy?.side ?? (assist > 0 ? side : '');
    goal.otherUnum = ownGoalBy?.unum ?? assist;
    this.#emit(goal);
  }
}

/** Whether the player has released the ball, and no other player contests it. */
function isFree(p: Possession): boolean {
  return p.released && !p.contested;
}

/** How far the ball has rolled from the last touch to where it is played now, m. */
function rolled(p: Possession, show: ShowState): number {
  return Math.hypot(show.fromX - p.lastX, show.fromY - p.lastY);
}

function markScored(shot: StatEvent): void {
  shot.outcome = 'goal';
  shot.success = true;
  shot.onTarget = true;
}

/** Place and time of a goal to which no known shot leads. */
function unknownShot(show: ShowState, side: Side): StatEvent {
  const event = createEvent(show, 'shot', side, 0, 'goal');
  event.x = show.fromX;
  event.y = show.fromY;
  event.onTarget = true;
  return event;
}
