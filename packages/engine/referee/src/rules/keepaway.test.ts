import { describe, expect, it } from 'vitest';
import {
  ballAt,
  createTestMatch,
  formatCalls,
  mode,
  moveBall,
  place,
  run,
  step,
} from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

describe('keepaway (spec 06 §15)', () => {
  it('episodes, log lines and positions match vector KA1 (spec 06 §24.53)', () => {
    const m = createTestMatch({ server: { keepaway: true, half_time: -1 }, left: 3, right: 2 });
    callKickOff(m.ctx);
    expect(ballAt(m)).toEqual([-6, -6]);
    run(m, 16, {
      5: () => moveBall(m, 10.5, 0),
      10: () => {
        moveBall(m, 0, 0);
        place(m, 'r1', 0.5, 0);
      },
    });
    expect(formatCalls(m)).toBe('0 play_on | 6 training Keepaway 1 | 15 training Keepaway 1');
    expect(m.world.playMode).toBe('play_on');
    expect(m.keepaway.slice(0, 3)).toEqual(['# Keepers: 3', '# Takers:  2', '# Region:  20 x 20']);
    expect(m.keepaway.slice(10)).toEqual(['#', '1\t0\t6\t6\to', '2\t6\t15\t9\tt']);
    expect(m.counts.recoverAll).toBe(3);
  });

  it('three keepers are placed in three corners, the takers in the fourth (spec 05 §21)', () => {
    const corners = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const m = createTestMatch({ server: { keepaway: true, half_time: -1 }, left: 4, right: 2, seed });
      mode(m, 'play_on');
      const [a, b, c, d] = m.world.players;
      const at = [a, b, c, d].map((p) =>
        p === undefined || Math.abs(p.pos.x) <= 1 ? 'middle' : `${Math.sign(p.pos.x)},${Math.sign(p.pos.y)}`,
      );
      expect([...at].sort()).toEqual(['-1,-1', '1,-1', '1,1', 'middle']);
      corners.add(at[0] as string);
      for (const p of m.world.players.filter((q) => q.enabled && q.side === 'r')) {
        expect(p.pos.x).toBeLessThanOrEqual(-7);
        expect(p.pos.y).toBeGreaterThanOrEqual(7);
      }
    }
    expect(corners.size).toBeGreaterThan(1);
  });

  it('keepaway_start starts play after the given wall time', () => {
    const m = createTestMatch({ server: { keepaway: true, keepaway_start: 5 } });
    m.wallSeconds = 100;
    step(m);
    m.wallSeconds = 105;
    step(m);
    expect(m.calls).toEqual([]);
    m.wallSeconds = 105.1;
    step(m);
    expect(m.calls).toEqual(['0 play_on']);
  });
});
