import { createFrame, type Frame, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  computeMaxKickAcceleration,
  computeRealSpeedMax,
  computeScene,
  computeTackleChance,
  createScene,
  findDisplayState,
  interpolateAngle,
  type PictureParams,
} from './scene.js';

const PARAMS: PictureParams = { server: {}, types: new Map() };

function everybody(): Frame {
  const frame = createFrame();
  frame.players.forEach((p) => {
    p.state = PlayerState.STAND;
    p.stamina = 8000;
    p.effort = 1;
    p.recovery = 1;
  });
  return frame;
}

describe('computeScene', () => {
  it('interpolates linearly between frames and turns the short way', () => {
    const [a, b] = [everybody(), everybody()];
    a.ballX = 1;
    b.ballX = 3;
    a.ballZ = 2;
    b.ballZ = 4;
    Object.assign(a.players[0]!, { x: -1, y: 2, body: 170 });
    Object.assign(b.players[0]!, { x: 0, y: 2.5, body: -170 });
    const scene = computeScene({ frame: a, next: b, fraction: 0.25 }, PARAMS, createScene());
    expect(scene.ballX).toBeCloseTo(1.5);
    expect(scene.ballZ).toBeCloseTo(2.5);
    expect(scene.players[0]!.x).toBeCloseTo(-0.75);
    expect(scene.players[0]!.y).toBeCloseTo(2.125);
    expect(scene.players[0]!.body).toBeCloseTo((175 * Math.PI) / 180);
  });

  it('shows placements as jumps', () => {
    const [a, b] = [everybody(), everybody()];
    b.ballX = 40;
    b.players[3]!.x = 10;
    const early = computeScene({ frame: a, next: b, fraction: 0.4 }, PARAMS, createScene());
    expect([early.ballX, early.players[3]!.x]).toEqual([0, 0]);
    const late = computeScene({ frame: a, next: b, fraction: 0.6 }, PARAMS, createScene());
    expect([late.ballX, late.players[3]!.x]).toEqual([40, 10]);
  });

  it('offside lines are at the second-last defender, or at the ball beyond that defender, within the pitch (spec 11 §3.11)', () => {
    const a = everybody();
    a.players.forEach((p, i) => {
      p.x = i < 11 ? -10 : 10;
    });
    a.players[11]!.x = 50;
    a.players[12]!.x = 30;
    a.players[0]!.x = -48;
    a.players[1]!.x = -20;
    const scene = computeScene({ frame: a, next: undefined, fraction: 0 }, PARAMS, createScene());
    expect([scene.offsideLeft, scene.offsideRight]).toEqual([30, -20]);
    a.ballX = 40;
    expect(computeScene({ frame: a, next: undefined, fraction: 0 }, PARAMS, scene).offsideLeft).toBe(40);
    a.ballX = -60;
    expect(computeScene({ frame: a, next: undefined, fraction: 0 }, PARAMS, scene).offsideRight).toBe(-52.5);
  });

  it('the focus point is at the focus distance and direction relative to the head (spec 04 §3.13)', () => {
    const a = everybody();
    Object.assign(a.players[0]!, { x: 10, y: 5, body: 90, neck: 45, focusDist: 20, focusDir: -45 });
    const p = computeScene({ frame: a, next: undefined, fraction: 0 }, PARAMS, createScene()).players[0]!;
    expect(p.hasFocus).toBe(true);
    expect(p.focusX).toBeCloseTo(10);
    expect(p.focusY).toBeCloseTo(25);
  });

  it('effort and recovery count as low below the maximum of the type (spec 11 §3.11)', () => {
    const types = new Map([[3, { effort_max: 0.9, player_size: 0.2, kickable_margin: 0.8 }]]);
    const a = everybody();
    Object.assign(a.players[0]!, { typeId: 3, effort: 0.9 });
    Object.assign(a.players[1]!, { typeId: 3, effort: 0.85, recovery: 0.99 });
    const scene = computeScene(
      { frame: a, next: undefined, fraction: 0 },
      { server: {}, types },
      createScene(),
    );
    expect([scene.players[0]!.isEffortLow, scene.players[0]!.isRecoveryLow]).toEqual([false, false]);
    expect([scene.players[1]!.isEffortLow, scene.players[1]!.isRecoveryLow]).toEqual([true, true]);
    expect(scene.players[0]!.kickRadius).toBeCloseTo(0.2 + 0.8 + 0.085);
  });

  it('fades a kick over three cycles', () => {
    const [kick, after] = [everybody(), everybody()];
    kick.players[4]!.state |= PlayerState.KICK;
    const glow = (moment: Parameters<typeof computeScene>[0]): number =>
      computeScene(moment, PARAMS, createScene()).players[4]!.kickFade;
    const first = glow({ frame: kick, next: after, fraction: 0.5 });
    const second = glow({ frame: after, next: after, fraction: 0.5, previous: kick });
    const third = glow({ frame: after, next: after, fraction: 0.5, previous: after, beforePrevious: kick });
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(third);
    expect(third).toBeGreaterThan(0);
    expect(glow({ frame: after, next: after, fraction: 0.5, previous: after, beforePrevious: after })).toBe(
      0,
    );
  });
});

it('rings of a kick and a tackle belong to touches of the ball, not to failed attempts', () => {
  const frame = everybody();
  const rings = (bits: number): readonly boolean[] => {
    frame.players[4]!.state = PlayerState.STAND | bits;
    const p = computeScene({ frame, next: undefined, fraction: 0 }, PARAMS, createScene()).players[4]!;
    return [p.kickFade > 0, p.tackleFade > 0];
  };
  expect(rings(PlayerState.KICK)).toEqual([true, false]);
  expect(rings(PlayerState.KICK | PlayerState.KICK_FAULT)).toEqual([false, false]);
  expect(rings(PlayerState.TACKLE)).toEqual([false, true]);
  expect(rings(PlayerState.TACKLE | PlayerState.TACKLE_FAULT)).toEqual([false, false]);
});

describe('markOf', () => {
  it('later states of the list take precedence (spec 11 §3.11)', () => {
    const order = [
      PlayerState.KICK,
      PlayerState.KICK_FAULT,
      PlayerState.CATCH,
      PlayerState.CATCH_FAULT,
      PlayerState.TACKLE,
      PlayerState.TACKLE_FAULT,
      PlayerState.FOUL_CHARGED,
      PlayerState.BALL_COLLIDE,
      PlayerState.PLAYER_COLLIDE,
    ];
    const names = order.map(findDisplayState);
    expect(new Set(names).size).toBe(order.length);
    let all: number = PlayerState.STAND;
    order.forEach((bit, i) => {
      all |= bit;
      expect(findDisplayState(all)).toBe(names[i]);
    });
    expect(findDisplayState(PlayerState.STAND)).toBe('');
  });
});

describe('player calculations', () => {
  const at = (x: number, y: number, body = 0) => {
    const a = everybody();
    Object.assign(a.players[0]!, { x, y, body });
    return computeScene({ frame: a, next: undefined, fraction: 0 }, PARAMS, createScene()).players[0]!;
  };

  it('returns the probability of a tackle (spec 11 §3.11)', () => {
    expect(computeTackleChance(at(0, 0), 1, 0, {}, false)).toBeCloseTo(1 - 0.5 ** 6);
    expect(computeTackleChance(at(0, 0), 1, 0.625, {}, true)).toBeCloseTo(1 - 2 * 0.5 ** 10);
    expect(computeTackleChance(at(0, 0), -0.5, 0, {}, false)).toBe(0);
    expect(computeTackleChance(at(0, 0), 2.1, 0, {}, false)).toBe(0);
  });

  it('the strongest kick is weaker sideways and far from the body (spec 05 §7)', () => {
    expect(computeMaxKickAcceleration(at(0, 0), 0.385, 0, PARAMS)).toBeCloseTo(2.7);
    expect(computeMaxKickAcceleration(at(0, 0), 0, 0.385, PARAMS)).toBeCloseTo(2.7 * 0.875);
    expect(computeMaxKickAcceleration(at(0, 0), 1.085, 0, PARAMS)).toBeCloseTo(2.7 * 0.75);
    expect(computeMaxKickAcceleration(at(0, 0), 1.2, 0, PARAMS)).toBe(0);
  });

  it('returns the real maximum speed of a type (spec 11 §3.9)', () => {
    expect(computeRealSpeedMax({}, {})).toBeCloseTo(1);
    expect(computeRealSpeedMax({ player_decay: 0.5, player_speed_max: 1.05 }, {})).toBe(1.05);
  });

  it('turns the short way', () => {
    expect(interpolateAngle(170, -170, 0.5)).toBeCloseTo(180);
    expect(interpolateAngle(-10, 10, 0.5)).toBeCloseTo(0);
  });
});
