import { describe, expect, it } from 'vitest';
import {
  createTestMatch,
  formatCalls,
  formatShows,
  mode,
  moveBall,
  place,
  run,
  type TestMatchOptions,
} from '../../test/harness.js';
import { evaluateRules } from '../events.js';
import { callKickOff } from './kick-off.js';

const start = (m: Parameters<typeof run>[0]) => {
  callKickOff(m.ctx);
};
const short: TestMatchOptions['server'] = { half_time: 1, extra_half_time: 1 };

describe('time rule (spec 06 §7, §24.12)', () => {
  it('a drawn match ends without a shootout (V03, spec 06 §24.15)', () => {
    const m = createTestMatch({ server: { ...short, penalty_shoot_outs: false } });
    m.world.wind.x = 1;
    run(m, 62, { 0: start, 15: start, 30: start, 45: start });
    expect(formatShows(m)).toBe(
      'kick_off_l 1.0..9.0 x9 | before_kick_off 10.0..10.5 x6 | kick_off_r 11.0..19.0 x9 | before_kick_off 20.0..20.5 x6 | kick_off_l 21.0..29.0 x9 | before_kick_off 30.0..30.5 x6 | kick_off_r 31.0..39.0 x9 | time_over 40.0..40.7 x8',
    );
    expect(formatCalls(m)).toBe(
      '0 kick_off_l | 10 half_time before_kick_off kick_off_r | 20 time_extended before_kick_off kick_off_l | 30 time_extended before_kick_off kick_off_r | 40 time_up time_over',
    );
    expect(m.counts.refillCapacity).toBe(1);
    expect(m.counts.recoverAll).toBe(2);
    expect(m.world.wind.x).toBe(-1);
  });

  it('with one team only, the match ends after the normal halves (V04)', () => {
    const m = createTestMatch({ server: short, right: 0 });
    run(m, 30, { 0: start, 15: start });
    expect(formatCalls(m)).toBe(
      '0 kick_off_l | 10 half_time before_kick_off kick_off_r | 20 time_up_without_a_team time_over',
    );
  });

  it('without extra time, a match with one team ends', () => {
    const m = createTestMatch({
      server: { ...short, nr_extra_halfs: 0, penalty_shoot_outs: false },
      right: 0,
    });
    run(m, 30, { 0: start, 15: start });
    expect(formatCalls(m)).toMatch(/20 time_up time_over$/);
  });

  it('golden goal in extra time ends the match with the ball in the goal (V05, spec 06 §24.13)', () => {
    const m = createTestMatch({ server: { ...short, golden_goal: true } });
    run(m, 45, {
      0: start,
      15: start,
      30: start,
      35: () => mode(m, 'play_on'),
      36: () => moveBall(m, 54, 0),
    });
    expect(formatCalls(m)).toMatch(/25 play_on \| 27 goal_l_1 time_over$/);
    expect(m.world.ball.pos.x).toBe(54);
    expect(m.world.left.score).toBe(1);
  });

  it('a late half-time call sets the time back (V06, spec 06 §24.14)', () => {
    const m = createTestMatch({ server: short });
    run(m, 66, { 0: start, 8: () => moveBall(m, 54, 0) });
    expect(formatShows(m)).toBe(
      'kick_off_l 1.0..8.0 x8 | goal_l 9.0..9.50 x51 | kick_off_r 10.0..10.0 x1 | before_kick_off 10.0..10.5 x6',
    );
    expect(formatCalls(m)).toBe('0 kick_off_l | 9 goal_l_1 kick_off_r | 11 half_time before_kick_off');
  });

  it('a kickoff in time_over gives one more cycle (V83)', () => {
    const m = createTestMatch({ server: { ...short, penalty_shoot_outs: false, nr_extra_halfs: 0 } });
    run(m, 34, { 0: start, 15: start, 30: start });
    expect(formatCalls(m)).toMatch(/20 time_up time_over kick_off_l \| 21 time_up time_over$/);
  });

  it('the second extra half is played in full even if a side leads (V86)', () => {
    const m = createTestMatch({ server: short });
    run(m, 112, {
      0: start,
      15: start,
      30: start,
      35: () => mode(m, 'play_on'),
      36: () => moveBall(m, 54, 0),
      95: start,
    });
    expect(formatCalls(m)).toMatch(
      /27 goal_l_1 kick_off_r \| 30 time_extended before_kick_off kick_off_r \| 40 time_up time_over$/,
    );
  });

  it('a decided match ends with normal time', () => {
    const m = createTestMatch({ server: { ...short, start_goal_l: 1 } });
    run(m, 30, { 0: start, 15: start });
    expect(formatCalls(m)).toMatch(/20 time_up time_over$/);
  });

  it('half_time -1 disables the rule', () => {
    const m = createTestMatch({ server: { half_time: -1 } });
    m.world.time = 100_000;
    m.world.playMode = 'play_on';
    evaluateRules(m.ctx);
    expect(m.calls).toEqual([]);
  });

  it('at half time, players in the wrong half get random positions; while the clock stands, no calls are made', () => {
    const m = createTestMatch({ server: short });
    run(m, 10, { 0: start, 9: () => place(m, 'l1', 30, 5) });
    expect(m.world.players[0]?.pos.x).toBeLessThan(0);
    const stopped = createTestMatch({ server: { ...short, penalty_shoot_outs: false } });
    stopped.world.playMode = 'offside_l';
    stopped.world.time = 500;
    evaluateRules(stopped.ctx);
    expect(stopped.calls).toEqual([]);
  });
});
