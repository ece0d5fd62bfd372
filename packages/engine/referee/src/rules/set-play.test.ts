import { describe, expect, it } from 'vitest';
import {
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  placeAsTrainer,
  positionOf,
  run,
  step,
  type TestMatch,
  tackle,
} from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

const atBall = (m: TestMatch) => place(m, 'l1', -0.5, 0, 0);

describe('set plays (spec 06 §10)', () => {
  it('without a kick, the ball of a kickoff is dropped (V01, spec 06 §24.21)', () => {
    const m = createTestMatch();
    run(m, 102, { 0: () => void callKickOff(m.ctx) });
    expect(formatShows(m)).toBe('kick_off_l 1.0..99.0 x99 | play_on 100.0..102.0 x3');
    expect(formatCalls(m)).toBe('0 kick_off_l | 100 drop_ball play_on');
  });

  it('with drop_ball_time 0 the ball is never dropped (V82, spec 06 §24.26)', () => {
    const m = createTestMatch({ server: { drop_ball_time: 0 } });
    run(m, 150, { 0: () => void callKickOff(m.ctx) });
    expect(formatShows(m)).toBe('kick_off_l 1.0..150.0 x150');
  });

  it('a kick without power starts play, a missed kick does not; opponents are kept away (V20, V21, spec 06 §24.17, §24.19)', () => {
    const m = createTestMatch();
    place(m, 'l1', -5, 0);
    mode(m, 'free_kick_l');
    run(m, 3, { 1: () => kick(m, 'l1', 100), 2: () => placeAsTrainer(m, 'r1', 2, 0) });
    expect(formatCalls(m)).toBe('0 free_kick_l');
    expect(positionOf(m, 'r1')[0]).toBeCloseTo(9.45, 3);
    atBall(m);
    kick(m, 'l1', 0);
    expect(m.world.playMode).toBe('play_on');
  });

  it('touches never start play; tackles do (spec 06 §24.17)', () => {
    const m = createTestMatch();
    mode(m, 'free_kick_l');
    place(m, 'l1', 0.1, 0);
    run(m, 2);
    expect(m.world.playMode).toBe('free_kick_l');
    tackle(m, 'l1');
    expect(m.world.playMode).toBe('play_on');
  });

  it('drop_ball set by a trainer stays and keeps all players away (V77); a moving ball starts play (V78, spec 06 §24.18, §24.61)', () => {
    const m = createTestMatch();
    mode(m, 'drop_ball');
    run(m, 3, { 1: () => placeAsTrainer(m, 'l1', -1, 0), 2: () => kick(m, 'l1', 50) });
    expect(m.world.playMode).toBe('drop_ball');
    expect(positionOf(m, 'l1')[0]).toBeCloseTo(-9.45, 3);
    moveBall(m, 0, 0, 1, 0);
    step(m);
    expect(m.world.playMode).toBe('play_on');
  });

  it('pause moves the opponents of the kickoff side away in each step and never ends; a kick starts play (spec 06 §18.2, §24.61)', () => {
    const m = createTestMatch();
    atBall(m);
    mode(m, 'pause');
    run(m, 200, { 150: () => place(m, 'r1', 2, 0) });
    expect(m.world.playMode).toBe('pause');
    expect(positionOf(m, 'r1')[0]).toBeCloseTo(9.45, 3);
    kick(m, 'l1', 1);
    expect(m.world.playMode).toBe('play_on');
  });
});
