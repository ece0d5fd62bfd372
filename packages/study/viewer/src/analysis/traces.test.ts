import { OBJECT_COUNT } from '@rcss/stats/analysis';
import { describe, expect, it } from 'vitest';
import { createTrace, fillTrace } from './traces.js';

const LENGTH = 2501;
const columns = {
  length: LENGTH,
  x: new Float32Array(LENGTH * OBJECT_COUNT),
  y: new Float32Array(LENGTH * OBJECT_COUNT),
};
// The ball moves 1 m per row; in row 50 it is placed elsewhere. Left player 4 enters the field in row 20.
for (let row = 0; row < LENGTH; row++) {
  columns.x[row * OBJECT_COUNT] = row >= 50 ? row - 45 : row - 100;
  columns.x[row * OBJECT_COUNT + 4] = row < 20 ? Number.NaN : row;
}

function fill(row: number, object: number, rowCount: number): number[] {
  const trace = createTrace();
  fillTrace(trace, columns, row, object, rowCount);
  return [...trace.points.subarray(0, trace.length)].filter((_, i) => i % 2 === 0);
}

describe('traces', () => {
  it('have the positions of the rows before, newest first', () => {
    expect(fill(60, 0, 5)).toEqual([15, 14, 13, 12, 11]);
  });

  it('have a gap where the referee placed the ball, and where a player was not on the field', () => {
    expect(fill(51, 0, 4)).toEqual([6, 5, Number.NaN, -51, -52]);
    expect(fill(21, 4, 4)).toEqual([21, 20, Number.NaN, Number.NaN]);
  });

  it('skip rows if they are long, and end at the first row', () => {
    const long = fill(2500, 0, 3000);
    expect(long.slice(0, 2)).toEqual([2455, 2452]);
    expect(long.length).toBeLessThanOrEqual(1000);
    expect(fill(2, 0, 200)).toEqual([-98, -99, -100]);
  });
});
