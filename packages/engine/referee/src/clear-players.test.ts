import type { PlayMode } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createTestMatch, mode, moveBall, place, player, positionOf } from '../test/harness.js';
import { clearPlayersFromBall } from './clear-players.js';

function cleared(m: PlayMode, ball: [number, number], who: string, at: [number, number]): [number, number] {
  const match = createTestMatch();
  match.world.playMode = m;
  moveBall(match, ...ball);
  place(match, who, ...at);
  player(match, who).vel.x = 0.5;
  clearPlayersFromBall(match.ctx, who.startsWith('l') ? 'l' : 'r');
  const p = player(match, who);
  if (p.pos.x !== at[0]) expect(p.vel).toEqual({ x: 0, y: 0 });
  return positionOf(match, who);
}

describe('clearPlayersFromBall (spec 06 §5.6, §24.19, §24.20)', () => {
  it.each<[PlayMode, [number, number], string, [number, number], [number, number]]>([
    ['free_kick_l', [0, 0], 'r1', [2, 0], [9.45, 0]],
    ['kick_in_l', [10, 34], 'r1', [10, 36], [18.0189, 39]],
    ['free_kick_l', [50, 0], 'r1', [52, 0], [57.5, 5.7491]],
    ['corner_kick_l', [51.5, 33], 'r1', [51.9, 33.4], [44.8178, 26.3178]],
    ['indirect_free_kick_l', [47, 3], 'r1', [51, 1], [52.5, 0.25]],
    ['indirect_free_kick_l', [47, 3], 'r1', [52.5, 5], [52.5, 5]],
    ['back_pass_l', [-47, 2], 'l1', [-45, 2], [-41.2, 2]],
  ])('in %s with the ball at %o, player %s at %o is moved', (m, ball, who, at, after) => {
    const [x, y] = cleared(m, ball, who, at);
    expect(x).toBeCloseTo(after[0], 3);
    expect(y).toBeCloseTo(after[1], 3);
  });

  it('the distance after fouls is 5.5 m only in the own penalty area of the offender (spec 06 §24.44)', () => {
    expect(cleared('foul_charge_l', [-40, 0], 'l1', [-39, 0])[0]).toBeCloseTo(-34.2, 3);
    expect(cleared('foul_charge_l', [0, 0], 'l1', [1, 0])[0]).toBeCloseTo(9.45, 3);
    expect(cleared('foul_push_r', [-40, 0], 'r1', [-39, 0])[0]).toBeCloseTo(-30.55, 3);
    expect(cleared('illegal_defense_l', [-41.5, 0], 'l1', [-40, 0])[0]).toBeCloseTo(-35.7, 3);
  });

  it('a player exactly on the ball is moved in the direction (1, 1)', () => {
    const [x, y] = cleared('free_kick_l', [0, 0], 'r1', [0, 0]);
    expect(x).toBeCloseTo(9.45 / Math.SQRT2, 3);
    expect(y).toBeCloseTo(x, 10);
  });

  it('players moved to overlapping positions are separated and stay clear of the ball', () => {
    const match = createTestMatch();
    place(match, 'r1', 2, 0);
    place(match, 'r2', 2.1, 0);
    mode(match, 'free_kick_l');
    const a = positionOf(match, 'r1');
    const b = positionOf(match, 'r2');
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThanOrEqual(0.6);
    expect(Math.hypot(...a)).toBeGreaterThan(9.45);
    expect(Math.hypot(...b)).toBeGreaterThan(9.45);
  });

  it('neutral moves both teams, a side only that team', () => {
    const match = createTestMatch();
    place(match, 'l1', -1, 0);
    place(match, 'r1', 1, 0);
    match.world.playMode = 'pause';
    clearPlayersFromBall(match.ctx, 'r');
    expect(positionOf(match, 'l1')).toEqual([-1, 0]);
    expect(positionOf(match, 'r1')[0]).toBeCloseTo(9.45, 3);
    clearPlayersFromBall(match.ctx, 'n');
    expect(positionOf(match, 'l1')[0]).toBeCloseTo(-9.45, 3);
  });

  it('a ball far outside the pitch gives finite positions', () => {
    for (const [x, y] of cleared2()) {
      expect(Number.isFinite(x)).toBe(true);
      expect(Number.isFinite(y)).toBe(true);
    }
  });
});

function cleared2(): [number, number][] {
  const places: [number, number][] = [];
  for (const m of ['free_kick_l', 'indirect_free_kick_l'] as const) {
    for (const ball of [
      [70, 0],
      [0, 60],
      [70, 60],
      [53, 0],
    ] as [number, number][]) {
      places.push(cleared(m, ball, 'r1', [ball[0], ball[1] - 1]));
      places.push(cleared(m, ball, 'r1', [ball[0] - 1, ball[1]]));
    }
  }
  return places;
}
