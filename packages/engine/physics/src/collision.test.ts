import { type Player, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, formatVector, placeTestBall, runStep } from '../test/field.js';
import { placeCaughtBall } from './catch.js';
import { resolveCollisions } from './collision.js';
import { placeBall, placePlayerByTrainer } from './placement.js';

function formatObject(o: { pos: { x: number; y: number }; vel: { x: number; y: number } }): string {
  return formatVector(o.pos.x, o.pos.y, o.vel.x, o.vel.y);
}

describe('worked examples (spec 05 §7, §24.28)', () => {
  it('1: in play_on ball and player are separated', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: 0.5 });
    const ball = placeTestBall(field, 0.6, 0.1, 0.1, 0.2);
    runStep(field);
    expect(formatObject(ball)).toBe('0.70678 0.31017 -0.0094 -0.0188');
    expect(formatObject(player)).toBe('0.49322 -0.0101697 -0.02 0');
    expect(field.events).toEqual([['touched', 'l1']]);
  });

  it('2, spec 05 §24.30: outside play_on the ball keeps its place', () => {
    const field = createTestField(undefined, 'kick_in_l');
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: 0.5 });
    const ball = placeTestBall(field, 0.6, 0.1, 0.1, 0.2);
    runStep(field);
    expect(formatObject(ball)).toBe('0.7 0.3 -0.0094 -0.0188');
    expect(formatObject(player)).toBe('0.48644 -0.0203394 -0.02 0');
  });

  it('3: three players are separated in one step', () => {
    const field = createTestField();
    placeTestBall(field, 30, 30);
    const l1 = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: 0.5 });
    const l2 = addPlayer(field, 'l', 2, { x: 1.5, y: 0, vx: -0.6 });
    const r1 = addPlayer(field, 'r', 1, { x: 0.7, y: 1.2, vy: -0.8 });
    let states = 0;
    runStep(field, () => {
      states = l1.state & l2.state & r1.state;
    });
    expect(formatObject(l1)).toBe('0.4 -0.0417306 -0.02 0');
    expect(formatObject(l2)).toBe('1 -0.0417306 0.024 0');
    expect(formatObject(r1)).toBe('0.7 0.483461 0 0.032');
    expect(states & PlayerState.PLAYER_COLLIDE).toBe(PlayerState.PLAYER_COLLIDE);
  });

  it('4, spec 05 §24.50: a trainer puts one player onto another; the velocity shrinks with each pass', () => {
    const field = createTestField();
    const a = addPlayer(field, 'l', 1);
    const b = addPlayer(field, 'l', 2);
    const put = (player: Player, x: number) =>
      placePlayerByTrainer(field, field.rng, player, {
        x,
        y: 5,
        angle: 0,
        vx: 0.5,
        vy: 0,
      });
    put(a, 5);
    put(b, 5.1);
    expect([formatObject(a), formatObject(b)]).toEqual(['4.75 5 -0.05 0', '5.35 5 -0.05 0']);
    runStep(field);
    expect([formatObject(a), formatObject(b)]).toEqual(['4.7 5 -0.02 0', '5.3 5 -0.02 0']);
  });
});

describe('the collision pass (spec 05 §7)', () => {
  it('multiplies a velocity once, for any number of collisions of the object (spec 05 §24.29)', () => {
    const field = createTestField();
    placeTestBall(field, 30, 30);
    const players = [0, 0.3, 0.6, 0.9].map((x, i) =>
      addPlayer(field, 'l', i + 1, { x, y: 0, vx: 1, vy: -2 }),
    );
    resolveCollisions({ ...field, listener: null }, field.rng);
    for (const player of players) expect(formatVector(player.vel.x, player.vel.y)).toBe('-0.1 0.2');
  });

  it('separates objects at the same position in a random direction', () => {
    const field = createTestField();
    const a = addPlayer(field, 'l', 1, { x: 3, y: 3 });
    const b = addPlayer(field, 'r', 1, { x: 3, y: 3 });
    const ball = placeTestBall(field, 30, 30);
    resolveCollisions({ ...field, listener: null }, field.rng);
    expect(Math.hypot(a.pos.x - b.pos.x, a.pos.y - b.pos.y)).toBeCloseTo(0.6, 6);
    expect((a.pos.x + b.pos.x) / 2).toBeCloseTo(3, 9);
    const c = addPlayer(field, 'l', 2, { x: 30, y: 30 });
    field.world.playMode = 'free_kick_l';
    resolveCollisions({ ...field, listener: null }, field.rng);
    expect(ball.pos).toEqual({ x: 30, y: 30 });
    expect(Math.hypot(c.pos.x - 30, c.pos.y - 30)).toBeCloseTo(0.385, 6);
  });

  it('players that nearly coincide are separated by the sum of their radii, and at most 0.01 % more', () => {
    const field = createTestField();
    placeTestBall(field, 30, 30);
    // Rounding puts one of them just within 1e-10 m of the middle and the other just outside.
    const rounding = 2 ** -47;
    const a = addPlayer(field, 'l', 1, { x: 50, y: 0 });
    const b = addPlayer(field, 'r', 1, { x: 50 + 28147 * rounding, y: 0 });
    resolveCollisions({ ...field, listener: null }, field.rng);
    const distance = b.pos.x - a.pos.x;
    expect(distance).toBeGreaterThanOrEqual(0.6);
    expect(distance).toBeLessThan(0.6 * 1.0001);
  });

  it('reports a touch once a round, before the separation', () => {
    const places: string[] = [];
    const field = createTestField(undefined, 'play_on', (_, player) =>
      places.push(formatVector(player.pos.x, player.pos.y)),
    );
    addPlayer(field, 'l', 1, { x: 0, y: 0 });
    placeTestBall(field, 0.2, 0);
    resolveCollisions(field, field.rng);
    expect(places).toEqual(['0 0']);
  });

  it('a ball placed during the report of a touch moves the player to its new place (quirk, spec 06 §6)', () => {
    const field = createTestField(undefined, 'play_on', () => {
      placeBall(field.world, 10, 0);
      field.world.playMode = 'free_kick_r';
    });
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0 });
    placeTestBall(field, 0.2, 0);
    resolveCollisions(field, field.rng);
    expect(field.ball.pos).toEqual({ x: 10, y: 0 });
    expect(formatVector(player.pos.x, player.pos.y)).toBe('9.615 0');
  });

  it('may be run again from within a touch', () => {
    let depth = 0;
    const field = createTestField(undefined, 'play_on', () => {
      if (depth++ === 0) resolveCollisions(field, field.rng);
    });
    const a = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: 1 });
    const b = addPlayer(field, 'l', 2, { x: 0.4, y: 0, vx: 1 });
    placeTestBall(field, -0.1, 0);
    resolveCollisions(field, field.rng);
    expect(Math.hypot(a.pos.x - b.pos.x, a.pos.y - b.pos.y)).toBeCloseTo(0.6, 4);
    // The factor -0.1 is applied twice: once in the inner pass and once in the outer pass.
    expect(formatVector(a.vel.x)).toBe('0.01');
  });

  it('ignores absent players', () => {
    const field = createTestField();
    placeTestBall(field, 30, 30);
    const a = addPlayer(field, 'l', 1, { x: 0, y: 0 });
    addPlayer(field, 'l', 2, { x: 0.1, y: 0 }).enabled = false;
    resolveCollisions({ ...field, listener: null }, field.rng);
    expect(a.pos).toEqual({ x: 0, y: 0 });
  });

  it('keeps marks for sense_body until cleared, and bits until the end of the step (spec 05 §4.4, §24.31)', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0 });
    placeTestBall(field, 0.2, 0);
    let during = 0;
    runStep(field, () => {
      during = player.state;
    });
    const bits = PlayerState.BALL_TO_PLAYER | PlayerState.BALL_COLLIDE;
    expect([during & bits, player.state & bits, player.collidedWithBall]).toEqual([bits, 0, true]);
    player.collidedWithBall = false;
    player.collidedWithPlayer = false;
    player.collidedWithPost = false;
    expect([player.collidedWithBall, player.collidedWithPlayer, player.collidedWithPost]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('the caught ball (spec 05 §8, §24.41)', () => {
  it('stays at arm length in front of the goalie, which does not collide with it', () => {
    const field = createTestField(undefined, 'free_kick_l');
    const goalie = addPlayer(field, 'l', 1, { x: -45, y: 3, body: 30, goalie: true });
    const ball = placeTestBall(field, -44.9, 3);
    field.world.catcher = goalie.index;
    runStep(field);
    expect(formatVector(goalie.pos.x, goalie.pos.y)).toBe('-45 3');
    expect(formatVector(ball.pos.x, ball.pos.y)).toBe(
      formatVector(-45 + 0.385 * Math.cos(Math.PI / 6), 3 + 0.385 / 2),
    );
    expect(field.events).toEqual([]);
    field.world.catcher = -1;
    placeTestBall(field, 0, 0);
    placeCaughtBall(field.world, field.params);
    expect(ball.pos).toEqual({ x: 0, y: 0 });
  });

  it('is released in a stopped match (spec 05 §5.3)', () => {
    const field = createTestField(undefined, 'foul_charge_l');
    const goalie = addPlayer(field, 'l', 1, { x: -45, y: 3, goalie: true });
    field.world.catcher = goalie.index;
    runStep(field);
    expect(field.world.catcher).toBe(-1);
  });
});
