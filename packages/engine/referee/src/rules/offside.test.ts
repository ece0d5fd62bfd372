import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Actions,
  ballAt,
  createTestMatch,
  dash,
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
import { reportKick, reportTackleMiss, reportTouch } from '../events.js';
import { callKickOff } from './kick-off.js';
import { offsideLine } from './offside.js';

/** l1 passes from the middle; l2 waits ten meters beyond the second-last opponent r2 (vectors V30 to V35). */
function pass(more: Actions = {}, setup: Parameters<typeof createTestMatch>[0] = {}): TestMatch {
  const m = createTestMatch(setup);
  mode(m, 'play_on');
  place(m, 'l1', -0.5, 0, 0);
  place(m, 'r1', 50, 0, 180);
  place(m, 'r2', 20, 10, 180);
  place(m, 'l2', 30, 0, 180);
  run(m, 6, { 1: () => kick(m, 'l1', 60), ...more });
  return m;
}

describe('offside (spec 06 §9)', () => {
  it('a kick of the marked player is offside; players are moved (V30, spec 06 §9.7, §24.35, §24.37, §24.40)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    place(m, 'l1', -0.5, 0, 0);
    place(m, 'r1', 50, 0, 180);
    place(m, 'r2', 20, 10, 180);
    place(m, 'l2', 30, 0, 180);
    const script: Actions = {
      1: () => kick(m, 'l1', 60),
      2: () => moveBall(m, 29.3, 0),
      3: () => kick(m, 'l2', 50),
    };
    run(m, 4, script);
    expect(positionOf(m, 'l2')[0]).toBeCloseTo(10.85, 10);
    run(m, 24);
    expect(positionOf(m, 'l2')[0]).toBeCloseTo(10.85, 10);
    run(m, 1);
    expect(positionOf(m, 'l2')[0]).toBeCloseTo(10.55, 4);
    run(m, 107);
    expect(formatShows(m)).toBe(
      'play_on 1.0..3.0 x3 | offside_l 3.1..3.30 x30 | free_kick_r 4.0..102.0 x99 | play_on 103.0..106.0 x4',
    );
    expect(formatCalls(m)).toBe('0 play_on | 3 offside_l free_kick_r | 103 drop_ball play_on');
    expect(ballAt(m)).toEqual([20, 0]);
  });

  it('a missed kick counts only inside 2.5 m (V31, V32, spec 06 §24.37)', () => {
    const inside = pass({ 2: (m) => moveBall(m, 27.6, 0), 3: (m) => kick(m, 'l2', 50) });
    expect(formatCalls(inside)).toBe('0 play_on | 3 offside_l');
    const outside = pass({ 2: (m) => moveBall(m, 27.4, 0), 3: (m) => kick(m, 'l2', 50) });
    expect(formatCalls(outside)).toBe('0 play_on');
    const edge = pass({ 2: (m) => moveBall(m, 27.5, 0), 3: (m) => kick(m, 'l2', 50) });
    expect(formatCalls(edge)).toBe('0 play_on');
  });

  it('a failed tackle inside the active area is offside (V40, spec 06 §24.35, §24.37)', () => {
    const m = pass({
      2: (n) => moveBall(n, 29, 1.4),
      3: (n) => reportTackleMiss(n.ctx, player(n, 'l2'), false),
    });
    expect(formatCalls(m)).toBe('0 play_on | 3 offside_l');
  });

  it('a collision during motion is offside (V33, spec 06 §24.35, §24.37)', () => {
    const m = pass({ 2: (n) => moveBall(n, 29, 0, 0.8) });
    expect(formatCalls(m)).toBe('0 play_on | 2 offside_l');
    expect(formatShows(m)).toBe('play_on 1.0..2.0 x2 | offside_l 3.0..3.3 x4');
  });

  it('a player level with the line is onside; the line is never in the passer’s half (V35, V36, spec 06 §24.35)', () => {
    const level = pass({
      0: (m) => place(m, 'l2', 20, 0),
      2: (m) => moveBall(m, 19.3, 0),
      3: (m) => kick(m, 'l2', 50),
    });
    expect(formatCalls(level)).toBe('0 play_on');
    const half = createTestMatch();
    mode(half, 'play_on');
    moveBall(half, -10, 0);
    place(half, 'l1', -10.5, 0, 0);
    place(half, 'r1', 50, 0);
    place(half, 'r2', -20, 10);
    place(half, 'l2', 0.5, 0, 180);
    run(half, 5, {
      1: () => kick(half, 'l1', 60),
      2: () => moveBall(half, -0.2, 0),
      3: () => kick(half, 'l2', 50),
    });
    expect(formatCalls(half)).toBe('0 play_on | 3 offside_l');
    expect(ballAt(half)).toEqual([0, 0]);
  });

  it('offside applies to a free kick, but not to a kick-in (V34, V44, spec 06 §24.36)', () => {
    const from = (restart: 'kick_in_l' | 'corner_kick_l' | 'free_kick_l') =>
      pass({
        0: (m) => mode(m, restart),
        2: (m) => moveBall(m, 29.3, 0),
        3: (m) => {
          place(m, 'l2', 30, 0);
          kick(m, 'l2', 50);
        },
      });
    expect(formatCalls(from('kick_in_l'))).not.toMatch(/offside/);
    expect(formatCalls(from('corner_kick_l'))).not.toMatch(/offside/);
    expect(formatCalls(from('free_kick_l'))).toMatch(/3 offside_l$/);
    const goalKick = pass({
      0: (m) => {
        place(m, 'l1', -47.5, 9.16, 0);
        mode(m, 'goal_kick_l');
        moveBall(m, -47, 9.16);
      },
      2: (m) => moveBall(m, 29.3, 0),
      3: (m) => kick(m, 'l2', 50),
    });
    expect(formatCalls(goalKick)).toBe('0 play_on goal_kick_l | 3 play_on');
  });

  it('offside applies to a kickoff (spec 06 §24.36)', () => {
    const m = createTestMatch({ server: { forbid_kick_off_offside: false } });
    callKickOff(m.ctx);
    place(m, 'l1', -0.5, 0, 0);
    place(m, 'r1', 50, 0, 180);
    place(m, 'r2', 20, 10, 180);
    place(m, 'l2', 30, 0, 180);
    kick(m, 'l1', 60);
    expect(m.world.playMode).toBe('play_on');
    moveBall(m, 29.3, 0);
    run(m, 1);
    moveBall(m, 29.3, 0);
    kick(m, 'l2', 50);
    expect(formatCalls(m)).toBe('0 kick_off_l play_on | 1 offside_l');
  });

  it.each([
    [24.9, '0 play_on'],
    [25, '0 play_on'],
    [25.1, '0 play_on | 3 offside_l'],
  ])(
    'if only one opponent is beyond the ball, the ball is the line at 25: teammate at %f (spec 06 §24.35)',
    (x, calls) => {
      const m = createTestMatch();
      mode(m, 'play_on');
      moveBall(m, 25, 0);
      place(m, 'l1', 24.5, 0, 180);
      place(m, 'r1', 50, 0, 180);
      place(m, 'r2', 20, 10, 180);
      place(m, 'l2', x, 5, 180);
      run(m, 4, {
        1: () => kick(m, 'l1', 60),
        2: () => moveBall(m, x - 0.7, 5),
        3: () => kick(m, 'l2', 50),
      });
      expect(formatCalls(m)).toBe(calls);
      if (m.world.playMode === 'offside_l') expect(ballAt(m)).toEqual([25, 5]);
    },
  );

  it('two kicks in one cycle clear the marks (V38, spec 06 §24.38)', () => {
    const m = pass(
      {
        0: (n) => place(n, 'r3', 0.5, 0, 180),
        1: (n) => {
          kick(n, 'l1', 60);
          kick(n, 'r3', 1);
        },
        2: (n) => moveBall(n, 29.3, 0),
        3: (n) => kick(n, 'l2', 50),
      },
      { right: 3 },
    );
    expect(formatCalls(m)).toBe('0 play_on');
  });

  it('an opponent’s kick clears the old marks (V43)', () => {
    const m = pass(
      {
        2: (n) => {
          place(n, 'r3', 25, -5, 0);
          moveBall(n, 25.5, -5);
        },
        3: (n) => kick(n, 'r3', 1),
        4: (n) => moveBall(n, 29.3, 0),
        5: (n) => kick(n, 'l2', 50),
      },
      { right: 3 },
    );
    expect(formatCalls(m)).toBe('0 play_on');
  });

  it('a deflection marks players of the deflecting side; the call names the side of the last kicker (V39, spec 06 §24.41)', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    place(m, 'l1', -0.5, 0, 0);
    place(m, 'r1', -30, 0, 180);
    place(m, 'r2', 10, 0, 180);
    place(m, 'l2', 20, 20, 180);
    run(m, 9, {
      1: () => kick(m, 'l1', 60),
      2: () => moveBall(m, 9, 0, 0.9),
      5: () => moveBall(m, -29, 0, -0.9),
    });
    expect(formatCalls(m)).toBe('0 play_on | 5 offside_l');
    expect(ballAt(m)).toEqual([0, 0]);
    expect(Object.is(m.world.ball.pos.x, -0)).toBe(false);
  });

  it('the ball is moved out of the goal area and inside the corner margin (V37, V45, spec 06 §24.39)', () => {
    for (const y of [-3, 0.5]) {
      const goalArea = createTestMatch();
      mode(goalArea, 'play_on');
      moveBall(goalArea, 48, 3);
      place(goalArea, 'l1', 47.5, 3, 0);
      place(goalArea, 'r1', 48.1, -10);
      place(goalArea, 'r2', 49, 10);
      place(goalArea, 'l2', 50, y, 180);
      run(goalArea, 5, {
        1: () => kick(goalArea, 'l1', 10, -90),
        2: () => moveBall(goalArea, 49.4, y),
        3: () => kick(goalArea, 'l2', 50),
      });
      expect(formatCalls(goalArea)).toBe('0 play_on | 3 offside_l');
      expect(ballAt(goalArea)).toEqual([47, y < 0 ? -9.16 : 9.16]);
    }
    const touchLine = pass({
      0: (m) => place(m, 'l2', 30, 33.8),
      2: (m) => moveBall(m, 29.3, 33.8),
      3: (m) => kick(m, 'l2', 50),
    });
    expect(ballAt(touchLine)).toEqual([20, 33]);
  });

  it('a teammate outside the touch line is moved beyond its own goal line (V42, spec 06 §24.41)', () => {
    const m = createTestMatch({ right: 3 });
    mode(m, 'play_on');
    place(m, 'l1', -50, 0);
    place(m, 'l2', -20, 10);
    place(m, 'r2', -30, 0, 180);
    place(m, 'r3', 20, 36);
    place(m, 'r1', 0.5, 0, 180);
    run(m, 4, {
      1: () => kick(m, 'r1', 60),
      2: () => moveBall(m, -29.3, 0),
      3: () => kick(m, 'r2', 50),
    });
    expect(formatCalls(m)).toBe('0 play_on | 3 offside_r');
    expect(positionOf(m, 'r3')).toEqual([57.5, 34]);
    expect(positionOf(m, 'r2')[0]).toBeCloseTo(-10.85, 10);
  });

  it('without use_offside the mode never ends; a second mode continues the wait of the first (V80, spec 06 §18.2, §24.61)', () => {
    const off = createTestMatch({ server: { use_offside: false } });
    mode(off, 'offside_l');
    run(off, 60);
    expect(off.world.playMode).toBe('offside_l');
    const on = createTestMatch();
    mode(on, 'offside_l');
    run(on, 31);
    expect(formatShows(on)).toBe('offside_l 0.1..0.30 x30 | free_kick_r 1.0..1.0 x1');
    mode(on, 'offside_l');
    run(on, 1);
    expect(on.world.playMode).toBe('free_kick_r');
  });

  it('offside is not called in a shootout', () => {
    const m = createTestMatch();
    mode(m, 'penalty_taken_l');
    m.ctx.state.offside.marked[1] = true;
    m.ctx.state.offside.lastSide = 'l';
    place(m, 'l2', 0, 0);
    kick(m, 'l2', 10);
    expect(m.calls).not.toContain('0 offside_l');
    dash(m, 'l2', 0);
  });
});

describe('contacts and the side that played the ball last (spec 06 §9.2)', () => {
  /** l2 is beyond the second-last opponent r2; r3 beyond l3 and l4. The ball is in the middle. */
  function createScene(): TestMatch {
    const m = createTestMatch({ left: 4, right: 4 });
    mode(m, 'play_on');
    for (const [name, x] of [
      ['l1', -1],
      ['l2', 30],
      ['l3', -50],
      ['l4', -20],
      ['r1', 50],
      ['r2', 20],
      ['r3', -30],
      ['r4', 1],
    ] as const)
      place(m, name, x, 20);
    m.world.time = 10;
    return m;
  }
  const kickBy = (m: TestMatch, name: string, strength: number) =>
    reportKick(m.ctx, player(m, name), strength);
  const touchBy = (m: TestMatch, name: string) => reportTouch(m.ctx, player(m, name));
  const isOffside = (m: TestMatch) => m.world.playMode.startsWith('offside') && m.world.playMode;

  it('a pass and a touch of a player in an offside position is offside', () => {
    const m = createScene();
    kickBy(m, 'l1', 1);
    m.world.time += 1;
    touchBy(m, 'l2');
    expect(isOffside(m)).toBe('offside_l');
  });

  it('after two contacts in one cycle no player is marked', () => {
    const m = createScene();
    kickBy(m, 'l1', 1);
    touchBy(m, 'r4');
    m.world.time += 1;
    touchBy(m, 'l2');
    expect(isOffside(m)).toBe(false);
  });

  it('after two contacts in one cycle touches alone are not offside: no side is the last one that kicked', () => {
    const m = createScene();
    kickBy(m, 'l1', 1);
    kickBy(m, 'l1', 1);
    m.world.time += 1;
    touchBy(m, 'l1');
    m.world.time += 1;
    touchBy(m, 'l2');
    expect(isOffside(m)).toBe(false);
  });

  it('a weak kick counts in a later cycle than a strong one of the other side', () => {
    const m = createScene();
    kickBy(m, 'l1', 2);
    m.world.time += 1;
    kickBy(m, 'r4', 0.5);
    m.world.time += 1;
    touchBy(m, 'r3');
    expect(isOffside(m)).toBe('offside_r');
  });

  it('an offender near the offside point is moved 2.5 m away from it', () => {
    const m = createScene();
    kickBy(m, 'l1', 1);
    m.world.time += 1;
    touchBy(m, 'l2');
    const { x, y } = m.ctx.state.offside;
    expect([x, y]).toEqual([20, 20]);
    place(m, 'l1', 19, 20);
    run(m, 1);
    const [px, py] = positionOf(m, 'l1');
    expect(Math.hypot(px - x, py - y)).toBeCloseTo(2.5, 6);
  });
});

describe('offsideLine', () => {
  it('returns x of the second-last defender, or of the ball if it is farther, and never before the halfway line', () => {
    expect(offsideLine('l', [50, 30, 10], 0)).toBe(30);
    expect(offsideLine('l', [50, 30, 10], 40)).toBe(40);
    expect(offsideLine('l', [50, -5], -10)).toBe(0);
    expect(offsideLine('l', [], -10)).toBe(0);
  });

  it('is mirrored for the right team', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -52, max: 52 })),
        fc.integer({ min: -52, max: 52 }),
        (xs, ball) => {
          const left = offsideLine('l', xs, ball);
          const mirrored = xs.map((x) => -x);
          expect(offsideLine('r', mirrored, -ball)).toBe(0 - left);
        },
      ),
    );
  });
});
