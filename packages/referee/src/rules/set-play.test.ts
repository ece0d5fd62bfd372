import { PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  ballAt,
  blocks,
  createTestMatch,
  dash,
  heard,
  kick,
  mode,
  moveBall,
  placeOf,
  player,
  put,
  run,
  step,
  type TestMatch,
  tackle,
  trainerPut,
} from '../../test/harness.js';
import { callKickOff } from '../index.js';

const atBall = (m: TestMatch) => put(m, 'l1', -0.5, 0, 0);

describe('06 §10: set plays', () => {
  it('V01, 06 §24.21: a kick-off that nobody takes is dropped', () => {
    const m = createTestMatch();
    run(m, 102, { 0: () => void callKickOff(m.ctx) });
    expect(blocks(m)).toBe('kick_off_l 1.0..99.0 x99 | play_on 100.0..102.0 x3');
    expect(heard(m)).toBe('0 kick_off_l | 100 drop_ball play_on');
  });

  it('V82, 06 §24.26: never with drop_ball_time 0', () => {
    const m = createTestMatch({ server: { drop_ball_time: 0 } });
    run(m, 150, { 0: () => void callKickOff(m.ctx) });
    expect(blocks(m)).toBe('kick_off_l 1.0..150.0 x150');
  });

  it('V02, 06 §24.11, §24.25: the taker dashes and kicks again', () => {
    const m = createTestMatch();
    run(m, 3, {
      0: () => void callKickOff(m.ctx),
      1: () => atBall(m),
      2: () => kick(m, 'l1', 5),
    });
    dash(m, 'l1', 20);
    run(m, 1);
    kick(m, 'l1', 10);
    expect(player(m, 'l1').state & PlayerState.FREE_KICK_FAULT).toBe(PlayerState.FREE_KICK_FAULT);
    run(m, 36);
    expect(heard(m)).toBe('0 kick_off_l | 2 play_on | 4 free_kick_fault_l free_kick_r');
    expect(blocks(m)).toBe(
      'kick_off_l 1.0..2.0 x2 | play_on 3.0..4.0 x2 | free_kick_fault_l 4.1..4.30 x30 | free_kick_r 5.0..10.0 x6',
    );
  });

  it('V22, 06 §24.25: kicks without a dash are one kick; V23: a touch after a dash is a fault', () => {
    const twice = createTestMatch();
    atBall(twice);
    mode(twice, 'free_kick_l');
    run(twice, 4, { 1: () => kick(twice, 'l1', 5), 2: () => kick(twice, 'l1', 10) });
    expect(heard(twice)).toBe('0 free_kick_l | 1 play_on');
    const into = createTestMatch();
    atBall(into);
    mode(into, 'free_kick_l');
    run(into, 36, { 1: () => kick(into, 'l1', 1), 2: () => dash(into, 'l1', 100) });
    expect(heard(into)).toBe('0 free_kick_l | 1 play_on | 2 free_kick_fault_l | 3 free_kick_r');
  });

  it('06 §24.25: free_kick_faults off: no fault; a kick by another player ends the restart', () => {
    const off = createTestMatch({ server: { free_kick_faults: false } });
    atBall(off);
    mode(off, 'free_kick_l');
    run(off, 5, {
      1: () => kick(off, 'l1', 1),
      2: () => dash(off, 'l1', 10),
      3: () => kick(off, 'l1', 1),
    });
    expect(heard(off)).toBe('0 free_kick_l | 1 play_on');
    const other = createTestMatch();
    atBall(other);
    mode(other, 'free_kick_l');
    run(other, 6, {
      1: () => kick(other, 'l1', 1),
      2: () => dash(other, 'l1', 1),
      3: () => {
        put(other, 'l2', 0.5, 0, 180);
        kick(other, 'l2', 0);
      },
      4: () => kick(other, 'l1', 1),
    });
    expect(heard(other)).toBe('0 free_kick_l | 1 play_on');
  });

  it('V20, V21, 06 §24.17, §24.19: a kick without power starts play, a missed one does not; opponents are kept away', () => {
    const m = createTestMatch();
    put(m, 'l1', -5, 0);
    mode(m, 'free_kick_l');
    run(m, 3, { 1: () => kick(m, 'l1', 100), 2: () => trainerPut(m, 'r1', 2, 0) });
    expect(heard(m)).toBe('0 free_kick_l');
    expect(placeOf(m, 'r1')[0]).toBeCloseTo(9.45, 3);
    atBall(m);
    kick(m, 'l1', 0);
    expect(m.world.playMode).toBe('play_on');
  });

  it('06 §24.17: touches never start play, tackles do', () => {
    const m = createTestMatch();
    mode(m, 'free_kick_l');
    put(m, 'l1', 0.1, 0);
    run(m, 2);
    expect(m.world.playMode).toBe('free_kick_l');
    tackle(m, 'l1');
    expect(m.world.playMode).toBe('play_on');
  });

  it('V24, 06 §24.23: a goal kick ends when the ball leaves the area; opponents are sent out of it', () => {
    const m = createTestMatch();
    put(m, 'r1', -40, 0);
    put(m, 'r2', -50, 19);
    put(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    run(m, 13, { 1: () => kick(m, 'l1', 60) });
    expect(blocks(m)).toBe('goal_kick_l 1.0..10.0 x10 | play_on 11.0..13.0 x3');
    expect(placeOf(m, 'r1')[0]).toBeCloseTo(-35.7, 10);
    expect(placeOf(m, 'r2')).toEqual([-50, 20.46]);
  });

  it('V25, 06 §24.23: an opponent’s kick or touch repeats the goal kick', () => {
    const m = createTestMatch();
    put(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    run(m, 4, {
      1: () => kick(m, 'l1', 5),
      2: () => {
        put(m, 'r1', -47, 9.9, 180);
        kick(m, 'r1', 100);
      },
    });
    expect(heard(m)).toBe('0 goal_kick_l | 2 goal_kick_l');
    expect(m.ctx.state.setPlay.goalKicks).toBe(-1);
    expect(ballAt(m)).toEqual([-47, 9.16]);
    trainerPut(m, 'r2', -47, 9.1);
    expect(m.calls.at(-1)).toBe('4 goal_kick_l');
  });

  it('V26, 06 §24.21, §24.22: a goal kick that nobody takes is dropped at the corner of the area', () => {
    const m = createTestMatch();
    mode(m, 'goal_kick_l');
    moveBall(m, -47, -9.16);
    run(m, 101);
    expect(heard(m)).toBe('0 goal_kick_l | 100 drop_ball play_on');
    expect(m.world.ball.pos.x).toBeCloseTo(-36, 8);
    expect(m.world.ball.pos.y).toBeCloseTo(-20.16, 8);
  });

  it('V27, 06 §24.24: with proper_goal_kicks the third failed attempt gives the other side a free kick', () => {
    const m = createTestMatch({ server: { proper_goal_kicks: true } });
    put(m, 'l1', -47.5, 9.16, 0);
    mode(m, 'goal_kick_l');
    moveBall(m, -47, 9.16);
    const shoot = () => kick(m, 'l1', 1);
    run(m, 99, { 1: shoot, 39: shoot, 79: shoot });
    expect(heard(m)).toBe('0 goal_kick_l | 17 goal_kick_l | 55 goal_kick_l | 95 free_kick_r');
    expect(m.world.ball.pos.y).toBeCloseTo(20.16, 8);
  });

  it('06 §24.25: double touch in a goal kick: fault after a dash, with free_kick_faults', () => {
    const again = (faults: boolean, proper: boolean) => {
      const m = createTestMatch({ server: { free_kick_faults: faults, proper_goal_kicks: proper } });
      put(m, 'l1', -47.5, 9.16, 0);
      mode(m, 'goal_kick_l');
      moveBall(m, -47, 9.16);
      run(m, 3, {
        0: () => kick(m, 'l1', 1),
        1: () => dash(m, 'l1', 1),
        2: () => kick(m, 'l1', 1),
      });
      return heard(m);
    };
    expect(again(true, false)).toBe('0 goal_kick_l | 2 free_kick_fault_l');
    // The repeated one counts as taken, and its ball lies still.
    expect(again(false, true)).toBe('0 goal_kick_l | 2 goal_kick_l | 3 goal_kick_l');
    expect(again(false, false)).toBe('0 goal_kick_l');
  });

  it('V77, 06 §24.18, §24.61: drop_ball of a trainer stays and keeps everybody away; V78: a moving ball starts play', () => {
    const m = createTestMatch();
    mode(m, 'drop_ball');
    run(m, 3, { 1: () => trainerPut(m, 'l1', -1, 0), 2: () => kick(m, 'l1', 50) });
    expect(m.world.playMode).toBe('drop_ball');
    expect(placeOf(m, 'l1')[0]).toBeCloseTo(-9.45, 3);
    moveBall(m, 0, 0, 1, 0);
    step(m);
    expect(m.world.playMode).toBe('play_on');
  });

  it('06 §18.2, §24.61: pause clears the opponents of the kick-off side in each step, never ends, and a kick starts play', () => {
    const m = createTestMatch();
    atBall(m);
    mode(m, 'pause');
    run(m, 200, { 150: () => put(m, 'r1', 2, 0) });
    expect(m.world.playMode).toBe('pause');
    expect(placeOf(m, 'r1')[0]).toBeCloseTo(9.45, 3);
    kick(m, 'l1', 1);
    expect(m.world.playMode).toBe('play_on');
  });
});
