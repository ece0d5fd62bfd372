import { expect, it } from 'vitest';
import { ANSWER, BLOCK_AXES, BLOCK_TYPES, COMMAND } from './worker-wire.js';

it('commands and answers have different letters, and the blocks have the same order on both sides, with the actions last', () => {
  for (const letters of [COMMAND, ANSWER].map((table) => Object.values<string>(table)))
    expect(new Set(letters).size).toBe(letters.length);
  expect(Object.keys(BLOCK_AXES)).toEqual(Object.keys(BLOCK_TYPES));
  expect(Object.keys(BLOCK_TYPES).at(-1)).toBe('actions');
});
