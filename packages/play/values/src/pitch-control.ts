/** Pitch control: which team would be first at a point, by the motion of the engine. */
import { type Frame, PLAYER_COUNT, TEAM_SIZE } from '@rcss/core';
import { exp } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH, PITCH_LENGTH, PITCH_WIDTH } from '@rcss/core/pitch';
import type { PlayerType } from '@rcss/params';
import { MAX_BALL_CYCLES, rollBall } from './ball-path.js';
import { type MotionParams, Runs } from './runs.js';

/**
 * Cells of the pitch, goal lines and touch lines included. Cell `row * columns + column` has its center at x = -52.5 + (column + 0.5) *
 * 105 / columns and y = -34 + (row + 0.5) * 68 / rows, meters.
 */
export interface ControlGrid {
  readonly columns: number;
  readonly rows: number;
}

/** A grid for pictures: cells of about 2.6 m × 2.6 m. */
export const CONTROL_GRID: ControlGrid = { columns: 40, rows: 26 };

/** Cycles of difference in time that change the odds of a team by the factor e. */
const TIME_SCALE = 1.5;
/** A player that is this much later than the first has no influence, cycles. */
const NEGLIGIBLE_CYCLES = 15;

/** Pitch control of frames of one match. The functions allocate nothing. */
export interface PitchControl {
  /**
   * Writes for each of the 22 players, left 1 to 11 then right 1 to 11, the cycles until it can kick the ball, if the ball rolls on freely;
   * Infinity if it is absent or does not reach the ball within 60 cycles.
   */
  computeTimes(frame: Frame, out: Float64Array): void;
  /**
   * Writes the share of the left team in each cell, 0 to 1; 0.5 if no player is on the pitch.
   *
   * @throws {RangeError} if `out` has not one value for each cell
   */
  compute(frame: Frame, grid: ControlGrid, out: Float32Array): void;
  /** Returns the share of the left team at a point, 0 to 1; meters. */
  controlAt(frame: Frame, x: number, y: number): number;
}

/** Share of the left team at a point, from loaded runs. `times` is used for the times of the players. */
export function controlOfRuns(runs: Runs, x: number, y: number, times: Float64Array): number {
  const tried = runs.lastFirst;
  let first = Number.POSITIVE_INFINITY;
  for (let n = 0; n <= PLAYER_COUNT; n++) {
    const i = n === 0 ? tried : n - 1;
    if (n > 0 && i === tried) continue;
    times[i] = Number.POSITIVE_INFINITY;
    if (runs.present[i] === 0) continue;
    const time = runs.cyclesTo(i, x, y, runs.reach[i] as number, 0, first + NEGLIGIBLE_CYCLES);
    times[i] = time;
    if (time >= first) continue;
    first = time;
    runs.lastFirst = i;
  }
  if (first === Number.POSITIVE_INFINITY) return 0.5;
  let left = 0;
  let right = 0;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const late = (times[i] as number) - first;
    if (late > NEGLIGIBLE_CYCLES) continue;
    const weight = exp(-late / TIME_SCALE);
    if (i < TEAM_SIZE) left += weight;
    else right += weight;
  }
  return left / (left + right);
}

/**
 * Returns the pitch control of a match: the time of each player to a point by velocity and its decay, turn with inertia, dashes by effort
 * and stamina, type and kickable margin, compared with a soft minimum. If a frame has no stamina, its players count as rested.
 *
 * @param types Player types of the match, by id.
 * @throws {RangeError} if there are no types
 * @example
 * const control = createPitchControl(params.server, params.types);
 * const shares = new Float32Array(CONTROL_GRID.columns * CONTROL_GRID.rows);
 * control.compute(frame, CONTROL_GRID, shares);
 */
export function createPitchControl(params: MotionParams, types: readonly PlayerType[]): PitchControl {
  const runs = new Runs(params, types);
  const times = new Float64Array(PLAYER_COUNT);
  const xs = new Float64Array(MAX_BALL_CYCLES + 1);
  const ys = new Float64Array(MAX_BALL_CYCLES + 1);
  return {
    computeTimes(frame, out) {
      runs.load(frame);
      rollBall(frame, params.ball_decay, xs, ys);
      for (let i = 0; i < PLAYER_COUNT; i++) {
        const time =
          runs.present[i] === 0 ? Number.POSITIVE_INFINITY : runs.cyclesToBall(i, xs, ys, MAX_BALL_CYCLES);
        out[i] = time > MAX_BALL_CYCLES ? Number.POSITIVE_INFINITY : time;
      }
    },
    compute(frame, { columns, rows }, out) {
      if (out.length !== columns * rows)
        throw new RangeError(`out: ${out.length} values for a grid of ${columns} × ${rows} cells`);
      runs.load(frame);
      for (let row = 0; row < rows; row++) {
        const y = -PITCH_HALF_WIDTH + ((row + 0.5) * PITCH_WIDTH) / rows;
        for (let column = 0; column < columns; column++) {
          const x = -PITCH_HALF_LENGTH + ((column + 0.5) * PITCH_LENGTH) / columns;
          out[row * columns + column] = controlOfRuns(runs, x, y, times);
        }
      }
    },
    controlAt(frame, x, y) {
      runs.load(frame);
      return controlOfRuns(runs, x, y, times);
    },
  };
}
