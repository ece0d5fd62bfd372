import { EPS, exp, log, quantize, rint } from '@rcss/core/math';

/** Beyond this distance (meters) values are computed instead of looked up. */
const MAX_TABLE_DISTANCE = 500;
/** Grids with a smaller step than this are not tabulated. */
const MIN_TABLE_STEP = 0.001;

/**
 * The possible distances of a quantization step: exp(k * step) for integer k (spec 04 §3.6). Never changed after
 * creation. A look-up returns exactly the value of the formula without computing the exponential.
 */
export interface LogGrid {
  readonly step: number;
  /** k of the first value. */
  readonly first: number;
  /** Distances in meters; empty if the step is too small for a table. */
  readonly values: Float64Array;
  /** The same distances, quantized to 0.1: the distance of an object without a focus point. */
  readonly quantized: Float64Array;
}

export function createLogGrid(step: number): LogGrid {
  if (!(step >= MIN_TABLE_STEP))
    return { step, first: 0, values: new Float64Array(0), quantized: new Float64Array(0) };
  const first = Math.floor(log(EPS) / step) - 1;
  const last = Math.ceil(log(MAX_TABLE_DISTANCE) / step) + 1;
  const values = new Float64Array(last - first + 1);
  for (let i = 0; i < values.length; i++) values[i] = exp((first + i) * step);
  return { step, first, values, quantized: values.map((value) => quantize(value, 0.1)) };
}

/** exp(Q(ln(d + eps), step)), the distance d >= 0 on the grid (spec 04 §3.6). */
export function roundToGrid(grid: LogGrid, d: number): number {
  const v = log(d + EPS);
  if (grid.step < EPS) return exp(v);
  const k = rint(v / grid.step);
  const value = grid.values[k - grid.first];
  return value === undefined ? exp(k * grid.step) : value;
}

/** Q(snap(d), 0.1), the distance of an object without a focus point (spec 04 §3.6, §3.12). */
export function quantizedDistance(grid: LogGrid, d: number): number {
  const quantized = grid.quantized[rint(log(d + EPS) / grid.step) - grid.first];
  return quantized === undefined ? quantize(roundToGrid(grid, d), 0.1) : quantized;
}
