import { describe, expect, it } from 'vitest';
import { createTestMatch, formatCalls, mode, moveBall, run } from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

describe('ball stuck (spec 06 §8, §24.27)', () => {
  it('the ball is dropped after drop_ball_time evaluations (V70)', () => {
    const m = createTestMatch();
    run(m, 103, {
      0: () => {
        mode(m, 'play_on');
        moveBall(m, 2, 0);
      },
    });
    expect(formatCalls(m)).toBe('0 play_on | 100 drop_ball play_on');
  });

  it('with drop_ball_time 1 the ball is dropped in every cycle (V81, spec 06 §24.26)', () => {
    const m = createTestMatch({ server: { drop_ball_time: 1 } });
    run(m, 3, { 0: () => void callKickOff(m.ctx) });
    expect(formatCalls(m)).toBe(
      '0 kick_off_l | 1 drop_ball play_on | 2 drop_ball play_on | 3 drop_ball play_on',
    );
  });

  it('the distance is measured from the position of the last reset; the ball is dropped outside penalty areas (spec 06 §24.22)', () => {
    const m = createTestMatch({ server: { drop_ball_time: 10 } });
    mode(m, 'play_on');
    moveBall(m, 40, 0);
    run(m, 9, { 4: () => moveBall(m, 42.9, 0), 7: () => moveBall(m, 38, 0) });
    expect(m.calls).toEqual(['0 play_on']);
    run(m, 2);
    expect(m.calls.slice(1)).toEqual(['11 drop_ball', '11 play_on']);
    expect(m.world.ball.pos.x).toBeCloseTo(36, 8);
    expect(m.world.ball.pos.y).toBeCloseTo(-20.16, 8);
  });

  it('a move beyond the area restarts the count; area 0 disables the rule', () => {
    const m = createTestMatch({ server: { drop_ball_time: 10 } });
    mode(m, 'play_on');
    run(m, 15, { 8: () => moveBall(m, 3.1, 0) });
    expect(m.calls).toEqual(['0 play_on']);
    const off = createTestMatch({ server: { drop_ball_time: 10, ball_stuck_area: 0 } });
    mode(off, 'play_on');
    run(off, 30);
    expect(off.calls).toEqual(['0 play_on']);
  });
});
