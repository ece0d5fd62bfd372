import { expect, it } from 'vitest';
import { findMissedDone } from './team-limits.js';

const players = [
  { unum: 2, missedDoneCount: 3 },
  { unum: 7, missedDoneCount: 40 },
];

it('a player may leave as many cycles without (done) as the team is allowed', () => {
  expect(findMissedDone(players, {})).toBeNull();
  expect(findMissedDone(players, { missedDone: 40 })).toBeNull();
});

it('a player that left more cycles without (done) is named with the limit', () => {
  expect(findMissedDone(players, { missedDone: 39 })).toBe(
    'did not answer with (done): player 7 in 40 cycles; limits.missedDone allows 39',
  );
  expect(findMissedDone([{ unum: 1, missedDoneCount: 41 }], {})).toMatch(/player 1 in 41 cycles/);
});

it('a limit of 0 allows no cycle without (done)', () => {
  expect(findMissedDone(players, { missedDone: 0 })).toMatch(/player 2 in 3 cycles/);
});
