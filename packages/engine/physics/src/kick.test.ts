import { PLAY_MODES, PlayerState, type PlayMode } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  placeTestBall,
  runStep,
  type TestField,
} from '../test/field.js';
import { kick } from './kick.js';

const noiselessParams = createTestParams();
const noisyParams = createTestParams({});

function createScene(
  of = noiselessParams,
  mode: PlayMode = 'play_on',
  ball: [number, number] = [0.5, 0],
  speed = 0,
  body = 0,
) {
  const field = createTestField(of, mode);
  const player = addPlayer(field, 'l', 1, { x: 0, y: 0, body });
  placeTestBall(field, ball[0], ball[1], speed, 0);
  return { field, player };
}

function runKick({ field, player }: ReturnType<typeof createScene>, power: number, dir: number): TestField {
  kick(field, field.rng, player, power, dir);
  return field;
}

describe('kick table (spec 05 §12, §24.20)', () => {
  const rows: [[number, number], number, number, [number, number], string, [string, string], string][] = [
    [[0.5, 0], 0, 0, [100, 0], '2.589107', ['2.589107', '0'], '0.104107'],
    [[-0.3, 0.5], 0, 0, [60, 30], '1.233219', ['1.067999', '0.616610'], '0.074325'],
    [[0.6, 0], 0, 1.5, [100, 0], '2.492679', ['2.492679', '0'], '0.134274'],
    [[0.6, 0], 0, 0, [-50, 0], '-1.246339', ['-1.246339', '0'], '0.053839'],
    [[0.5, 0.4], 90, 1.5, [80, -45], '1.809024', ['1.279173', '1.279173'], '0.114276'],
  ];
  it.each(rows)(
    'ball at %j, body %d, speed %d, kick %j',
    (ball, body, speed, [p, d], power, accel, noise) => {
      const s = createScene(noiselessParams, 'play_on', ball, speed, body);
      const field = runKick(s, p, d);
      expect([formatLike(field.ball.accel.x, accel[0]), formatLike(field.ball.accel.y, accel[1])]).toEqual(
        accel,
      );
      const strength = power.replace('-', '');
      expect(field.events.map(([name, who, x]) => [name, who, formatLike(x as number, strength)])).toEqual([
        ['kicked', 'l1', strength],
      ]);
      expect([s.player.kickCount, s.player.state & (PlayerState.KICK | PlayerState.KICK_FAULT)]).toEqual([
        1,
        PlayerState.KICK,
      ]);

      // Noise of uniform length up to max_noise (spec 05 §24.22).
      const lengths: number[] = [];
      const t = createScene(noisyParams, 'play_on', ball, speed, body);
      for (let i = 0; i < 2000; i++) {
        t.player.bodyUsed = false;
        t.field.ball.accel.x = 0;
        t.field.ball.accel.y = 0;
        runKick(t, p, d);
        lengths.push(
          hypot(t.field.ball.accel.x - field.ball.accel.x, t.field.ball.accel.y - field.ball.accel.y),
        );
      }
      lengths.sort((a, b) => a - b);
      const bound = Number(noise);
      expect(lengths[1999]).toBeLessThanOrEqual(bound + 1e-6);
      expect(lengths[1999]).toBeGreaterThan(bound * 0.99);
      expect((lengths[1000] as number) / bound).toBeCloseTo(0.5, 1);
    },
  );

  it('the speed limit of the third row is applied in the step, not in the kick', () => {
    const s = createScene(noiselessParams, 'play_on', [0.6, 0], 1.5);
    runKick(s, 100, 0);
    runStep(s.field);
    expect(s.field.ball.vel.x).toBeCloseTo(3 * 0.94, 12);
  });

  it('two kicks of a cycle add up, limited to 2.7 in the step', () => {
    const s = createScene();
    const other = addPlayer(s.field, 'r', 3, { x: 1, y: 0.5, body: 0 });
    runKick(s, 100, 0);
    kick(s.field, s.field.rng, other, 100, 0);
    expect(s.field.ball.accel.x).toBeGreaterThan(4);
    runStep(s.field);
    expect(s.field.ball.vel.x).toBeCloseTo(2.7 * 0.94, 12);
    expect(s.field.events.map(([name]) => name)).toEqual(['kicked', 'kicked']);
  });
});

describe('kicks without effect (spec 05 §12)', () => {
  it('are exactly those before kick-off, in stopped modes and after the end (spec 05 §24.21)', () => {
    for (const { name, clock } of PLAY_MODES) {
      const s = createScene(noiselessParams, name);
      const field = runKick(s, 60, 0);
      const refused = clock !== 'running';
      const fault = (s.player.state & PlayerState.KICK_FAULT) !== 0;
      expect([name, s.player.kickCount, fault, field.events.length, field.ball.accel.x === 0]).toEqual([
        name,
        refused ? 0 : 1,
        refused,
        refused ? 0 : 1,
        refused,
      ]);
      expect([s.player.bodyUsed, s.player.kickedCount]).toEqual([true, 1]);
    }
  });

  it('a kick out of reach is a missed kick; the border is in reach', () => {
    const far = createScene(noiselessParams, 'play_on', [1.086, 0]);
    expect(runKick(far, 50, 0).events).toEqual([['kickMissed', 'l1']]);
    expect([far.player.kickCount, far.player.state & PlayerState.KICK_FAULT]).toEqual([
      0,
      PlayerState.KICK_FAULT,
    ]);
    const rim = createScene(noiselessParams, 'play_on', [0, 1.085]);
    expect(runKick(rim, 50, 0).events[0]?.[0]).toBe('kicked');
  });

  it('a kick is ignored if the body command is used', () => {
    const s = createScene();
    s.player.bodyUsed = true;
    expect(runKick(s, 50, 0).events).toEqual([]);
    expect(s.player.state & PlayerState.KICK).toBe(0);
  });

  it('infinite arguments are limited (spec 05 §9.6)', () => {
    const a = runKick(createScene(), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY).ball.accel;
    expect([formatLike(a.x, '-2.589107'), formatLike(a.y, 0)]).toEqual(['-2.589107', '0']);
  });

  it('a kick releases a held ball (spec 05 §8)', () => {
    const s = createScene();
    s.field.world.catcher = 4;
    runKick(s, 10, 0);
    expect(s.field.world.catcher).toBe(-1);
  });
});

describe('the kick mark (spec 05 §9.4)', () => {
  it('is set from the step that executed the kick to the next one; the body is free in the next cycle', () => {
    const s = createScene();
    runKick(s, 10, 0);
    runStep(s.field);
    expect([s.player.kickedCount, s.player.bodyUsed, s.player.state & PlayerState.KICK]).toEqual([
      0,
      false,
      0,
    ]);
    runStep(s.field);
    expect(s.player.kickedCount).toBe(-1);
  });
});

describe('team_actuator_noise (spec 05b §5, §7.17)', () => {
  it.each([
    [true, 2, 0.20821 * 2],
    [false, 2, 0.10411],
  ])('with the option %s and factor %d', (on, factor, bound) => {
    const params = createTestParams({ team_actuator_noise: on, kick_rand_factor_l: factor });
    const s = createScene(params);
    // kick_rand is 0.1. The factor is applied twice: at the creation of the slot and when the client connects.
    expect(s.player.kickNoiseRate).toBeCloseTo(on ? 0.4 : 0.1, 12);
    let most = 0;
    for (let i = 0; i < 3000; i++) {
      s.player.bodyUsed = false;
      s.field.ball.accel.x = 0;
      s.field.ball.accel.y = 0;
      runKick(s, 100, 0);
      most = Math.max(most, hypot(s.field.ball.accel.x - 2.589107142857143, s.field.ball.accel.y));
    }
    expect(most).toBeLessThanOrEqual(bound + 1e-5);
    expect(most).toBeGreaterThan(bound * 0.99);
  });
});
