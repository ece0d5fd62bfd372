import { describe, expect, it } from 'vitest';
import {
  ballAt,
  createTestMatch,
  formatCalls,
  kick,
  mode,
  moveBall,
  place,
  positionOf,
  run,
} from '../../test/harness.js';

describe('corner kick (spec 06 §11.2)', () => {
  it('a ball over the goal line, last touched by a defender, is a corner kick (V16, spec 06 §24.31)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    moveBall(m, 50, 20);
    place(m, 'r1', 49.5, 20, 0);
    place(m, 'r2', 51.9, 33.4);
    run(m, 2, { 1: () => kick(m, 'r1', 100) });
    expect(formatCalls(m)).toBe('0 play_on | 2 corner_kick_l');
    expect(ballAt(m)).toEqual([51.5, 33]);
    expect(positionOf(m, 'r2')[0]).toBeCloseTo(44.8178, 3);
  });
});
