import { describe, expect, it } from 'vitest';
import { ballAt, createTestMatch, formatCalls, mode, place, positionOf, run } from '../test/harness.js';
import { callMonitorFoul } from './monitor-foul.js';

describe('monitorFoul, the command dispfoul (spec 06 §18.4, §24.62)', () => {
  it('awards a free kick; other numbers act like the right side (V72)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    run(m, 2);
    callMonitorFoul(m.ctx, 10, 5, 1);
    callMonitorFoul(m.ctx, 100, -5, -1);
    callMonitorFoul(m.ctx, -40, 0, 7);
    expect(formatCalls(m)).toBe('0 play_on | 2 foul_r free_kick_l foul_l free_kick_r foul_r free_kick_r');
    expect(ballAt(m)).toEqual([-40, 0]);
  });

  it('side 0 drops the ball without moving it out of penalty areas and returns players to the field (V73)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    place(m, 'l1', 70, 0);
    m.world.catcher = 0;
    callMonitorFoul(m.ctx, 56.25, 50, 0);
    expect(formatCalls(m)).toBe('0 play_on drop_ball play_on');
    expect(ballAt(m)).toEqual([52.5, 34]);
    expect(positionOf(m, 'l1')).toEqual([57.5, 0]);
    expect(m.world.catcher).toBe(-1);
    callMonitorFoul(m.ctx, 45, 0, 0);
    expect(ballAt(m)).toEqual([45, 0]);
  });

  it('in a shootout, free kicks are refused and a drop ball only places the ball (spec 10 §10.5)', () => {
    const m = createTestMatch();
    mode(m, 'penalty_taken_l');
    m.calls.length = 0;
    callMonitorFoul(m.ctx, 1, 1, 1);
    expect(ballAt(m)).toEqual([0, 0]);
    callMonitorFoul(m.ctx, 1, 1, 0);
    expect(ballAt(m)).toEqual([1, 1]);
    expect(m.calls).toEqual([]);
  });

  it('works without rules', () => {
    const m = createTestMatch({ server: { coach: true } });
    callMonitorFoul(m.ctx, 1, 1, 1);
    expect(m.calls).toEqual(['0 foul_r', '0 free_kick_l']);
  });
});
