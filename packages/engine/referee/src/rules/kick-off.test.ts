import { describe, expect, it } from 'vitest';
import { ballAt, createTestMatch } from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

describe('callKickOff (spec 06 §17, §24.15)', () => {
  it.each([
    [0, 'l', 1, 1],
    [3000, 'r', 1, 0],
    [6000, 'l', 0, 0],
    [7000, 'r', 0, 0],
    [1, null, 0, 0],
    [2999, null, 0, 0],
    [6500, null, 0, 0],
  ] as const)('at time %i the kickoff side is %s', (time, side, recovered, assigned) => {
    const m = createTestMatch();
    m.world.time = time;
    m.world.playMode = 'play_on';
    m.world.ball.pos.x = 10;
    expect(callKickOff(m.ctx)).toBe(side);
    expect(m.counts).toEqual({ recoverAll: recovered, refillCapacity: 0, assignPlayerTypes: assigned });
    expect(m.calls).toEqual(side === null ? [] : [`${time} kick_off_${side}`]);
    expect(ballAt(m)[0]).toBe(side === null ? 10 : 0);
    expect(m.world.time).toBe(time);
  });

  it('works without rules and without halves', () => {
    const m = createTestMatch({ server: { coach: true, half_time: -1 } });
    m.world.time = 77;
    expect(callKickOff(m.ctx)).toBe('l');
    expect(m.counts.recoverAll).toBe(0);
  });
});
