/** Derives passes, shots, dribbles, losses and goals from the touches of the ball (docs/use/analyst/statistics.md). */
import { PlayerState, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { MIN_COMPLETED_LENGTH, MIN_DRIBBLE_LENGTH, MIN_PASS_LENGTH } from './definitions.js';
import { createEvent, type EmitEvent, type StatEvent, type StatEventType } from './event.js';
import { predictShotAim, type ShotAim } from './shot-aim.js';
import { kickableDistanceOf, type MatchContext, type ShowState } from './show-state.js';
import type { Touch } from './touches.js';

/** When and where a player touched the ball. */
type BallMoment = Readonly<Pick<StatEvent, 'show' | 'time' | 'period' | 'x' | 'y'>>;

/** Returns the moment of a touch in this show. */
function momentOf({ show, time, period, fromX: x, fromY: y }: ShowState): BallMoment {
  return { show, time, period, x, y };
}

/** The time from a player's first touch until another player touches the ball or it is dead. */
interface Possession {
  readonly index: number;
  readonly side: Side;
  readonly unum: number;
  readonly first: BallMoment;
  readonly origin: Origin;
  last: BallMoment;
  lastMode: PlayMode;
  /** Whether the ball has been out of the reach of the player since the last touch. */
  isReleased: boolean;
  /** Whether both sides have played the ball since the last touch: the next touch decides the possession. */
  isContested: boolean;
  aim: ShotAim;
}

/** How a possession began. */
interface Origin {
  /** Uniform number of the teammate whose pass began it; 0 if there is none. */
  readonly passer: number;
  /** Shot of the opponents that its first touch saved or blocked. */
  readonly stoppedShot: StatEvent | null;
  /** Event of the first touch: save, block, claim, interception or `steal`. words-ok: term of docs/use/analyst/statistics.md */
  readonly gain: StatEvent | null;
}

const NO_ORIGIN: Origin = { passer: 0, stoppedShot: null, gain: null };

/** Takes the touches of a match in order and emits the resulting events. */
export class PossessionTracker {
  readonly #context: MatchContext;
  readonly #emit: EmitEvent;
  #current: Possession | null = null;
  /** The last possession, also after its end: a log can report a goal after the ball is dead. */
  #last: Possession | null = null;
  /** A shot that was decided as a miss in the same show in which the score went up. */
  #lastMissedShot: StatEvent | null = null;

  constructor(context: MatchContext, emit: EmitEvent) {
    this.#context = context;
    this.#emit = emit;
  }

  /** Index of the player that has the ball, 0 to 21; -1 if no player has it. */
  get owner(): number {
    const p = this.#current;
    return p === null || p.isContested ? -1 : p.index;
  }

  /** Handles a touch of the ball by one side. */
  addTouch(show: ShowState, touch: Touch): void {
    const p = this.#current;
    if (p === null) this.#begin(show, touch, NO_ORIGIN);
    else if (p.index === touch.index) this.#recordTouch(p, show, touch);
    else {
      this.#emitDribble(p, show);
      if (p.side !== touch.side) this.#begin(show, touch, this.#loseBall(p, show, touch));
      else this.#begin(show, touch, this.#completePass(p, show, touch));
    }
  }

  /** Marks the ball as contested: both sides played it in the same cycle, and no player has it. */
  markContested(): void {
    if (this.#current !== null) this.#current.isContested = true;
  }

  /** Checks whether the ball is out of the reach of the player that has it. To be called after every show. */
  updateReleased(show: ShowState): void {
    const p = this.#current;
    if (p === null || p.isReleased) return;
    const player = show.frame.players[p.index]!;
    const reach = kickableDistanceOf(this.#context, player.typeId);
    p.isReleased = Math.hypot(player.x - show.ballX, player.y - show.ballY) > reach;
  }

  /** Handles a new play mode: the ball can be dead. */
  changeMode(show: ShowState): void {
    if (show.mode === 'play_on' || show.mode === 'goal_l' || show.mode === 'goal_r') return;
    const p = this.#current;
    if (p === null) return;
    this.#emitDribble(p, show);
    this.#endPossession(p, show);
    this.#current = null;
  }

  /** Handles a goal: the score of a side went up. */
  addGoal(show: ShowState, side: Side): void {
    const p = this.#current ?? this.#last;
    this.#current = null;
    if (p === null) {
      this.#emitGoal(show, side, 0, 0, createUnknownShot(show, side), null);
      return;
    }
    this.#emitDribble(p, show);
    const stopped = p.origin.stoppedShot;
    if (p.side === side) this.#addScoredShot(p, show);
    else if (stopped?.onTarget === true) {
      // The save or block did not stop the ball: the shot counts, and they do not.
      markScored(stopped);
      if (p.origin.gain !== null) p.origin.gain.success = false;
      this.#emitGoal(show, side, stopped.unum, 0, stopped, null);
    } else {
      const { show: lastShow, time, x, y } = p.last;
      const shot = Object.assign(createUnknownShot(show, side), { x, y, show: lastShow, time });
      this.#emitGoal(show, side, 0, 0, shot, p);
    }
    this.#lastMissedShot = null;
  }

  #begin(show: ShowState, touch: Touch, origin: Origin): void {
    const { index, side, unum } = touch;
    const first = momentOf(show);
    const flags = { isReleased: false, isContested: false, aim: 'none' as const };
    const p: Possession = { index, side, unum, first, origin, last: first, lastMode: show.mode, ...flags };
    this.#current = p;
    this.#last = p;
    this.#lastMissedShot = null;
    this.#recordTouch(p, show, touch);
  }

  #recordTouch(p: Possession, show: ShowState, touch: Touch): void {
    const { server } = this.#context;
    p.last = momentOf(show);
    p.lastMode = show.lastMode ?? show.mode;
    p.isReleased = false;
    p.isContested = false;
    p.aim =
      touch.kind === 'catch'
        ? 'none'
        : predictShotAim(p.side, show.fromX, show.fromY, show.ballX, show.ballY, server);
  }

  /** Handles a touch of a teammate; returns how its possession began. */
  #completePass(p: Possession, show: ShowState, touch: Touch): Origin {
    const passed = isFree(p) && rolledDistance(p, show) >= MIN_COMPLETED_LENGTH;
    if (!passed) return { ...NO_ORIGIN, passer: p.origin.passer };
    this.#emitLastTouch(p, show, 'pass', 'completed', touch);
    return { ...NO_ORIGIN, passer: p.unum };
  }

  /** Handles a touch of an opponent; returns how its possession began. */
  #loseBall(p: Possession, show: ShowState, touch: Touch): Origin {
    if (p.aim !== 'none' && isFree(p)) return this.#stopShot(p, show, touch);
    const free = isFree(p);
    const pass = free && rolledDistance(p, show) >= MIN_PASS_LENGTH;
    if (pass) this.#emitLastTouch(p, show, 'pass', 'intercepted', touch);
    else this.#emitLastTouch(p, show, 'loss', free ? 'lost' : 'dispossessed', touch);
    let gain: StatEvent;
    if (touch.kind === 'catch') gain = this.#emitGain(show, touch, 'claim', 'caught', p);
    else if (free) gain = this.#emitGain(show, touch, 'interception', pass ? 'pass' : 'dribble', p);
    else gain = this.#emitGain(show, touch, 'steal', touch.kind, p); // words-ok: term of docs/use/analyst/statistics.md
    return { ...NO_ORIGIN, gain };
  }

  #stopShot(p: Possession, show: ShowState, touch: Touch): Origin {
    const goalie = (show.frame.players[touch.index]!.state & PlayerState.GOALIE) !== 0;
    const stoppedShot = this.#emitLastTouch(p, show, 'shot', goalie ? 'saved' : 'blocked', touch);
    const outcome = !goalie ? touch.kind : touch.kind === 'catch' ? 'caught' : 'parried';
    const gain = this.#emitGain(show, touch, goalie ? 'save' : 'block', outcome, p);
    return { passer: 0, stoppedShot, gain };
  }

  /** Emits the result of the last touch when the ball is dead. */
  #endPossession(p: Possession, show: ShowState): void {
    const { mode } = show;
    const awarded = playModeSide(mode);
    if ((mode === 'offside_l' || mode === 'offside_r') && awarded === p.side) {
      const pass = this.#emitLastTouch(p, show, 'pass', 'offside', null);
      pass.endX = show.ballX;
      pass.endY = show.ballY;
      return;
    }
    // The referee has already moved the ball. It left the pitch near its position in the show before.
    const out = /^(kick_in|corner_kick|goal_kick)_/.test(mode);
    if (!out || p.isContested) return;
    if (p.aim === 'none') {
      this.#emitLastTouch(p, show, rolledDistance(p, show) >= MIN_PASS_LENGTH ? 'pass' : 'loss', 'out', null);
      return;
    }
    const deflected = mode.startsWith('corner_kick') && awarded === p.side;
    const shot = this.#emitLastTouch(p, show, 'shot', deflected ? 'deflected' : 'off_target', null);
    if (!deflected) shot.onTarget = false;
    this.#lastMissedShot = shot;
  }

  #addScoredShot(p: Possession, show: ShowState): void {
    let shot = this.#lastMissedShot;
    if (shot === null) {
      shot = this.#emitLastTouch(p, show, 'shot', 'goal', null);
      shot.endX = show.ballX;
      shot.endY = show.ballY;
    }
    markScored(shot);
    this.#emitGoal(show, p.side, p.unum, p.origin.passer, shot, null);
  }

  /** Emits an event that began with the last touch of the possession and ends now, where the ball is played or dead. */
  #emitLastTouch(
    p: Possession,
    show: ShowState,
    type: StatEventType,
    outcome: string,
    other: Touch | null,
  ): StatEvent {
    const event = createEvent(show, type, p.side, p.unum, outcome);
    Object.assign(event, p.last, { endX: show.fromX, endY: show.fromY, from: p.lastMode });
    event.success = outcome === 'completed';
    event.onTarget = type === 'shot' && p.aim === 'on';
    event.otherSide = other?.side ?? '';
    event.otherUnum = other?.unum ?? 0;
    return this.#emit(event);
  }

  /** Emits an event of the player that gains the ball by this touch. */
  #emitGain(
    show: ShowState,
    touch: Touch,
    type: StatEventType,
    outcome: string,
    loser: Possession,
  ): StatEvent {
    const event = createEvent(show, type, touch.side, touch.unum, outcome);
    const { fromX, fromY } = show;
    const other = { otherSide: loser.side, otherUnum: loser.unum };
    Object.assign(event, { x: fromX, y: fromY, endX: fromX, endY: fromY, ...other });
    return this.#emit(event);
  }

  #emitDribble(p: Possession, show: ShowState): void {
    const { first, last } = p;
    if (Math.hypot(last.x - first.x, last.y - first.y) < MIN_DRIBBLE_LENGTH) return;
    const event = createEvent(show, 'dribble', p.side, p.unum, 'completed');
    this.#emit(
      Object.assign(event, first, { endTime: last.time, endX: last.x, endY: last.y, from: 'play_on' }),
    );
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
  return p.isReleased && !p.isContested;
}

/** Returns the distance from the last touch to the position where the ball is played now, m. */
function rolledDistance(p: Possession, show: ShowState): number {
  return Math.hypot(show.fromX - p.last.x, show.fromY - p.last.y);
}

function markScored(shot: StatEvent): void {
  shot.outcome = 'goal';
  shot.success = true;
  shot.onTarget = true;
}

/** Creates the shot of a goal for which no shot was found: with position and time only. */
function createUnknownShot(show: ShowState, side: Side): StatEvent {
  const event = createEvent(show, 'shot', side, 0, 'goal');
  event.x = show.fromX;
  event.y = show.fromY;
  event.onTarget = true;
  return event;
}
