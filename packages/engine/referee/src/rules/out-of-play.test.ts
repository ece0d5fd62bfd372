import { describe, expect, it } from 'vitest';
import {
  ballAt,
  createTestMatch,
  formatCalls,
  kick,
  mode,
  moveBall,
  place,
  run,
} from '../../test/harness.js';

describe('ball out of play (spec 06 §11.2)', () => {
  it('if no player touched the ball, it is dropped on the line (V14, spec 06 §24.30)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    moveBall(m, 10, 33, 0, 1.5);
    run(m, 4);
    expect(formatCalls(m)).toBe('0 play_on | 1 drop_ball play_on');
    expect(ballAt(m)).toEqual([10, 34]);
  });

  it('for y of 0 or less, the goal kick is on the side of negative y (V15, spec 06 §24.30, §24.31)', () => {
    const at = (y: number) => {
      const m = createTestMatch();
      mode(m, 'play_on');
      moveBall(m, -51, y, -2, 0);
      run(m, 1);
      expect(m.calls.at(-1)).toBe('1 goal_kick_l');
      return ballAt(m);
    };
    expect(at(-20)).toEqual([-47, -9.16]);
    expect(at(20)).toEqual([-47, 9.16]);
  });

  it('of two kicks in a cycle the stronger one counts; of equal kicks, the later one', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    moveBall(m, 0, 34);
    place(m, 'l1', -0.5, 34, 90);
    place(m, 'r1', 0.5, 34, 90);
    kick(m, 'l1', 100);
    kick(m, 'r1', 10);
    run(m, 1);
    expect(m.calls.at(-1)).toBe('1 kick_in_r');
  });
});
