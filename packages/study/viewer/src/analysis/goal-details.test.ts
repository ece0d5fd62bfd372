import { expect, it } from 'vitest';
import { computeMinute, formatGoal } from './goal-details.js';

it('names scorer, assist and minute of a goal as far as they are known', () => {
  expect(formatGoal({ unum: 9, assist: 7, ownGoalBy: 0 }, 3)).toBe('by 9, pass by 7, minute 3');
  expect(formatGoal({ unum: 9, assist: 0, ownGoalBy: 0 }, 1)).toBe('by 9, minute 1');
  expect(formatGoal({ unum: 0, assist: 0, ownGoalBy: 4 }, 10)).toBe('own goal by 4, minute 10');
  expect(formatGoal(undefined, 2)).toBe('minute 2');
});

it('counts minutes from 1', () => {
  expect([0, 599, 600, 5999].map((cycle) => computeMinute(cycle, 100))).toEqual([1, 1, 2, 10]);
});
