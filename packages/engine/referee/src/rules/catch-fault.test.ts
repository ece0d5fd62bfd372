import { describe, expect, it } from 'vitest';
import {
  ballAt,
  catchBall,
  createTestMatch,
  dash,
  formatCalls,
  formatShows,
  mode,
  moveBall,
  place,
  run,
  type TestMatch,
  tackle,
} from '../../test/harness.js';

function keeper(x: number, y: number, ball: [number, number], degrees = 0): TestMatch {
  const m = createTestMatch({ goalies: ['l'] });
  mode(m, 'play_on');
  moveBall(m, ...ball);
  place(m, 'l1', x, y, degrees);
  return m;
}

describe('catch fault (spec 06 §12)', () => {
  it('a catch outside the penalty area is a catch fault (V51, spec 06 §24.8, §24.42, §24.45)', () => {
    const m = keeper(-30, 0, [-29, 0]);
    run(m, 36, { 1: () => catchBall(m, 'l1') });
    expect(formatShows(m)).toBe(
      'play_on 1.0..1.0 x1 | catch_fault_l 1.1..1.30 x30 | free_kick_r 2.0..6.0 x5',
    );
    expect(formatCalls(m)).toBe('0 play_on | 1 goalie_catch_ball_l catch_fault_l free_kick_r');
  });

  it('carrying the ball out of the area is a catch fault (V52)', () => {
    const m = keeper(-37, 0, [-36.2, 0]);
    run(m, 38, { 1: () => catchBall(m, 'l1'), 2: () => dash(m, 'l1', 100) });
    expect(formatShows(m)).toBe(
      'play_on 1.0..1.0 x1 | free_kick_l 2.0..2.0 x1 | catch_fault_l 3.0..3.30 x31 | free_kick_r 4.0..8.0 x5',
    );
  });

  it('carrying the ball over the own goal line is an own goal between the posts, else a catch fault (V56, V57, spec 06 §24.34, §24.45)', () => {
    for (const [y, call] of [
      [0, 'goal_r_1'],
      [12, 'catch_fault_l'],
    ] as const) {
      const m = keeper(-50.7, y, [-51.5, y], 180);
      run(m, 6, {
        1: () => catchBall(m, 'l1'),
        2: () => dash(m, 'l1', 100),
        3: () => dash(m, 'l1', 100),
      });
      expect(formatCalls(m)).toBe(`0 play_on | 1 goalie_catch_ball_l free_kick_l | 4 ${call}`);
      if (y === 12) expect(ballAt(m)[0]).toBeCloseTo(-36, 8);
    }
  });

  it('a tackle during catch_fault restarts play (V67, spec 06 §24.51)', () => {
    const m = keeper(-30, 0, [-29, 0]);
    run(m, 8, {
      1: () => catchBall(m, 'l1'),
      4: () => {
        place(m, 'r1', -29, 0.6, -90);
        tackle(m, 'r1');
      },
    });
    expect(formatCalls(m)).toBe('0 play_on | 1 goalie_catch_ball_l catch_fault_l play_on');
  });
});
