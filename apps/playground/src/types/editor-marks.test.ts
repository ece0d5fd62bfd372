import { expect, it } from 'vitest';
import { createMarks, describeProblems } from './editor-marks.js';

it('marks are in the order of their places, inside the text', () => {
  const problems = [
    { from: 8, to: 30, message: 'late' },
    { from: 40, to: 41, message: 'outside' },
  ];
  const marks = createMarks(10, problems, { from: 0, to: 4, message: 'match' });
  expect(marks.map(({ from, to, message }) => [from, to, message])).toEqual([
    [0, 4, 'match'],
    [8, 10, 'late'],
    [10, 10, 'outside'],
  ]);
});

it('the line beside the switch names the number of errors and the first line', () => {
  expect(describeProblems(0, 0)).toBe('No type errors.');
  expect(describeProblems(1, 3)).toBe('1 type error, in line 3.');
  expect(describeProblems(4, 2)).toBe('4 type errors, the first one in line 2.');
});
