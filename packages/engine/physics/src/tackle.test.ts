import { PLAY_MODES, PlayerState, type PlayMode } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  NO_NOISE,
  placeTestBall,
  runStep,
} from '../test/field.js';
import { tackle, tackleFailureProbability, tackleProbability } from './tackle.js';
import { turn } from './turn.js';

const noiselessParams = createTestParams();

/** A stream whose first number determines the tackle: 0 succeeds if success is possible, 1 never. */
function createDecidedStream(by: number, rng: RandomStream): RandomStream {
  let first = true;
  return {
    ...rng,
    next() {
      if (!first) return rng.next();
      first = false;
      return by;
    },
  };
}

function createScene(
  of = noiselessParams,
  ball: [number, number] = [0.8, 0.3],
  mode: PlayMode = 'play_on',
  version = 19,
) {
  const field = createTestField(of, mode);
  const player = addPlayer(field, 'l', 1, { x: 0, y: 0, body: 0, version });
  placeTestBall(field, ball[0], ball[1]);
  return { field, player };
}

function runTackle({ field, player }: ReturnType<typeof createScene>, angle: number, foul = false, draw = 0) {
  tackle(field, createDecidedStream(draw, field.rng), player, angle, foul);
  return field;
}

describe('tackle tables (spec 05 §13, §24.32, §24.33)', () => {
  const rows: [[number, number], number, string, string, string, [string, string], string][] = [
    [[0.8, 0.3], 0, '0.00428710', '0.00010549', '2.545830', ['2.545830', '0'], '0.299571'],
    [[0.8, 0.3], 90, '0.00428710', '0.00010549', '1.272915', ['0', '1.272915'], '0.299571'],
    [[1.8, 0.2], 0, '0.53145778', '0.34867845', '2.652449', ['2.652449', '0'], '0.246854'],
    [[1.5, 1.0], 45, '0.44012252', '0.16368770', '1.835493', ['1.297890', '1.297890'], '0.255988'],
    [[1.5, 1.0], -120, '0.44012252', '0.16368770', '0.815775', ['-0.407887', '-0.706482'], '0.255988'],
  ];
  it.each(rows)('ball at %j, direction %d', ([x, y], angle, f6, f10, power, accel, noise) => {
    expect(formatLike(tackleFailureProbability(x, y, 2, 1.25, 6), f6)).toBe(f6);
    expect(formatLike(tackleFailureProbability(x, y, 2, 1.25, 10), f10)).toBe(f10);
    const s = createScene(noiselessParams, [x, y]);
    const field = runTackle(s, angle);
    expect([formatLike(field.ball.accel.x, accel[0]), formatLike(field.ball.accel.y, accel[1])]).toEqual(
      accel,
    );
    expect(
      field.events.map(([name, , strength, foul]) => [name, formatLike(strength as number, power), foul]),
    ).toEqual([['tackled', power, false]]);
    const t = createScene(createTestParams({}), [x, y]);
    let most = 0;
    for (let i = 0; i < 1500; i++) {
      t.player.bodyUsed = false;
      t.field.ball.accel.x = 0;
      t.field.ball.accel.y = 0;
      runTackle(t, angle);
      most = Math.max(
        most,
        hypot(t.field.ball.accel.x - field.ball.accel.x, t.field.ball.accel.y - field.ball.accel.y),
      );
    }
    expect(most).toBeLessThanOrEqual(Number(noise) + 1e-6);
    expect(most).toBeGreaterThan(Number(noise) * 0.99);
  });

  it.each([
    [100, '2.54583'],
    [50, '1.27291'],
    [-20, '-0.509166'],
    [-90, '-0.636457'],
    [0, '0'],
  ])('a client of version 11 with power %d', (power, ax) => {
    const params = createTestParams({ ...NO_NOISE, max_back_tackle_power: 25, tackle_back_dist: 1 });
    const field = runTackle(createScene(params, [0.8, 0.3], 'play_on', 11), power);
    expect([formatLike(field.ball.accel.x, ax), formatLike(field.ball.accel.y, 0)]).toEqual([ax, '0']);
  });

  it('power 0 has no noise for version 11, also with a maximum tackle power of 0', () => {
    for (const most of [100, 0]) {
      const params = createTestParams({ max_tackle_power: most });
      const field = runTackle(createScene(params, [0.8, 0.3], 'play_on', 11), 0);
      expect([field.ball.accel.x, field.ball.accel.y].map(Math.abs)).toEqual([0, 0]);
    }
  });
});

describe('outcomes (spec 05 §13)', () => {
  const bits = PlayerState.TACKLE | PlayerState.TACKLE_FAULT;

  it('a tackle of a ball at the back is not reported if tackle_back_dist is 0 (spec 05 §24.32)', () => {
    const s = createScene(noiselessParams, [-0.5, 0]);
    expect(runTackle(s, 0).events).toEqual([]);
    expect([s.player.state & bits, s.player.tackleIdle, s.player.tackleCount]).toEqual([
      PlayerState.TACKLE_FAULT,
      10,
      1,
    ]);
  });

  it('a tackle always fails outside the area and sometimes fails inside', () => {
    const far = createScene(noiselessParams, [2.1, 0]);
    expect(runTackle(far, 0).events).toEqual([['tackleMissed', 'l1', false]]);
    expect(far.player.state & bits).toBe(PlayerState.TACKLE_FAULT);
    const unlucky = createScene(noiselessParams, [0.8, 0.3]);
    expect(runTackle(unlucky, 0, false, 0.9999).events).toEqual([['tackleMissed', 'l1', false]]);
    expect(unlucky.player.state & bits).toBe(bits);
    const lucky = createScene(noiselessParams, [0.8, 0.3]);
    expect(runTackle(lucky, 0, false, 0.9957).events[0]?.[0]).toBe('tackled');
    expect(lucky.player.state & bits).toBe(PlayerState.TACKLE);
  });

  it('a success has no effect in dead ball modes except catch_fault (spec 05 §24.53)', () => {
    for (const { name, clock } of PLAY_MODES) {
      const s = createScene(noiselessParams, [0.8, 0.3], name);
      const field = runTackle(s, 0);
      const acts = clock === 'running' || name.startsWith('catch_fault');
      expect([name, field.events.length, field.ball.accel.x !== 0]).toEqual([name, acts ? 1 : 0, acts]);
      expect(s.player.state & bits).toBe(PlayerState.TACKLE);
    }
  });

  it('commands are accepted again exactly tackle_cycles cycles later (spec 05 §24.34, spec 03 §13.27, spec 04 §9.39)', () => {
    const s = createScene();
    runTackle(s, 0);
    const idle: number[] = [];
    const states: number[] = [];
    for (let cycle = 1; cycle <= 10; cycle++) {
      turn(noiselessParams, s.field.rng, s.player, 10);
      expect(s.player.turnCount).toBe(0);
      runStep(s.field);
      idle.push(s.player.tackleIdle);
      states.push(s.player.state & PlayerState.TACKLE);
    }
    expect(idle).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(states[8]).toBe(PlayerState.TACKLE);
    expect(states[9]).toBe(0);
    turn(noiselessParams, s.field.rng, s.player, 10);
    expect(s.player.turnCount).toBe(1);
  });

  it('a successful intentional foul leaves the tackler free in the next cycle (quirk Q11) (spec 05 §24.35)', () => {
    const s = createScene();
    addPlayer(s.field, 'r', 2, { x: 1.5, y: 0.3 });
    expect(runTackle(s, 0, true).events[0]?.slice(3)).toEqual([true]);
    expect([s.player.tackleIdle, s.player.bodyUsed]).toEqual([0, true]);
    runStep(s.field);
    expect(s.player.bodyUsed).toBe(false);
  });

  it('a failed foul does not (spec 05 §24.36)', () => {
    const s = createScene(noiselessParams, [1.8, 0.2]);
    addPlayer(s.field, 'r', 2, { x: 2.5, y: 0.3 });
    // Above the failure probability of exponent 6, below that of exponent 10.
    expect(runTackle(s, 0, true, 0.6).events[0]?.[0]).toBe('tackled');
    const t = createScene(noiselessParams, [1.8, 0.2]);
    addPlayer(t.field, 'r', 2, { x: 2.5, y: 0.3 });
    expect(runTackle(t, 0, true, 0.7).events).toEqual([['tackleMissed', 'l1', true]]);
    expect(t.player.tackleIdle).toBe(10);
  });

  it('the foul flag counts only with an enabled opponent in kicking distance', () => {
    const s = createScene();
    addPlayer(s.field, 'l', 2, { x: 0.9, y: 0.8 });
    addPlayer(s.field, 'r', 2, { x: 5, y: 0.3 });
    addPlayer(s.field, 'r', 3, { x: 1, y: 0 }).enabled = false;
    expect(runTackle(s, 0, true).events[0]?.slice(3)).toEqual([false]);
    expect(s.player.tackleIdle).toBe(10);
  });
});

describe('tackleProbability', () => {
  it('is the fraction of tackles that succeed, for tackles and for intentional fouls', () => {
    const { field, player } = createScene(noiselessParams, [1.8, 0.2]);
    expect(formatLike(tackleProbability(field.params, player, field.ball.pos), '0.46854222')).toBe(
      '0.46854222',
    );
    expect(formatLike(tackleProbability(field.params, player, field.ball.pos, true), '0.65132155')).toBe(
      '0.65132155',
    );
    let hits = 0;
    for (let i = 0; i < 4000; i++) {
      player.bodyUsed = false;
      player.state = 0;
      tackle(field, field.rng, player, 0, false);
      if ((player.state & PlayerState.TACKLE_FAULT) === 0) hits += 1;
    }
    expect(Math.abs(hits / 4000 - 0.46854)).toBeLessThan(0.03);
  });

  it('is 0 out of reach, and at the back if tackle_back_dist is 0', () => {
    const { field, player } = createScene(noiselessParams, [2.1, 0]);
    expect(tackleProbability(field.params, player, field.ball.pos)).toBe(0);
    expect(tackleProbability(field.params, player, { x: -0.2, y: 0 })).toBe(0);
  });
});
