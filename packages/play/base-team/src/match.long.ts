import { expect, it } from 'vitest';
import { createBaseMatch } from '../test/statistics.js';

it('a whole match has passes, half time and an end, and no command is refused (spec 02 §7)', async () => {
  const {
    game,
    statistics: s,
    cycle,
  } = await createBaseMatch(1, {
    nr_extra_halfs: 0,
    penalty_shoot_outs: false,
  });
  while (cycle());
  expect(s.calls.get('half_time')).toBe(1);
  expect(s.calls.get('time_over')).toBe(1);
  expect(s.passes.l + s.passes.r).toBeGreaterThan(80);
  expect(s.longestChain).toBeGreaterThan(4);
  expect(s.playOn / s.cycles).toBeGreaterThan(0.5);
  expect(game.complaints).toEqual([]);
});

it('a drawn match is decided by penalties (spec 06 §16)', async () => {
  const { statistics: s, cycle } = await createBaseMatch(2, {
    half_time: 1,
    nr_extra_halfs: 0,
    pen_nr_kicks: 3,
  });
  while (cycle());
  expect(s.calls.get('time_over')).toBe(1);
  const kicks = ['penalty_taken_l', 'penalty_taken_r'].map((call) => s.calls.get(call) ?? 0);
  expect(Math.min(...kicks)).toBeGreaterThan(1);
  expect([...s.calls.keys()].some((call) => call.startsWith('penalty_score_'))).toBe(true);
});
