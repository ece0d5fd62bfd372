import { expect, it } from 'vitest';
import { breakLines } from './break-lines.js';

it('a text is broken between words, and one of too many lines ends with an ellipsis', () => {
  const fits = (line: string): boolean => line.length <= 10;
  expect(breakLines('the ball  is\nlost here', fits, 3)).toEqual(['the ball', 'is lost', 'here']);
  expect(breakLines('one two three four five six', fits, 2)).toEqual(['one two', 'three four …']);
  expect(breakLines('responsibilities', fits, 2)).toEqual(['responsibilities']);
  expect(breakLines('  ', fits, 2)).toEqual([]);
});
