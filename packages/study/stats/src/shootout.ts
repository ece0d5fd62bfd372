/** Finds the kicks of the penalty shootout by their play modes: setup, ready, taken, score or miss. */
import { isShootoutMode, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { createEvent, type EmitEvent } from './event.js';
import { findUnum } from './incidents.js';
import type { MatchContext, ShowState } from './show-state.js';
import { findTouchKind } from './touches.js';

/** A kick that has begun and is not decided. */
interface PenaltyKick {
  readonly side: Side;
  readonly show: number;
  readonly time: number;
  readonly x: number;
  readonly y: number;
  /** Uniform number of the player of the side that touched the ball last; 0 if none has touched it. */
  unum: number;
}

/** Emits an event for every kick of the shootout. */
export class ShootoutTracker {
  readonly #context: MatchContext;
  readonly #emit: EmitEvent;
  #kick: PenaltyKick | null = null;

  constructor(context: MatchContext, emit: EmitEvent) {
    this.#context = context;
    this.#emit = emit;
  }

  /** Takes the next show. */
  addShow(show: ShowState): void {
    if (!isShootoutMode(show.mode)) return;
    const side = playModeSide(show.mode);
    if (side === 'n') return;
    if (show.mode !== show.lastMode) this.#changeMode(show, side);
    const kick = this.#kick;
    if (kick === null) return;
    const taker = findUnum(show, kick.side, (i) => findTouchKind(show, this.#context, i) !== null);
    if (taker > 0) kick.unum = taker;
  }

  /** Handles a higher count of penalties of a side: it decides the kick if no play mode has decided it. */
  changeCount(show: ShowState, side: Side, scored: boolean): void {
    if (this.#kick?.side === side) this.#decide(show, scored);
  }

  #changeMode(show: ShowState, side: Side): void {
    const { mode, fromX: x, fromY: y, time } = show;
    if (mode.startsWith('penalty_ready') || mode.startsWith('penalty_taken')) {
      if (this.#kick?.side !== side) this.#kick = { side, show: show.show, time, x, y, unum: 0 };
    } else if (mode.startsWith('penalty_score')) this.#decide(show, true);
    else if (mode.startsWith('penalty_miss')) this.#decide(show, false);
  }

  #decide(show: ShowState, scored: boolean): void {
    const kick = this.#kick;
    if (kick === null) return;
    this.#kick = null;
    const outcome = scored ? 'scored' : kick.unum > 0 ? 'missed' : 'not_taken';
    const event = createEvent(show, 'penalty', kick.side, kick.unum, outcome);
    event.show = kick.show;
    event.time = kick.time;
    event.x = kick.x;
    event.y = kick.y;
    event.success = scored;
    event.from = `penalty_taken_${kick.side}` as PlayMode;
    this.#emit(event);
  }
}
