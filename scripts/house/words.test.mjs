import { describe, expect, test } from 'vitest';
import { findWords } from './words.mjs';

const words = (text) => findWords(text).map(({ word }) => word);

describe('words that the style guide rules out', () => {
  test.each([
    ['The server told whoever listens.', ['told', 'whoever']],
    ['A player who lost his client', ['his']],
    ['The value is no number.', ['is no number']],
    ['the frames behind it', ['behind']],
    ['The port knows nothing of clients', ['knows nothing']],
    ['Compilation steals time from the cycle.', ['steals time']],
    ['the behaviour of the colour', ['behaviour', 'colour']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test.each([
    'The ball is behind the goal line.',
    'The ball is behind the halfway line, an object behind at 3 m.',
    'The name is no longer valid.',
    'The client wants to connect.',
    'The clock is stopped (center).',
    'There is no timeout, and there are no retries.',
    'A steal is a possession won from an opponent.',
  ])('accepted: %s', (text) => {
    expect(words(text)).toEqual([]);
  });

  test('the position is that of the word', () => {
    expect(findWords('one\ntwo nobody')).toEqual([
      expect.objectContaining({ line: 2, column: 5, word: 'nobody' }),
    ]);
  });

  test('a line with the mark is not checked', () => {
    expect(words('// quoted: "nobody" words-ok')).toEqual([]);
  });
});
