import { describe, expect, it } from 'vitest';
import {
  ballAt,
  createTestMatch,
  dash,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  placeAsTrainer,
  positionOf,
  run,
  type TestMatch,
} from '../../test/harness.js';

const _atBall = (m: TestMatch) => place(m, 'l1', -0.5, 0, 0);

describe('goal kick (spec 06 §10)', () => {
  it('a goal kick ends when the ball leaves the area; opponents are moved out of it (V24, spec 06 §24.23)', () => {
    const m = createTestMatch();
    place(m, 'r1', -40, 0);
    place(m, 'r2', -50, 19);
    place(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    run(m, 13, { 1: () => kick(m, 'l1', 60) });
    expect(formatShows(m)).toBe('goal_kick_l 1.0..10.0 x10 | play_on 11.0..13.0 x3');
    expect(positionOf(m, 'r1')[0]).toBeCloseTo(-35.7, 10);
    expect(positionOf(m, 'r2')).toEqual([-50, 20.46]);
  });

  it('an opponent’s kick or touch repeats the goal kick (V25, spec 06 §24.23)', () => {
    const m = createTestMatch();
    place(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    run(m, 4, {
      1: () => kick(m, 'l1', 5),
      2: () => {
        place(m, 'r1', -47, 9.9, 180);
        kick(m, 'r1', 100);
      },
    });
    expect(formatCalls(m)).toBe('0 goal_kick_l | 2 goal_kick_l');
    expect(m.ctx.state.setPlay.goalKicks).toBe(-1);
    expect(ballAt(m)).toEqual([-47, 9.16]);
    placeAsTrainer(m, 'r2', -47, 9.1);
    expect(m.calls.at(-1)).toBe('4 goal_kick_l');
  });

  it('without a kick, the ball of a goal kick is dropped at the corner of the area (V26, spec 06 §24.21, §24.22)', () => {
    const m = createTestMatch();
    mode(m, 'goal_kick_l');
    moveBall(m, -47, -9.16);
    run(m, 101);
    expect(formatCalls(m)).toBe('0 goal_kick_l | 100 drop_ball play_on');
    expect(m.world.ball.pos.x).toBeCloseTo(-36, 8);
    expect(m.world.ball.pos.y).toBeCloseTo(-20.16, 8);
  });

  it('with proper_goal_kicks the third failed attempt gives the other side a free kick (V27, spec 06 §24.24)', () => {
    const m = createTestMatch({ server: { proper_goal_kicks: true } });
    place(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    const shoot = () => kick(m, 'l1', 1);
    run(m, 99, { 1: shoot, 39: shoot, 79: shoot });
    expect(formatCalls(m)).toBe('0 goal_kick_l | 17 goal_kick_l | 55 goal_kick_l | 95 free_kick_r');
    expect(m.world.ball.pos.y).toBeCloseTo(20.16, 8);
  });

  it('a double touch in a goal kick is a fault after a dash if free_kick_faults is on (spec 06 §24.25)', () => {
    const again = (faults: boolean, proper: boolean) => {
      const m = createTestMatch({ server: { free_kick_faults: faults, proper_goal_kicks: proper } });
      place(m, 'l1', -47.5, 9.16, 0);
      mode(m, 'goal_kick_l');
      moveBall(m, -47, 9.16);
      run(m, 3, {
        0: () => kick(m, 'l1', 1),
        1: () => dash(m, 'l1', 1),
        2: () => kick(m, 'l1', 1),
      });
      return formatCalls(m);
    };
    expect(again(true, false)).toBe('0 goal_kick_l | 2 free_kick_fault_l');
    // The second kick repeats the goal kick and then counts as the new first kick. The ball is at rest, so the
    // evaluation at the end of the step repeats the goal kick again.
    expect(again(false, true)).toBe('0 goal_kick_l | 2 goal_kick_l | 3 goal_kick_l');
    expect(again(false, false)).toBe('0 goal_kick_l');
  });
});
