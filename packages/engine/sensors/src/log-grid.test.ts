import { createWorld } from '@rcss/core';
import { EPS, exp, log, quantize } from '@rcss/core/math';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestParams } from '../test/scene.js';
import { createSensorContext } from './context.js';
import { createLogGrid, quantizedDistance, roundToGrid } from './log-grid.js';

describe('quantized distance (spec 04 §8.1, §9.8)', () => {
  const { movableGrid, fixedGrid } = createSensorContext(createWorld(), createTestParams());
  it.each([
    [0, 0, 0],
    [0.05, 0, 0],
    [0.385, 0.4, 0.4],
    [0.5, 0.5, 0.5],
    [1, 1, 1],
    [3, 3, 3],
    [7.3, 7.4, 7.3],
    [10.3, 10, 10.3],
    [15, 14.9, 15],
    [20.5, 20.1, 20.5],
    [27.6, 27.1, 27.7],
    [50, 49.4, 49.9],
    [80, 81.5, 79.8],
    [125, 121.5, 125.2],
  ])('%d m: ball and players %d, landmarks %d', (d, movable, fixed) => {
    expect(quantize(roundToGrid(movableGrid, d), 0.1)).toBeCloseTo(movable, 10);
    expect(quantize(roundToGrid(fixedGrid, d), 0.1)).toBeCloseTo(fixed, 10);
  });
});

describe('the table has exactly the values of the formula (spec 04 §3.6)', () => {
  const distances = fc.double({ min: 0, max: 2000, noNaN: true });
  it.each([0.1, 0.01, 0.25, 0.001, 1, 0.0001, 1e-11, 0, -1])('step %d', (step) => {
    const grid = createLogGrid(step);
    fc.assert(
      fc.property(distances, (d) => {
        const snapped = exp(quantize(log(d + EPS), step));
        expect(roundToGrid(grid, d)).toBe(snapped);
        expect(quantizedDistance(grid, d)).toBe(quantize(snapped, 0.1));
        // Without a focus point the full formula with both errors has the same result.
        if (step <= 1)
          expect(quantizedDistance(grid, d)).toBe(quantize(d - (d - snapped + (d - snapped)) / 2, 0.1));
      }),
    );
  });

  it('has the steps of the parameters', () => {
    const params = createTestParams({ quantize_step: 0.2, quantize_step_l: 0.05 });
    const { movableGrid, fixedGrid } = createSensorContext(createWorld(), params);
    expect([movableGrid.step, fixedGrid.step]).toEqual([0.2, 0.05]);
  });
});
