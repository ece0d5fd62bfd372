import { PlayerState } from '@rcss/core';
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
  player,
  positionOf,
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

describe('back pass (spec 06 §12)', () => {
  it('a back pass is called, and players are moved away from the ball twice (V53, spec 06 §24.8, §24.43, §24.44)', () => {
    const m = keeper(-51, 2, [-45.5, 2]);
    place(m, 'l2', -45, 2, 180);
    run(m, 3, { 1: () => kick(m, 'l2', 50), 2: () => moveBall(m, -50.2, 2) });
    catchBall(m, 'l1');
    expect(player(m, 'l2').state & PlayerState.BACK_PASS).toBe(PlayerState.BACK_PASS);
    run(m, 26);
    expect(positionOf(m, 'l1')[0]).toBeCloseTo(-52.5, 4);
    expect(positionOf(m, 'l2')[0]).toBeCloseTo(-41.2, 4);
    run(m, 5);
    expect(positionOf(m, 'l2')[0]).toBeCloseTo(-37.55, 4);
    run(m, 102);
    expect(formatShows(m)).toBe(
      'play_on 1.0..3.0 x3 | back_pass_l 3.1..3.30 x30 | indirect_free_kick_r 4.0..103.0 x100 | play_on 104.0..106.0 x3',
    );
    expect(formatCalls(m)).toBe(
      '0 play_on | 3 goalie_catch_ball_l back_pass_l indirect_free_kick_r | 104 drop_ball play_on',
    );
  });

  it('after an opponent’s kick the catch is legal (V54, spec 06 §24.43)', () => {
    const m = keeper(-49, 0, [-45.5, 0]);
    place(m, 'r2', -45, 0, 180);
    run(m, 4, {
      1: () => kick(m, 'r2', 50),
      2: () => moveBall(m, -48.2, 0),
      3: () => catchBall(m, 'l1'),
    });
    expect(formatCalls(m)).toBe('0 play_on | 3 goalie_catch_ball_l free_kick_l');
    expect(m.world.catcher).toBe(0);
  });

  it('a goalie that catches its own kick after its own free kick makes a back pass (V55, spec 06 §24.43)', () => {
    const m = keeper(-45, 0, [-44, 0]);
    run(m, 10, { 1: () => catchBall(m, 'l1'), 3: () => kick(m, 'l1', 5), 8: () => catchBall(m, 'l1') });
    expect(formatCalls(m)).toBe(
      '0 play_on | 1 goalie_catch_ball_l free_kick_l | 3 play_on | 8 goalie_catch_ball_l back_pass_l',
    );
  });

  it('a kick and a catch in one cycle are legal; so is the goalie’s kick after an opponent’s (spec 06 §12.2, §24.43)', () => {
    const same = keeper(-45, 0, [-44, 0]);
    kick(same, 'l1', 1);
    catchBall(same, 'l1');
    expect(formatCalls(same)).toBe('0 play_on goalie_catch_ball_l free_kick_l');
    const afterOpponent = keeper(-45, 0, [-44, 0]);
    place(afterOpponent, 'r1', -43.3, 0, 180);
    run(afterOpponent, 3, {
      0: () => kick(afterOpponent, 'r1', 0),
      1: () => kick(afterOpponent, 'l1', 0),
      2: () => catchBall(afterOpponent, 'l1'),
    });
    expect(formatCalls(afterOpponent)).toBe('0 play_on | 2 goalie_catch_ball_l free_kick_l');
  });

  it('kicks of both teams in one cycle clear the last passer; a later touch of an opponent does not (spec 06 §12.1, §24.43)', () => {
    const both = keeper(-45, 0, [-44, 0]);
    place(both, 'l2', -44, 0.9, 180);
    place(both, 'r1', -44, -0.9, 180);
    run(both, 2, {
      0: () => {
        kick(both, 'l2', 0);
        kick(both, 'r1', 0);
      },
      1: () => catchBall(both, 'l1'),
    });
    expect(formatCalls(both)).toBe('0 play_on | 1 goalie_catch_ball_l free_kick_l');
    const deflected = keeper(-45, 0, [-44, 0]);
    place(deflected, 'l2', -44, 0.9, 180);
    run(deflected, 3, {
      0: () => kick(deflected, 'l2', 0),
      1: () => place(deflected, 'r1', -43.7, 0),
      2: () => catchBall(deflected, 'l1'),
    });
    expect(formatCalls(deflected)).toBe('0 play_on | 2 goalie_catch_ball_l back_pass_l');
  });

  it('without back_passes, back passes are not called', () => {
    const m = createTestMatch({ goalies: ['l'], server: { back_passes: false } });
    mode(m, 'play_on');
    moveBall(m, -44, 0);
    place(m, 'l1', -45, 0);
    place(m, 'l2', -44, 0.9);
    kick(m, 'l2', 0);
    run(m, 1);
    catchBall(m, 'l1');
    expect(m.calls.at(-1)).toBe('1 free_kick_l');
  });

  it('back_pass_r set a second time ends after one step, back_pass_l does not (V75, V76, spec 06 §24.61)', () => {
    for (const [name, shows] of [
      ['back_pass_r', 1],
      ['back_pass_l', 31],
      ['catch_fault_r', 1],
      ['catch_fault_l', 31],
    ] as const) {
      const m = createTestMatch();
      mode(m, name);
      run(m, 40);
      mode(m, 'play_on');
      mode(m, name);
      let steps = 0;
      while (m.world.playMode === name && steps < 100) {
        run(m, 1);
        steps += 1;
      }
      expect([name, steps]).toEqual([name, shows]);
    }
  });
});
