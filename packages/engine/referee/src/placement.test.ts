import { describe, expect, it } from 'vitest';
import { createTestMatch, moveBall, place, player, positionOf } from '../test/harness.js';
import {
  clearPenaltyArea,
  keepPlayersInField,
  movePlayersToOwnHalf,
  placeBallForSide,
  placeBallInMode,
} from './placement.js';

describe('placeBall (spec 06 §5.1)', () => {
  it('stops the ball, clears its acceleration and sets the side that may touch it', () => {
    const m = createTestMatch();
    moveBall(m, 1, 1, 2, 2);
    m.world.ball.accel.x = 1;
    Object.assign(m.world.ball, { z: 1, vz: 2, az: 3 });
    placeBallForSide(m.ctx, 'r', 5, 6);
    expect(m.world.ball).toEqual({
      pos: { x: 5, y: 6 },
      vel: { x: 0, y: 0 },
      accel: { x: 0, y: 0 },
      z: 0,
      vz: 0,
      az: 0,
    });
    expect(m.world.kickOffSide).toBe('r');
    expect(m.calls).toEqual([]);
  });

  it('in a shootout, play_on and drop_ball are ignored', () => {
    const m = createTestMatch();
    m.world.playMode = 'penalty_setup_l';
    placeBallInMode(m.ctx, 'play_on', 'n', 1, 0);
    placeBallInMode(m.ctx, 'drop_ball', 'n', 2, 0);
    expect(m.world.playMode).toBe('penalty_setup_l');
    expect(m.calls).toEqual([]);
    expect(m.world.ball.pos.x).toBe(2);
  });
});

describe('sendPlayersHome (spec 06 §5.4)', () => {
  it('in kick_off, players in the wrong half move to the halfway line and opponents leave the circle (V07)', () => {
    const m = createTestMatch({ right: 2 });
    m.world.playMode = 'kick_off_l';
    place(m, 'l1', 5, -12);
    place(m, 'r1', -7, 14);
    place(m, 'r2', 3, 0);
    movePlayersToOwnHalf(m.ctx);
    expect(positionOf(m, 'l1')).toEqual([-0.3, -12]);
    expect(positionOf(m, 'r1')).toEqual([0.3, 14]);
    expect(positionOf(m, 'r2')[0]).toBeCloseTo(9.45, 10);
  });

  it('in other modes, players in the wrong half get random positions and the kickoff side may stay in the circle', () => {
    const m = createTestMatch({ left: 11, right: 11 });
    const xs = new Set<number>();
    for (const p of m.world.players) place(m, p, p.side === 'l' ? 20 : -20, 0);
    place(m, 'l1', -2, 0);
    player(m, 'l2').vel.x = 0.4;
    movePlayersToOwnHalf(m.ctx);
    for (const p of m.world.players) {
      expect(p.side === 'l' ? p.pos.x : -p.pos.x).toBeLessThanOrEqual(0);
      expect(Math.abs(p.pos.y)).toBeLessThanOrEqual(34);
      xs.add(p.pos.x);
      if (p.side === 'r') expect(Math.hypot(p.pos.x, p.pos.y)).toBeGreaterThan(9.4499);
    }
    expect(xs.size).toBe(22);
    expect(positionOf(m, 'l1')).toEqual([-2, 0]);
    expect(player(m, 'l2').vel.x).toBe(0.4);
  });

  it('without forbid_kick_off_offside, kick_off has random positions too', () => {
    const m = createTestMatch({ server: { forbid_kick_off_offside: false } });
    m.world.playMode = 'kick_off_l';
    place(m, 'l1', 5, -12);
    movePlayersToOwnHalf(m.ctx);
    expect(positionOf(m, 'l1')[0]).not.toBe(-0.3);
    expect(positionOf(m, 'l1')[1]).not.toBe(-12);
  });
});

describe('keepPlayersInField (spec 06 §5.5)', () => {
  it('moves players to the border of the margin, also to a second line (spec 05 §20.4)', () => {
    const m = createTestMatch();
    place(m, 'l1', 60, 38.9);
    place(m, 'l2', 10, -50);
    place(m, 'r1', 57.5, 39);
    keepPlayersInField(m.ctx);
    expect(positionOf(m, 'l1')).toEqual([57.5, 39]);
    expect(positionOf(m, 'l2')).toEqual([10, -39]);
    expect(positionOf(m, 'r1')).toEqual([57.5, 39]);
  });
});

describe('clearGoalKickArea (spec 06 §5.7, §24.23)', () => {
  it.each([
    [-40, 0, -35.7, 0],
    [-50, 19, -50, 20.46],
    [-52, 3, -35.7, 3],
    [-45, -19.9, -45, -20.46],
    [-35, 0, -35, 0],
  ])('moves an opponent at (%f, %f) out of the penalty area', (x, y, ex, ey) => {
    const m = createTestMatch();
    place(m, 'r1', x, y);
    place(m, 'l1', x, y);
    clearPenaltyArea(m.ctx, 'l');
    expect(positionOf(m, 'r1')[0]).toBeCloseTo(ex, 10);
    expect(positionOf(m, 'r1')[1]).toBeCloseTo(ey, 10);
    expect(positionOf(m, 'l1')).toEqual([x, y]);
    const mirrored = createTestMatch();
    place(mirrored, 'l1', -x, y);
    clearPenaltyArea(mirrored.ctx, 'r');
    expect(positionOf(mirrored, 'l1')[0]).toBeCloseTo(-ex, 10);
    expect(positionOf(mirrored, 'l1')[1]).toBeCloseTo(ey, 10);
  });
});
