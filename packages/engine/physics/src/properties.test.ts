import { PLAY_MODES, type Player } from '@rcss/core';
import * as vec2 from '@rcss/core/vec2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  placeTestBall,
  runStep,
  type TestField,
} from '../test/field.js';
import { catchBall } from './catch.js';
import { dash, dashLeg } from './dash.js';
import { kick } from './kick.js';
import { movePlayer } from './move-player.js';
import { placePlayerByTrainer } from './placement.js';
import { pointTo } from './pointto.js';
import { tackle } from './tackle.js';
import { turn, turnNeck } from './turn.js';
import { changeFocus } from './view.js';

/** Any finite number, and the infinite ones that a message can contain (spec 05 §9.6). */
const extremeNumber = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0),
);
const commandArbitrary = fc.record({
  who: fc.nat(5),
  kind: fc.nat(10),
  a: extremeNumber,
  b: extremeNumber,
  flag: fc.boolean(),
});
const coordinateArbitrary = fc.double({ min: -6, max: 6, noNaN: true });
const matchArbitrary = fc.record({
  mode: fc.constantFrom(...PLAY_MODES.map((m) => m.name)),
  ball: fc.tuple(
    coordinateArbitrary,
    coordinateArbitrary,
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: -3, max: 3, noNaN: true }),
  ),
  places: fc.array(fc.tuple(coordinateArbitrary, coordinateArbitrary), { minLength: 6, maxLength: 6 }),
  offset: fc.constantFrom(0, 50),
  cycles: fc.array(fc.array(commandArbitrary, { maxLength: 8 }), { maxLength: 12 }),
});

function executeCommand(
  field: TestField,
  player: Player,
  { kind, a, b, flag }: { kind: number; a: number; b: number; flag: boolean },
) {
  const { params, rng } = field;
  switch (kind) {
    case 0:
      return dash(params, player, a, b);
    case 1:
      return dashLeg(params, player, flag ? 'l' : 'r', a, b);
    case 2:
      return turn(params, rng, player, a);
    case 3:
      return turnNeck(params, player, a);
    case 4:
      return kick(field, rng, player, a, b);
    case 5:
      return tackle(field, rng, player, a, flag);
    case 6:
      return catchBall(field, rng, player, a);
    case 7:
      // Infinite places are allowed and stay infinite; this test is about finite ones.
      if (Number.isFinite(a) && Number.isFinite(b)) movePlayer(field, rng, player, a, b);
      return;
    case 8:
      return changeFocus(player, a, b);
    case 9:
      return pointTo(params, player, a, b);
    default:
      if (Math.abs(a) < 100 && Math.abs(b) < 100) {
        placePlayerByTrainer(field, rng, player, { x: a, y: b, angle: a });
      }
  }
}

function listNumbers(field: TestField): [string, number][] {
  const { world } = field;
  const all: [string, number][] = [];
  const note = (name: string, o: object) => {
    for (const [key, value] of Object.entries(o)) {
      if (typeof value === 'number') all.push([`${name}.${key}`, value]);
      else if (value !== null && typeof value === 'object') note(`${name}.${key}`, value);
    }
  };
  note('ball', world.ball);
  for (const player of world.players) note(`${player.side}${player.unum}`, player);
  return all;
}

describe('any sequence of commands', () => {
  it.each([
    ['default noise', {}],
    [
      'wind, backward dashes and tackles, hard limits',
      {
        wind_random: true,
        min_dash_power: -100,
        max_back_tackle_power: 50,
        tackle_back_dist: 1,
        catch_probability: 0.5,
        extra_stamina: 0,
        stamina_max: 200,
        stamina_capacity: 400,
        tackle_cycles: 2,
        catch_ban_cycle: 1,
      },
    ],
  ])('gives no NaN and keeps all limits (%s) (spec 05 §6.1, §18.1)', (_, server) => {
    const params = createTestParams(server, { player_types: 6 });
    fc.assert(
      fc.property(matchArbitrary, ({ mode, ball, places, offset, cycles }) => {
        const field = createTestField(params, mode);
        const {
          ball_speed_max: ballMax,
          ball_rand: ballRand,
          ball_decay: ballDecay,
          stamina_max: staminaMax,
        } = params.server;
        const players = places.map(([x, y], i) => {
          const player = addPlayer(field, i < 3 ? 'l' : 'r', i + 1, {
            x: x + offset,
            y,
            goalie: i % 3 === 0,
            version: i === 1 ? 11 : 19,
          });
          player.typeId = i;
          player.effort = params.types[i]!.effort_max;
          return player;
        });
        placeTestBall(
          field,
          ball[0] + offset,
          ball[1],
          (ball[2] * 0.7 * ballMax) / 3,
          (ball[3] * 0.7 * ballMax) / 3,
        );
        for (const commands of cycles) {
          for (const c of commands) executeCommand(field, players[c.who]!, c);
          runStep(field);
          const bad = listNumbers(field).filter(([, value]) => !Number.isFinite(value));
          expect(bad).toEqual([]);
          expect(vec2.length(field.ball.vel)).toBeLessThanOrEqual(
            ballMax * (1 + ballRand) * ballDecay * 1.001,
          );
          for (const player of players) {
            const type = params.types[player.typeId]!;
            const limit = type.player_speed_max * (1 + player.noiseRate) * type.player_decay * 1.001;
            expect(vec2.length(player.vel)).toBeLessThanOrEqual(limit);
            expect(player.stamina).toBeGreaterThanOrEqual(0);
            expect(player.stamina).toBeLessThanOrEqual(staminaMax);
            expect(player.effort).toBeGreaterThanOrEqual(type.effort_min);
            expect(player.effort).toBeLessThanOrEqual(type.effort_max);
            expect(player.recovery).toBeGreaterThanOrEqual(0.5);
            expect(player.recovery).toBeLessThanOrEqual(1);
            expect(player.staminaCapacity).toBeGreaterThanOrEqual(0);
            expect(Math.abs(player.body)).toBeLessThanOrEqual(Math.PI);
            expect(Math.abs(player.neck)).toBeLessThanOrEqual(Math.PI / 2);
            expect(player.focusDist).toBeGreaterThanOrEqual(0);
            expect(player.focusDist).toBeLessThanOrEqual(40);
          }
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('adds at most the greatest acceleration per step (spec 05 §6.1)', () => {
    const params = createTestParams();
    fc.assert(
      fc.property(
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        (ax, ay) => {
          const field = createTestField(params);
          const player = addPlayer(field, 'l', 1, { x: 0, y: 10 });
          const ball = placeTestBall(field, 20, 0);
          Object.assign(player.accel, { x: ax, y: ay });
          Object.assign(ball.accel, { x: ax, y: ay });
          runStep(field);
          expect(vec2.length(player.vel)).toBeLessThanOrEqual(1.0 * 0.4 + 1e-12);
          expect(vec2.length(ball.vel)).toBeLessThanOrEqual(2.7 * 0.94 + 1e-12);
        },
      ),
      { seed: 1 },
    );
  });
});
