/** Values of the states of a match, show by show (docs/use/analyst/statistics.md). */
import {
  type Frame,
  isShootoutMode,
  type PlayMode,
  playModeId,
  playModeOfId,
  SIDE_NAMES,
  type Side,
} from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { isLive } from '../show-state.js';
import type { ReadFrame, StateModel } from './state-model.js';

/** Probabilities of the next goal in each show of a match. */
export interface MatchValues {
  /** Number of shows that have been added. */
  length: number;
  /** Probability that the left team scores the next goal, 0 to 1; NaN for shows without value. */
  left: Float32Array;
  /** Probability that the right team scores it, likewise. */
  right: Float32Array;
}

/** Creates values without any show. */
export function createMatchValues(capacity = 8192): MatchValues {
  return { length: 0, left: new Float32Array(capacity), right: new Float32Array(capacity) };
}

const rated = new Float64Array(3);

/** Whether states in the mode have a value: the ball can be played, outside of the penalty shootout. */
function hasValue(mode: PlayMode | null): boolean {
  return isLive(mode) && !isShootoutMode(mode as PlayMode);
}

/** Adds the value of the next show. */
export function addShowValue(values: MatchValues, model: StateModel, frame: Frame | undefined): void {
  if (values.length === values.left.length) {
    for (const side of SIDE_NAMES) {
      const bigger = new Float32Array(2 * values.length);
      bigger.set(values[side]);
      values[side] = bigger;
    }
  }
  const show = values.length++;
  if (frame === undefined || !hasValue(frame.playMode)) {
    values.left[show] = Number.NaN;
    values.right[show] = Number.NaN;
    return;
  }
  model.rate(frame, rated);
  values.left[show] = rated[0]!;
  values.right[show] = rated[1]!;
}

/** Rates all shows of a match. */
export function rateMatch({ columns }: MatchAnalysis, readFrame: ReadFrame, model: StateModel): MatchValues {
  const values = createMatchValues(Math.max(1, columns.length));
  for (let show = 0; show < columns.length; show++) addShowValue(values, model, readFrame(show));
  return values;
}

/** Probabilities of the next goal from the view of a side. */
export interface GoalChances {
  /** Probability that the side scores the next goal, 0 to 1. */
  readonly own: number;
  /** Probability that the opponents score it, 0 to 1. */
  readonly other: number;
}

/** Returns the value of a show for a side; null if it has none. */
export function readStateValue(
  { length, left, right }: MatchValues,
  show: number,
  side: Side,
): GoalChances | null {
  if (show < 0 || show >= length || Number.isNaN(left[show]!)) return null;
  return side === 'l' ? { own: left[show]!, other: right[show]! } : { own: right[show]!, other: left[show]! };
}

const PLAY_ON = playModeId('play_on');

/** Whether play goes on without interruption from a show to a later one. */
export function isPlayOn({ columns: { mode } }: MatchAnalysis, from: number, to: number): boolean {
  for (let show = from; show <= to; show++) if (mode[show] !== PLAY_ON) return false;
  return true;
}

/** Finds the first show from `show` on in which the ball can be played; -1 if there is none. */
export function findLiveShow({ columns: { length, mode } }: MatchAnalysis, show: number): number {
  for (let at = show; at < length; at++) if (hasValue(playModeOfId(mode[at]!) ?? null)) return at;
  return -1;
}
