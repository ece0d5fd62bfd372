import { createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createPeriods } from './periods.js';

describe('periods', () => {
  it('a half ends with its last cycle; extra halves and the shootout follow', () => {
    const { find, startOf, shootout } = createPeriods(createServerParams());
    expect([0, 1, 3000, 3001, 6000, 6001, 7001, 9000].map((time) => find(time, 'play_on'))).toEqual([
      1, 1, 1, 2, 2, 3, 4, 5,
    ]);
    expect(find(6000, 'penalty_setup_l')).toBe(shootout);
    expect([1, 2, 3, 5].map(startOf)).toEqual([0, 3000, 6000, 8000]);
  });

  it.each([
    { half_time: -1 },
    { half_time: 0 },
    { half_time: 1, simulator_step: 3000 },
    { half_time: -5, nr_extra_halfs: 0 },
    { half_time: -1, nr_normal_halfs: 0, extra_half_time: 0 },
  ])('%j is one period without an end', (server) => {
    const { find, startOf, shootout } = createPeriods(createServerParams(server));
    expect([0, 1, 2, 100, 6001, 1e6].map((time) => find(time, 'play_on'))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(find(100, 'time_over')).toBe(1);
    expect(find(100, 'penalty_setup_l')).toBe(shootout);
    expect(startOf(1)).toBe(0);
  });
});
