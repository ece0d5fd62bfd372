import { describe, expect, it } from 'vitest';
import {
  ballAt,
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  run,
} from '../../test/harness.js';

describe('kick-in (spec 06 §11.2)', () => {
  it('the other side gets the kick-in; after the time limit the ball is dropped (V13, spec 06 §24.21, §24.31)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    moveBall(m, 10, 30);
    place(m, 'l1', 10, 29.5, 90);
    run(m, 108, { 1: () => kick(m, 'l1', 60) });
    expect(formatShows(m)).toBe('play_on 1.0..3.0 x3 | kick_in_r 4.0..103.0 x100 | play_on 104.0..108.0 x5');
    expect(formatCalls(m)).toBe('0 play_on | 4 kick_in_r | 104 drop_ball play_on');
    expect(ballAt(m)).toEqual([10, 34]);
  });
});
