import { PLAYER_COUNT } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from './analyzer.js';
import { OBJECT_COUNT } from './columns.js';

/** How often an object was in each cell of a grid over the pitch. */
export interface HeatMap {
  readonly columns: number;
  readonly rows: number;
  /** Row by row from the top (negative y), cells from left to right: number of shows. */
  readonly cells: Uint32Array;
  readonly max: number;
  readonly total: number;
}

/** What a heat map counts. */
export interface HeatMapOptions {
  /** 21 by default. */
  readonly columns?: number;
  /** 14 by default. */
  readonly rows?: number;
  /** First and last show; the whole match by default. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Returns the heat map of the ball (`object` 0) or of a player (1 to 11 left, 12 to 22 right). Shows in which the clock is
 * stopped do not count. Positions outside of the pitch belong to the nearest cell.
 */
export function heatMap(a: MatchAnalysis, object: number, options: HeatMapOptions = {}): HeatMap {
  const { columns = 21, rows = 14 } = options;
  const c = a.columns;
  const from = Math.max(0, options.from ?? 0);
  const to = Math.min(c.length - 1, options.to ?? c.length - 1);
  const cells = new Uint32Array(columns * rows);
  let max = 0;
  let total = 0;
  for (let row = from; row <= to; row++) {
    if (row > 0 && c.time[row] === c.time[row - 1]) continue;
    const x = c.x[row * OBJECT_COUNT + object]!;
    const y = c.y[row * OBJECT_COUNT + object]!;
    if (Number.isNaN(x)) continue;
    const column = cellOf(x, PITCH_HALF_LENGTH, columns);
    const at = cellOf(y, PITCH_HALF_WIDTH, rows) * columns + column;
    const value = cells[at]! + 1;
    cells[at] = value;
    if (value > max) max = value;
    total++;
  }
  return { columns, rows, cells, max, total };
}

function cellOf(value: number, half: number, count: number): number {
  const cell = Math.floor(((value + half) / (2 * half)) * count);
  return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}

/** A value over time. */
export interface Curve {
  readonly time: readonly number[];
  /** NaN where the value is missing. */
  readonly value: readonly number[];
}

/** Returns the stamina of a player (0 to 21): the value at every `step`th cycle, and the last one. */
export function staminaCurve(a: MatchAnalysis, player: number, step = 50): Curve {
  return curve(a, a.columns.stamina, player, step);
}

/** Returns the meters run by a player (0 to 21) so far. */
export function distanceCurve(a: MatchAnalysis, player: number, step = 50): Curve {
  return curve(a, a.columns.distance, player, step);
}

function curve(a: MatchAnalysis, values: Float32Array, player: number, step: number): Curve {
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
