import { PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  createTestMatch,
  dash,
  formatCalls,
  formatShows,
  kick,
  mode,
  place,
  player,
  run,
  type TestMatch,
} from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

const atBall = (m: TestMatch) => place(m, 'l1', -0.5, 0, 0);

describe('free-kick fault (spec 06 §10)', () => {
  it('a taker that dashes and kicks again makes a fault (V02, spec 06 §24.11, §24.25)', () => {
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
    expect(formatCalls(m)).toBe('0 kick_off_l | 2 play_on | 4 free_kick_fault_l free_kick_r');
    expect(formatShows(m)).toBe(
      'kick_off_l 1.0..2.0 x2 | play_on 3.0..4.0 x2 | free_kick_fault_l 4.1..4.30 x30 | free_kick_r 5.0..10.0 x6',
    );
  });

  it('kicks without a dash count as one kick (V22); a touch after a dash is a fault (V23, spec 06 §24.25)', () => {
    const twice = createTestMatch();
    atBall(twice);
    mode(twice, 'free_kick_l');
    run(twice, 4, { 1: () => kick(twice, 'l1', 5), 2: () => kick(twice, 'l1', 10) });
    expect(formatCalls(twice)).toBe('0 free_kick_l | 1 play_on');
    const into = createTestMatch();
    atBall(into);
    mode(into, 'free_kick_l');
    run(into, 36, { 1: () => kick(into, 'l1', 1), 2: () => dash(into, 'l1', 100) });
    expect(formatCalls(into)).toBe('0 free_kick_l | 1 play_on | 2 free_kick_fault_l | 3 free_kick_r');
  });

  it('without free_kick_faults, no fault is called; a kick by another player ends the restart (spec 06 §24.25)', () => {
    const off = createTestMatch({ server: { free_kick_faults: false } });
    atBall(off);
    mode(off, 'free_kick_l');
    run(off, 5, {
      1: () => kick(off, 'l1', 1),
      2: () => dash(off, 'l1', 10),
      3: () => kick(off, 'l1', 1),
    });
    expect(formatCalls(off)).toBe('0 free_kick_l | 1 play_on');
    const other = createTestMatch();
    atBall(other);
    mode(other, 'free_kick_l');
    run(other, 6, {
      1: () => kick(other, 'l1', 1),
      2: () => dash(other, 'l1', 1),
      3: () => {
        place(other, 'l2', 0.5, 0, 180);
        kick(other, 'l2', 0);
      },
      4: () => kick(other, 'l1', 1),
    });
    expect(formatCalls(other)).toBe('0 free_kick_l | 1 play_on');
  });
});
