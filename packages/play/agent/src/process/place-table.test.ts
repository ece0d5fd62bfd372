import { describe, expect, it } from 'vitest';
import { readPlaceTable } from './place-table.js';

describe('a table of values of places', () => {
  const at = readPlaceTable(
    [
      [0, 10, 20],
      [4, 14, 44],
    ],
    'values',
  );

  it.each([
    [-52.5, -34, 0],
    [52.5, -34, 20],
    [-52.5, 34, 4],
    [52.5, 34, 44],
    [0, -34, 10],
    [0, 0, 12],
    [26.25, -34, 15],
    [26.25, 0, 22],
  ])('is linear between its places: (%d, %d) has %d', (x, y, value) => {
    expect(at({ x, y })).toBeCloseTo(value, 12);
  });

  it('has the value of the line beyond the line', () => {
    expect(at({ x: 60, y: 40 })).toBe(44);
    expect(at({ x: -70, y: 0 })).toBe(at({ x: -52.5, y: 0 }));
  });

  it('has rows of one length', () => {
    expect(() =>
      readPlaceTable(
        [
          [0, 1, 2],
          [0, 1, 2],
          [0, 1],
        ],
        'losses',
      ),
    ).toThrow('losses[2]: 2 numbers are not 3, as in the first row');
  });
});
