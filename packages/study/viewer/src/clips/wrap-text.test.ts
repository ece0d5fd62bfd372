import { expect, it } from 'vitest';
import { wrapText } from './wrap-text.js';

it('a text is broken between words, and one of too many lines ends with an ellipsis', () => {
  const fits = (line: string): boolean => line.length <= 10;
  expect(wrapText('the ball  is\nlost here', fits, 3)).toEqual(['the ball', 'is lost', 'here']);
  expect(wrapText('one two three four five six', fits, 2)).toEqual(['one two', 'three four …']);
  expect(wrapText('responsibilities', fits, 2)).toEqual(['responsibilities']);
  expect(wrapText('  ', fits, 2)).toEqual([]);
});
