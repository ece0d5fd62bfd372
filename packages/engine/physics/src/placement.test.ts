import { rad } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, placeTestBall, runStep, type TestField } from '../test/field.js';
import { placeBallByTrainer, placePlayerByMonitor, placePlayerByTrainer } from './placement.js';
import { turn } from './turn.js';

function createScene() {
  const field = createTestField();
  placeTestBall(field, 30, 30);
  const player = addPlayer(field, 'r', 1, { x: 0, y: 0, body: 20, vx: 0.4 });
  player.accel.y = 0.1;
  player.neck = player.neckTarget = 0.3;
  turn(field.params, field.rng, player, 50);
  const place = (to: Parameters<typeof placePlayerByTrainer>[3]) =>
    placePlayerByTrainer(field, field.rng, player, to);
  return { field, player, place };
}

describe('a trainer moves a player (spec 05 §20.4)', () => {
  it('x y is in field coordinates; a pending turn is lost, all else is kept', () => {
    const { player, place } = createScene();
    place({ x: 5, y: -6 });
    expect([player.pos, player.body, player.bodyTarget]).toEqual([{ x: 5, y: -6 }, rad(20), rad(20)]);
    expect([player.vel.x, player.accel.y, player.neck]).toEqual([0.4, 0.1, 0.3]);
  });

  it('x y a sets the angle in degrees, limited to the moments', () => {
    const { player, place } = createScene();
    place({ x: 5, y: -6, angle: -400 });
    expect([player.body, player.bodyTarget, player.vel.x]).toEqual([rad(-180), rad(-180), 0.4]);
  });

  it('x y a vx vy sets the velocity too', () => {
    const { player, place } = createScene();
    place({ x: 5, y: -6, angle: 10, vx: -1, vy: 2 });
    expect([player.vel, player.accel.y]).toEqual([{ x: -1, y: 2 }, 0.1]);
  });

  it('a move onto the ball reports the touch', () => {
    const { field, player, place } = createScene();
    place({ x: 30, y: 29.9 });
    expect([field.events[0]?.slice(0, 2), player.collidedWithBall]).toEqual([['touched', 'r1'], true]);
  });

  it('slots without a client are moved too and keep the position (spec 07 §7.2)', () => {
    const { field } = createScene();
    const absent = field.world.players[3]!;
    placePlayerByTrainer({ ...field, listener: null }, field.rng, absent, {
      x: 1,
      y: 20,
      angle: 90,
      vx: 1,
      vy: 1,
    });
    runStep(field);
    expect([absent.pos, absent.vel, absent.body]).toEqual([{ x: 1, y: 20 }, { x: 1, y: 1 }, rad(90)]);
  });
});

describe('a monitor moves a player (spec 05 §20.4)', () => {
  it('the player is at rest, the angle is not limited', () => {
    const { field, player } = createScene();
    placePlayerByMonitor(field, field.rng, player, 10, -10, 450);
    expect([player.pos, player.vel, player.body, player.bodyTarget]).toEqual([
      { x: 10, y: -10 },
      { x: 0, y: 0 },
      rad(450),
      rad(450),
    ]);
    expect([player.accel.y, player.neck]).toEqual([0.1, 0.3]);
  });
});

describe('the ball is placed (spec 05 §20.3)', () => {
  function placed(to: Parameters<typeof placeBallByTrainer>[1]): TestField {
    const { field, player } = createScene();
    field.world.catcher = player.index;
    placeTestBall(field, 3, 3, 1, 1);
    field.ball.accel.x = 2;
    placeBallByTrainer(field.world, to);
    return field;
  }

  it('at rest or with a velocity; pushes are lost, a held ball is released', () => {
    const still = placed({ x: 7, y: 8, angle: 3 });
    expect([still.ball, still.world.catcher]).toEqual([
      { pos: { x: 7, y: 8 }, vel: { x: 0, y: 0 }, accel: { x: 0, y: 0 }, z: 0, vz: 0, az: 0 },
      -1,
    ]);
    expect(placed({ x: 7, y: 8, angle: 0, vx: 1.5, vy: -0.5 }).ball.vel).toEqual({ x: 1.5, y: -0.5 });
  });

  it('without a collision pass (spec 05 §24.50)', () => {
    const field = placed({ x: 0.1, y: 0 });
    expect([field.events, field.ball.pos.x]).toEqual([[], 0.1]);
  });
});
