import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, formatVector, placeTestBall, runStep } from '../test/field.js';
import { createHeightParams } from '../test/height.js';
import { kick } from './kick.js';

type Changes = Parameters<typeof createHeightParams>[0];

/** A field with a kick of l1, 0.6 m behind the ball, with its body to the right. */
function kicked(power: number, loft: number, changes: Changes = {}) {
  const field = createTestField(createHeightParams(changes));
  const player = addPlayer(field, 'l', 1, { x: -0.6, y: 0, body: 0 });
  placeTestBall(field, 0, 0);
  kick(field, field.rng, player, power, 0, loft);
  player.pos.y = 30;
  return field;
}

function formatBall({ ball }: ReturnType<typeof kicked>): string {
  return formatVector(ball.pos.x, ball.z, ball.vel.x, ball.vz);
}

/** Places a ball in the air. */
function thrown(z: number, vx: number, vz: number, changes: Changes = {}) {
  const field = createTestField(createHeightParams(changes));
  placeTestBall(field, 0, 0, vx, 0);
  Object.assign(field.ball, { z, vz });
  return field;
}

describe('a kick with loft (spec 12 §5)', () => {
  it.each([
    [100, 30, '2.15872 1.14634 2.15872 1.14634'],
    [100, 90, '0 2.39268 0 2.39268'],
    [100, 120, '0 2.39268 0 2.39268'],
    [100, 0, '2.49268 0 2.34312 0'],
    [100, -10, '2.49268 0 2.34312 0'],
    [-60, 30, '0 0 0 0'],
  ])('power %i with loft %i gives place, height and speeds %s', (power, loft, expected) => {
    const field = kicked(power, loft);
    runStep(field);
    expect(formatBall(field)).toBe(expected);
  });

  it('costs power by the height of the ball, without loft it does not', () => {
    const push = (z: number, loft: number) => {
      const field = createTestField(createHeightParams());
      const player = addPlayer(field, 'l', 1, { x: -0.6, y: 0, body: 0 });
      placeTestBall(field, 0, 0);
      field.ball.z = z;
      kick(field, field.rng, player, 100, 0, loft);
      return Math.hypot(field.ball.accel.x, field.ball.az);
    };
    expect(formatVector(push(0, 30), push(1.6, 30), push(1.6, 0), push(2.01, 30))).toBe(
      '2.49268 1.95268 2.49268 0',
    );
  });

  it('has no effect in a match without height', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: -0.6, y: 0, body: 0 });
    placeTestBall(field, 0, 0);
    kick(field, field.rng, player, 100, 0, 60);
    runStep(field);
    expect(formatBall(field)).toBe('2.49268 0 2.34312 0');
  });

  it('with too little loft rolls, in the measured server with a ground contact (spec 12 §15 D6)', () => {
    const roll = (height_as_measured: boolean) => {
      const field = kicked(100, 1, { height_as_measured });
      runStep(field);
      return formatBall(field);
    };
    expect([roll(false), roll(true)]).toEqual(['2.4923 0 2.34276 0', '2.4923 0 1.17138 0']);
  });

  it('several kicks in one cycle lift the ball by at most ball_accel_max (spec 12 §15 D10)', () => {
    const lift = (height_as_measured: boolean) => {
      const field = createTestField(createHeightParams({ height_as_measured }));
      const kickers = [1, 2, 3].map((unum) => addPlayer(field, 'l', unum, { x: -0.6, y: 0, body: 0 }));
      placeTestBall(field, 0, 0);
      for (const player of kickers) kick(field, field.rng, player, 100, 0, 90);
      for (const player of kickers) player.pos.y = 30;
      runStep(field);
      return field.ball.vz;
    };
    expect(lift(false)).toBeCloseTo(2.6, 10);
    expect(lift(true)).toBeCloseTo(3 * 2.49268 - 0.1, 4);
  });
});

describe('flight (spec 12 §6)', () => {
  it('there is no friction in the air', () => {
    const field = thrown(5, 1.5, 0.3);
    runStep(field);
    runStep(field);
    expect(formatBall(field)).toBe('3 5.3 1.5 0.1');
  });

  it('a ground contact reduces both speeds, and the ball rises for the rest of the cycle', () => {
    const field = thrown(0.3, 1, -0.9);
    runStep(field);
    // u 1, w 0.5, s 0.7
    expect(formatBall(field)).toBe('1 0.3255 0.5 0.5');
  });

  it('a contact with the ground keeps the direction of the motion along the ground', () => {
    const field = thrown(0.3, 1, -0.9);
    field.ball.vel.y = -0.5;
    runStep(field);
    expect(field.ball.vel.x).toBeLessThan(1);
    expect(field.ball.vel.y / field.ball.vel.x).toBeCloseTo(-0.5, 12);
  });

  it('without precise timing it is on the ground at the end of the cycle, with friction', () => {
    const field = thrown(0.3, 1, -0.9, { precise_bounce_timing: false });
    runStep(field);
    expect(formatBall(field)).toBe('1 0 0.47 0.5');
    runStep(field);
    expect(formatBall(field)).toBe('1.47 0.4 0.47 0.4');
  });

  it('a slow ball settles: below bounce_stop_speed, and below g r / (1 + r)', () => {
    const rises = (vz: number, bounce_stop_speed: number) => {
      const field = thrown(0.001, 1, vz, { bounce_stop_speed });
      runStep(field);
      return field.ball.vz > 0;
    };
    // With gravity 0.1, the upward speed is (0.1 - vz) / 2.
    expect([rises(0.002, 0.05), rises(-0.002, 0.05)]).toEqual([false, true]);
    expect([rises(0.0352, 0), rises(0.0296, 0)]).toEqual([false, true]);
  });

  it('a settled ball has friction in the same step', () => {
    const field = thrown(0.001, 1, 0.002);
    runStep(field);
    expect(formatBall(field)).toBe('1 0 0.47 0');
  });

  it('a ball on the ground below roll_stop_speed stops after its way; a flat match has no such limit', () => {
    const field = thrown(0, 0.05, 0);
    runStep(field);
    expect(formatBall(field)).toBe('0.05 0 0 0');
    const flat = createTestField();
    placeTestBall(flat, 0, 0, 0.05, 0);
    runStep(flat);
    expect(flat.ball.vel.x).toBeCloseTo(0.047, 12);
  });

  it('ball_decay 0 does not stop a ball in the air', () => {
    const field = thrown(5, 1, 0, { ball_decay: 0 });
    runStep(field);
    expect(formatBall(field)).toBe('1 4.9 1 -0.1');
  });

  it('the ball keeps its height in modes in which nothing moves (spec 12 §12)', () => {
    const field = thrown(1, 1, 0.5);
    for (const mode of ['before_kick_off', 'time_over'] as const) {
      field.world.playMode = mode;
      runStep(field);
      expect(formatBall(field)).toBe('0 1 1 0.5');
    }
  });
});
