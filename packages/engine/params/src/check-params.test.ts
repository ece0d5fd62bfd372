import { expect, it } from 'vitest';
import { describeRangeError } from './check-params.js';

it('a wrong word of a list is named with the module of its parameter', () => {
  const row = {
    name: 'quirks',
    type: 'string',
    default: '',
    words: ['shootout', 'foul'],
    doc: 'Quirks.',
  } as const;
  expect(describeRangeError(row, 'foul, shootout', 'player')).toBeUndefined();
  expect(describeRangeError(row, 'foul,offside', 'player')).toBe(
    "player::quirks: 'offside' is not a known name (allowed, separated by commas: shootout, foul)",
  );
});
