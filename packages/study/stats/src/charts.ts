/** Data for charts of a match: heat maps and curves. */
import { PLAYER_COUNT, playModeId, type Side, TEAM_SIZE } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from './analyzer.js';
import { OBJECT_COUNT } from './columns.js';
import type { StatEvent } from './event.js';

export { createFormations, type FormationInterval, type MeanPosition } from './formation.js';

/** Counts of the shows in which an object was in each cell of a grid over the pitch. */
export interface HeatMap {
  /** Count of cells along the length of the pitch. */
  readonly columns: number;
  /** Count of cells along the width of the pitch. */
  readonly rows: number;
  /** Count of shows per cell: row by row from the top (negative y), from left to right in a row. */
  readonly cells: Uint32Array;
  /** Largest value of `cells`. */
  readonly max: number;
  /** Sum of `cells`. */
  readonly total: number;
}

/** Grid and range of a heat map. */
export interface HeatMapOptions {
  /** Count of cells along the length of the pitch; 21 by default. */
  readonly columns?: number;
  /** Count of cells along the width of the pitch; 14 by default. */
  readonly rows?: number;
  /** Index of the first show that counts; 0 by default. */
  readonly from?: number;
  /** Index of the last show that counts; the last show of the match by default. */
  readonly to?: number;
  /** Whether only shows in play_on count; false by default. At set plays the ball and the players stand at the same places for long. */
  readonly isInPlayOnly?: boolean;
}

/**
 * Creates the heat map of the ball or of a player. Shows in which the clock is stopped do not count. A position outside of
 * the pitch counts in the nearest cell.
 *
 * @param object 0 for the ball, 1 to 11 for the left players, 12 to 22 for the right players.
 */
export function createHeatMap(a: MatchAnalysis, object: number, options: HeatMapOptions = {}): HeatMap {
  const { columns = 21, rows = 14, isInPlayOnly = false } = options;
  const c = a.columns;
  const playOn = playModeId('play_on');
  const from = Math.max(0, options.from ?? 0);
  const to = Math.min(c.length - 1, options.to ?? c.length - 1);
  const cells = new Uint32Array(columns * rows);
  let max = 0;
  let total = 0;
  for (let row = from; row <= to; row++) {
    if (row > 0 && c.time[row] === c.time[row - 1]) continue;
    if (isInPlayOnly && c.mode[row] !== playOn) continue;
    const x = c.x[row * OBJECT_COUNT + object]!;
    const y = c.y[row * OBJECT_COUNT + object]!;
    if (Number.isNaN(x)) continue;
    const column = cellIndex(x, PITCH_HALF_LENGTH, columns);
    const at = cellIndex(y, PITCH_HALF_WIDTH, rows) * columns + column;
    const value = cells[at]! + 1;
    cells[at] = value;
    if (value > max) max = value;
    total++;
  }
  return { columns, rows, cells, max, total };
}

/** Share of the cells with a value that are at most as dark as the darkest color. */
const FULL_SHARE = 0.97;

/**
 * Returns the values of a heat map for a picture, 0 to 1: each cell is a mean of itself and its neighbors, and the largest 3 % of the values have
 * the same color. A place where an object stood for long does not make all others pale.
 */
export function smoothHeatMap({ cells, columns, rows }: HeatMap): Float32Array {
  const across = blur(cells, columns, rows, 1, columns);
  const values = blur(across, rows, columns, columns, 1);
  const sorted = values.filter((value) => value > 0).sort();
  const full = sorted[Math.floor((sorted.length - 1) * FULL_SHARE)] ?? 1;
  return values.map((value) => Math.min(1, value / full));
}

/** Weights of a cell and of its neighbors at a distance of one and two cells. */
const WEIGHTS = [6, 4, 1] as const;

/** Blurs lines of `length` cells: the cells of a line are `step` apart, the lines `lineStep`. Weights beyond the edge do not count. */
function blur(
  cells: ArrayLike<number>,
  length: number,
  lineCount: number,
  step: number,
  lineStep: number,
): Float32Array {
  const result = new Float32Array(cells.length);
  for (let line = 0; line < lineCount; line++) {
    for (let i = 0; i < length; i++) {
      let sum = 0;
      let total = 0;
      for (let d = -2; d <= 2; d++) {
        if (i + d < 0 || i + d >= length) continue;
        const weight = WEIGHTS[Math.abs(d)]!;
        sum += weight * cells[line * lineStep + (i + d) * step]!;
        total += weight;
      }
      result[line * lineStep + i * step] = sum / total;
    }
  }
  return result;
}

function cellIndex(value: number, half: number, count: number): number {
  const cell = Math.floor(((value + half) / (2 * half)) * count);
  return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}

/** Which team had the ball over the time of a match, and the shots. */
export interface Momentum {
  /** Count of shows between two values. */
  readonly step: number;
  /**
   * Value of each step, -1 to 1: share of the shows around it in which the left team had the ball, minus the share in which the
   * right team had it.
   */
  readonly balance: Float32Array;
  /** Shots in order, those that scored included. */
  readonly shots: readonly StatEvent[];
}

/** Resolution of {@link createMomentum}. */
export interface MomentumOptions {
  /** Count of shows between two values; 25 by default. */
  readonly step?: number;
  /** Count of shows that count for a value; 300 by default, which is half a minute. */
  readonly window?: number;
}

/**
 * Creates the momentum of a match. For each value, the shows in a window around it count: those in play_on in which the left team
 * had the ball, minus those in which the right team had it, divided by the count of all shows in the window.
 */
export function createMomentum(a: MatchAnalysis, options: MomentumOptions = {}): Momentum {
  const { step = 25, window = 300 } = options;
  const { length, mode, owner } = a.columns;
  const playOn = playModeId('play_on');
  const difference = new Int32Array(length + 1);
  for (let row = 0; row < length; row++) {
    const isOwned = mode[row] === playOn && owner[row] !== 0;
    difference[row + 1] = difference[row]! + (isOwned ? (owner[row]! <= TEAM_SIZE ? 1 : -1) : 0);
  }
  const balance = new Float32Array(Math.ceil(length / step));
  for (let i = 0; i < balance.length; i++) {
    const middle = i * step;
    const from = Math.max(0, middle - Math.floor(window / 2));
    const to = Math.min(length, middle + Math.ceil(window / 2));
    balance[i] = (difference[to]! - difference[from]!) / (to - from);
  }
  return { step, balance, shots: a.events.filter((event) => event.type === 'shot') };
}

/**
 * Creates the curve of the sum of a team's expected goals: 0 at time 0, a point for each shot with the sum including it, and one for the last
 * show.
 */
export function createExpectedGoalsCurve(a: MatchAnalysis, side: Side): Curve {
  const time = [0];
  const value = [0];
  let sum = 0;
  for (const event of a.events) {
    if (event.type !== 'shot' || event.side !== side) continue;
    sum += event.xg ?? 0;
    time.push(event.time);
    value.push(sum);
  }
  time.push(a.columns.length > 0 ? a.columns.time[a.columns.length - 1]! : 0);
  value.push(sum);
  return { time, value };
}

/** Values over time, in two arrays of the same length. */
export interface Curve {
  /** Game times, cycles, ascending. */
  readonly time: readonly number[];
  /** Value at each time; NaN if the log does not have it. */
  readonly value: readonly number[];
}

/**
 * Creates the curve of a player's stamina: one point for every `step` cycles, and one for the last show.
 *
 * @param player 0 to 10 for the left players, 11 to 21 for the right players.
 */
export function createStaminaCurve(a: MatchAnalysis, player: number, step = 50): Curve {
  return createCurve(a, a.columns.stamina, player, step);
}

/**
 * Creates the curve of the distance that a player has run, m: one point for every `step` cycles, and one for the last show.
 *
 * @param player 0 to 10 for the left players, 11 to 21 for the right players.
 */
export function createDistanceCurve(a: MatchAnalysis, player: number, step = 50): Curve {
  return createCurve(a, a.columns.distance, player, step);
}

function createCurve(a: MatchAnalysis, values: Float32Array, player: number, step: number): Curve {
  const time: number[] = [];
  const value: number[] = [];
  const { length, time: times } = a.columns;
  let next = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < length; row++) {
    const t = times[row]!;
    if (t < next && row < length - 1) continue;
    time.push(t);
    value.push(Number(values[row * PLAYER_COUNT + player]!.toPrecision(7)));
    next = (Math.floor(t / step) + 1) * step;
  }
  return { time, value };
}
