import { rad } from '@rcss/core/math';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, createTestParams, placeTestBall, runStep } from '../test/field.js';
import { createHeightParams } from '../test/height.js';
import { coast, fly, kickForFlight, kickToLand } from './entries/predict.js';
import { kick } from './kick.js';

const params = createHeightParams();

/** A field with a player 0.6 m from the ball in a direction, degrees; its body points to the right. */
function createScene(angle = 0, of = params) {
  const field = createTestField(of);
  const player = addPlayer(field, 'l', 1, {
    x: -0.6 * Math.cos(rad(angle)),
    y: -0.6 * Math.sin(rad(angle)),
    body: 0,
  });
  placeTestBall(field, 0, 0, 0.2, -0.1);
  return { field, player };
}

describe('fly', () => {
  it('gives the steps of the physics: flight, bounces and rolling', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 5, noNaN: true }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.nat(60),
        (z, vz, vx, cycles) => {
          const field = createTestField(params);
          // The physics adds an acceleration of 0 and so makes 0 of a negative zero.
          placeTestBall(field, -10, 20, vx + 0, 0.1);
          Object.assign(field.ball, { z, vz: vz + 0 });
          const { pos, vel, ...height } = fly(params.server, field.ball, cycles);
          for (let i = 0; i < cycles; i++) runStep(field);
          const { ball } = field;
          // Friction makes a negative zero of the smallest negative speed; only the physics then adds an acceleration of 0.
          expect({ ...height, pos, vel: { x: vel.x + 0, y: vel.y + 0 } }).toEqual({
            pos: ball.pos,
            vel: { x: ball.vel.x + 0, y: ball.vel.y + 0 },
            accel: { x: 0, y: 0 },
            z: ball.z,
            vz: ball.vz,
            az: 0,
          });
        },
      ),
    );
  });

  it('is the motion on the ground in a match without height', () => {
    const flat = createTestParams();
    const ball = { pos: { x: 1, y: 2 }, vel: { x: 1, y: -0.5 }, z: 0, vz: 0 };
    const { pos } = fly(flat.server, ball, 7);
    const expected = coast(ball, 7, flat.server.ball_decay).pos;
    expect([pos.x, pos.y]).toEqual([expect.closeTo(expected.x, 9), expect.closeTo(expected.y, 9)]);
  });
});

describe('lofted kicks', () => {
  it('kickForFlight gives the velocities of the next step', () => {
    const { field, player } = createScene(30);
    const { ball } = field;
    player.body = rad(40);
    const wanted = kickForFlight(params, player, ball, { x: 1.2, y: 0.4 }, 0.9);
    kick(field, field.rng, player, wanted!.power, wanted!.dir, wanted!.loft);
    player.pos.x = -30;
    runStep(field);
    expect([ball.vel.x, ball.vel.y, ball.vz]).toEqual([
      expect.closeTo(1.2, 9),
      expect.closeTo(0.4, 9),
      expect.closeTo(0.9, 9),
    ]);
  });

  it('no kick is found that is too strong, does not leave the ground, or without height', () => {
    const { field, player } = createScene();
    const find = (vx: number, vz: number, of = params) =>
      kickForFlight(of, player, field.ball, { x: vx, y: 0 }, vz);
    expect([find(2.5, 1.5), find(1, 0), find(1, 0.5, createTestParams())]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(find(1, 0.5)).toBeDefined();
    field.ball.z = 2.5;
    expect(find(1, 0.5)).toBeUndefined();
  });

  it('kickToLand hits the ground first at the target, after the cycles that it says', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 35, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (distance, angle) => {
          const { field, player } = createScene(angle);
          const { ball } = field;
          const target = { x: distance * Math.cos(rad(angle)), y: distance * Math.sin(rad(angle)) };
          const found = kickToLand(params, player, ball, target);
          fc.pre(found !== undefined);
          kick(field, field.rng, player, found!.kick.power, found!.kick.dir, found!.kick.loft);
          player.pos.x = -40;
          player.pos.y = 33;
          for (let n = 1; n < found!.cycles; n++) {
            runStep(field);
            expect(ball.z).toBeGreaterThan(0);
          }
          // The contact can be found a step later by a rounding error; the place is that of the last step in the air.
          expect(
            Math.hypot(ball.pos.x + ball.vel.x - target.x, ball.pos.y + ball.vel.y - target.y),
          ).toBeLessThan(1e-6);
          expect(ball.z + ball.vz - params.server.gravity).toBeCloseTo(0, 9);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('a kick over an obstacle is higher there and takes longer', () => {
    const { field, player } = createScene();
    const target = { x: 20, y: 0 };
    const flat = kickToLand(params, player, field.ball, target)!;
    const over = kickToLand(params, player, field.ball, target, { distance: 3, height: 2.5 })!;
    expect(over.cycles).toBeGreaterThan(flat.cycles);
    kick(field, field.rng, player, over.kick.power, over.kick.dir, over.kick.loft);
    player.pos.x = -40;
    let before = { x: 0, z: 0 };
    while (field.ball.pos.x < 3) {
      before = { x: field.ball.pos.x, z: field.ball.z };
      runStep(field);
    }
    const { ball } = field;
    const z = before.z + ((3 - before.x) / (ball.pos.x - before.x)) * (ball.z - before.z);
    expect(z).toBeGreaterThanOrEqual(2.5 - 1e-9);
  });
});
