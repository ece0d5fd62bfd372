import { expect, it } from 'vitest';
import { parseDumpTimes } from './dump-times.js';

it('moments are cycles with an optional cycle of stopped play', () => {
  expect(parseDumpTimes('100, 200:5')).toEqual([
    { cycle: 100, stoppage: 0 },
    { cycle: 200, stoppage: 5 },
  ]);
});

it.each(['', 'x', '1;2', '-1', '1:', '1,'])('"%s" is not a list of moments', (text) => {
  expect(parseDumpTimes(text)).toBeNull();
});
