import { describe, expect, it } from 'vitest';
import {
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  positionOf,
  run,
} from '../../test/harness.js';

describe('goals (spec 06 §11)', () => {
  it('after 51 shows of a goal, all players are in their half for the kickoff (V10, spec 06 §24.7, §24.32)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    moveBall(m, 50, 0, 2, 0);
    place(m, 'l1', 47, 0);
    place(m, 'l2', 30, 20);
    run(m, 3);
    expect(positionOf(m, 'l1')[0]).toBeCloseTo(44.43, 4);
    expect(m.world.left.score).toBe(1);
    run(m, 55);
    expect(formatShows(m)).toBe('play_on 1.0..1.0 x1 | goal_l 2.0..2.50 x51 | kick_off_r 3.0..8.0 x6');
    expect(formatCalls(m)).toBe('0 play_on | 2 goal_l_1 kick_off_r');
    expect(positionOf(m, 'l1')[0]).toBeCloseTo(-9.45, 4);
    expect(positionOf(m, 'l2')).toEqual([-0.3, 20]);
  });

  it('the line from the previous position of the ball decides (V11, V12, spec 06 §24.29)', () => {
    for (const [y, call] of [
      [7.1, 'goal_l_1'],
      [7.3, 'goal_kick_r'],
    ] as const) {
      const m = createTestMatch();
      mode(m, 'play_on');
      run(m, 4, { 3: () => moveBall(m, 53, y) });
      expect(formatCalls(m)).toBe(`0 play_on | 4 ${call}`);
    }
  });

  it('a side without a team does not score (V17, spec 06 §24.7)', () => {
    const m = createTestMatch({ right: 0 });
    mode(m, 'play_on');
    run(m, 2, { 1: () => moveBall(m, -53, 0) });
    expect(formatCalls(m)).toBe('0 play_on | 2 goal_r_0');
    expect(m.world.right.score).toBe(0);
  });

  it('the height on the line decides between goal and goal kick (spec 12 §8.3)', () => {
    const server = { experimental_height: true, '2d_mode': false };
    for (const [z, call] of [
      [1.9, 'goal_l_1'],
      [2.3, 'goal_kick_r'],
    ] as const) {
      const m = createTestMatch({ server });
      mode(m, 'play_on');
      run(m, 4, {
        2: () => {
          moveBall(m, 51.585, 0);
          m.world.ball.z = 1.8;
        },
        3: () => {
          moveBall(m, 53.585, 0);
          m.world.ball.z = z;
        },
      });
      // Half of the way is behind the line.
      const half = (1.8 + z) / 2;
      expect([half > 2, formatCalls(m)]).toEqual([call !== 'goal_l_1', `0 play_on | 4 ${call}`]);
    }
  });

  it('a goal from an indirect free kick needs a second player, also after a drop ball (V28, V29, V85, spec 06 §24.33)', () => {
    const direct = createTestMatch();
    place(direct, 'l1', 39.5, 0, 0);
    moveBall(direct, 40, 0);
    mode(direct, 'indirect_free_kick_l');
    run(direct, 3, { 1: () => kick(direct, 'l1', 20), 2: () => moveBall(direct, 51, 0, 2, 0) });
    expect(formatCalls(direct)).toBe('0 indirect_free_kick_l | 1 play_on | 3 goal_kick_r');
    const second = createTestMatch();
    place(second, 'l1', 39.5, 0, 0);
    moveBall(second, 40, 0);
    mode(second, 'indirect_free_kick_l');
    run(second, 6, {
      1: () => kick(second, 'l1', 20),
      2: () => {
        moveBall(second, 45, 0);
        place(second, 'l2', 44.5, 0, 0);
      },
      3: () => kick(second, 'l2', 1),
      4: () => moveBall(second, 51, 0, 2, 0),
    });
    expect(formatCalls(second)).toBe('0 indirect_free_kick_l | 1 play_on | 5 goal_l_1');
    const late = createTestMatch();
    moveBall(late, 20, 0);
    mode(late, 'indirect_free_kick_l');
    run(late, 106, {
      102: () => place(late, 'l1', 19.5, 0, 0),
      103: () => kick(late, 'l1', 20),
      104: () => moveBall(late, 51, 0, 2, 0),
    });
    expect(formatCalls(late)).toBe('0 indirect_free_kick_l | 100 drop_ball play_on | 105 goal_kick_r');
  });

  it('an own goal from an indirect free kick is a corner kick (spec 06 §24.33)', () => {
    const m = createTestMatch();
    place(m, 'l1', -39.5, 0, 180);
    moveBall(m, -40, 0);
    mode(m, 'indirect_free_kick_l');
    run(m, 3, { 1: () => kick(m, 'l1', 20), 2: () => moveBall(m, -51, 0, -2, 0) });
    expect(formatCalls(m)).toBe('0 indirect_free_kick_l | 1 play_on | 3 corner_kick_r');
  });

  it('the wait of a goal set by a trainer is not reset (spec 06 §18.2, §24.61)', () => {
    const m = createTestMatch();
    mode(m, 'goal_l');
    run(m, 51);
    expect(formatShows(m)).toBe('goal_l 0.1..0.50 x50 | kick_off_r 1.0..1.0 x1');
    mode(m, 'goal_r');
    run(m, 1);
    expect(m.world.playMode).toBe('kick_off_l');
  });
});
