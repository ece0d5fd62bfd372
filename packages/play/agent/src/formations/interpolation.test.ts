import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInterpolation } from './interpolation.js';

const points = fc.uniqueArray(
  fc.record({ x: fc.integer({ min: -54, max: 54 }), y: fc.integer({ min: -36, max: 36 }) }),
  {
    minLength: 1,
    maxLength: 30,
    selector: ({ x, y }) => `${x} ${y}`,
  },
);
const anywhere = fc.record({
  x: fc.double({ min: -60, max: 60, noNaN: true }),
  y: fc.double({ min: -40, max: 40, noNaN: true }),
});

describe('interpolation over a Delaunay triangulation', () => {
  it('is exact at the points, and the weights are not negative and have the sum 1 everywhere', () => {
    fc.assert(
      fc.property(points, anywhere, (samples, p) => {
        const interpolate = createInterpolation(samples);
        const { indices, weights } = interpolate(p);
        expect(weights.every((w) => w > -1e-6)).toBe(true);
        expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
        expect(new Set(indices).size).toBe(indices.length);
        samples.forEach((sample, i) => {
          const at = interpolate(sample);
          const x = at.indices.reduce((sum, index, k) => sum + at.weights[k]! * samples[index]!.x, 0);
          expect(x).toBeCloseTo(sample.x, 6);
          const largest = at.indices[at.weights.indexOf(Math.max(...at.weights))];
          expect(largest).toBe(i);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('reproduces linear functions inside the hull', () => {
    const grid = [-40, 0, 40].flatMap((x) => [-30, 0, 30].map((y) => ({ x, y })));
    const interpolate = createInterpolation(grid);
    const { indices, weights } = interpolate({ x: 13, y: -7 });
    const value = indices.reduce((sum, i, k) => sum + weights[k]! * (2 * grid[i]!.x - 3 * grid[i]!.y + 1), 0);
    expect(value).toBeCloseTo(2 * 13 + 21 + 1, 9);
  });

  it('outside the hull, takes the nearest point of the hull', () => {
    const square = [
      { x: -10, y: -10 },
      { x: 10, y: -10 },
      { x: 10, y: 10 },
      { x: -10, y: 10 },
    ];
    const { indices, weights } = createInterpolation(square)({ x: 30, y: 5 });
    const place = indices.reduce(
      (sum, i, k) => ({ x: sum.x + weights[k]! * square[i]!.x, y: sum.y + weights[k]! * square[i]!.y }),
      { x: 0, y: 0 },
    );
    expect(place.x).toBeCloseTo(10, 9);
    expect(place.y).toBeCloseTo(5, 9);
  });
});
