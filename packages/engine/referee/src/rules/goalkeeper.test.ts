import { describe, expect, it } from 'vitest';
import {
  catchBall,
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  punch,
  run,
  type TestMatch,
} from '../../test/harness.js';

function keeper(x: number, y: number, ball: [number, number], degrees = 0): TestMatch {
  const m = createTestMatch({ goalies: ['l'] });
  mode(m, 'play_on');
  moveBall(m, ...ball);
  place(m, 'l1', x, y, degrees);
  return m;
}

describe('goalkeeper (spec 06 §12)', () => {
  it('a goalie holds a legal catch until the drop ball (V50, spec 06 §24.8, §24.42)', () => {
    const m = keeper(-45, 0, [-44, 0]);
    run(m, 104, { 1: () => catchBall(m, 'l1') });
    expect(formatShows(m)).toBe('play_on 1.0..1.0 x1 | free_kick_l 2.0..100.0 x99 | play_on 101.0..104.0 x4');
    expect(formatCalls(m)).toBe('0 play_on | 1 goalie_catch_ball_l free_kick_l | 101 drop_ball play_on');
    expect(m.world.catcher).toBe(-1);
  });

  it('punches are judged by their position (spec 06 §12.3, §24.43)', () => {
    const outside = keeper(-30, 0, [-29, 0]);
    punch(outside, 'l1');
    expect(outside.calls.at(-1)).toBe('0 catch_fault_l');
    const free = keeper(-45, 0, [-44, 0]);
    punch(free, 'l1');
    expect(free.calls).toEqual(['0 play_on']);
    const pass = keeper(-45, 0, [-44, 0]);
    place(pass, 'l2', -44, 0.9, 180);
    kick(pass, 'l2', 0);
    punch(pass, 'l1');
    expect(pass.calls).toEqual(['0 play_on']);
    run(pass, 1);
    punch(pass, 'l1');
    expect(pass.calls.at(-1)).toBe('1 back_pass_l');
  });
});
