/** What the values of a match are computed from: a rating of states, and the times in which players reach the ball. */
import type { Frame } from '@rcss/core';
import type { ServerParams } from '@rcss/params';

/** Rates the states of a match. */
export interface StateModel {
  /** Server parameters of the match: how the ball rolls. */
  readonly server: Pick<ServerParams, 'ball_decay' | 'ball_speed_max'>;
  /**
   * Writes the probabilities that the next goal is scored by the left team and by the right team within the horizon of the model, 0 to 1: `out[0]` and
   * `out[1]`.
   */
  rate(frame: Frame, out: Float64Array): void;
  /** Writes the cycles after which each player (0 to 10 left, 11 to 21 right) reaches the rolling ball; Infinity if it never does. */
  findTimes(frame: Frame, out: Float64Array): void;
}

/** Returns the frame of a show, counted from 0; undefined if it is not known. The frame is not changed, and may be reused for later shows. */
export type ReadFrame = (show: number) => Frame | undefined;
