/**
 * Noise of a seen distance. Objects far away are seen less precisely: without the Gaussian model the distance is rounded to a grid whose steps grow
 * with it, the same for all observers and without a draw; with it (`(gaussian_see)`), each object costs one draw, also an object that is
 * not seen, so that the sequence does not depend on where the observer looks. Directions have no noise but rounding.
 */
import { quantize, sqrt } from '@rcss/core/math';
import { normal, skipNormal } from '@rcss/core/random';
import { quantizedDistance, roundToGrid } from './log-grid.js';
import type { View } from './view.js';

/** Distance of (x, y) from the focus point; `d` is the distance from the observer. */
function focusDistance(view: View, x: number, y: number, d: number): number {
  if (!view.focused) return d;
  const dx = x - view.focusX;
  const dy = y - view.focusY;
  return sqrt(dx * dx + dy * dy);
}

/** Noisy distance of an object at (x, y), d away, by the observer's noise model; not rounded if Gaussian (spec 04 §3.6, §3.7). */
export function noisyDistance(view: View, x: number, y: number, d: number, landmark: boolean): number {
  const grid = landmark ? view.fixed : view.movable;
  // If the focus is on the observer, both errors are equal and cancel out; the result is the distance on the grid.
  if (!view.focused && !view.gaussian) return quantizedDistance(grid, d);
  const f = focusDistance(view, x, y, d);
  if (view.gaussian) {
    const { type } = view;
    const deviation = landmark
      ? d * type.land_dist_noise_rate + f * type.land_focus_dist_noise_rate
      : d * type.dist_noise_rate + f * type.focus_dist_noise_rate;
    const dist = normal(view.rng, d, deviation);
    return dist > 0 ? dist : 0;
  }
  const dist = d - (f - roundToGrid(grid, f) + (d - roundToGrid(grid, d))) / 2;
  return quantize(dist > 0 ? dist : 0, 0.1);
}

/** Makes the draws of an object that is not seen, so that the sequence of draws is kept (spec 04 §3.16). */
export function skipUnseenDraws(view: View): void {
  if (view.high && view.gaussian) skipNormal(view.rng);
}
