import { expect, it } from 'vitest';
import { InProcessMatch } from '../../test/harness.js';

it('whole matches with any seed have passes, goals and an end (spec 02 §7)', () => {
  let goals = 0;
  for (const seed of [1, 2, 3]) {
    const s = new InProcessMatch(seed, { nr_extra_halfs: 0, penalty_shoot_outs: false }).run();
    goals += s.score.l + s.score.r;
    expect(s.calls.get('half_time')).toBe(1);
    expect(s.calls.get('time_over')).toBe(1);
    expect(s.passes.l + s.passes.r).toBeGreaterThan(80);
    expect(s.longestChain).toBeGreaterThan(4);
    expect(s.playOn / s.cycles).toBeGreaterThan(0.5);
    expect(s.complaints).toEqual([]);
  }
  expect(goals).toBeGreaterThan(1);
});

it('a drawn match is decided by penalties (spec 06 §16)', () => {
  const match = new InProcessMatch(2, { half_time: 1, nr_extra_halfs: 0, pen_nr_kicks: 3 });
  const s = match.run();
  expect(s.calls.get('time_over')).toBe(1);
  const kicks = ['penalty_taken_l', 'penalty_taken_r'].map((call) => s.calls.get(call) ?? 0);
  expect(Math.min(...kicks)).toBeGreaterThan(1);
  expect([...s.calls.keys()].some((call) => call.startsWith('penalty_score_'))).toBe(true);
});
