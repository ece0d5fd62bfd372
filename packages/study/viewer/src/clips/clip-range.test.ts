import type { Mark } from '@rcss/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGoalRanges, joinRanges, listPicturePositions } from './clip-range.js';

const mark = (index: number, kind: Mark['kind'] = 'goal'): Mark => ({
  index,
  kind,
  time: index,
  side: 'l',
  unum: 0,
  score: [1, 0],
});

describe('parts of a clip', () => {
  it('the goals have parts around them, joined if they overlap, within the match', () => {
    const marks = [mark(30), mark(200), mark(250), mark(300, 'yellow_card'), mark(995)];
    expect(findGoalRanges(marks, 0, 1000)).toEqual([
      [0, 50],
      [140, 270],
      [935, 1000],
    ]);
    expect(findGoalRanges([], 0, 1000)).toEqual([]);
  });

  it('parts in any order are sorted, joined and kept within the match', () => {
    expect(
      joinRanges(
        [
          [300, 340],
          [10, 40],
          [35, 60],
          [-20, 5],
          [990, 1040],
          [1200, 1240],
        ],
        0,
        1000,
      ),
    ).toEqual([
      [0, 5],
      [10, 60],
      [300, 340],
      [990, 1000],
    ]);
  });

  it('the pictures are in their parts, in equal steps, and begin with the first frame', () => {
    const range = fc
      .tuple(fc.nat(6000), fc.nat(300))
      .map(([first, length]) => [first, first + length] as const);
    fc.assert(
      fc.property(range, fc.double({ min: 0.05, max: 8, noNaN: true }), ([first, last], step) => {
        const positions = listPicturePositions([[first, last]], step);
        expect(positions[0]).toBe(first);
        expect(positions.at(-1)).toBeLessThanOrEqual(last + 1e-6);
        expect(positions.at(-1)!).toBeGreaterThan(last - step - 1e-6);
      }),
    );
  });
});
