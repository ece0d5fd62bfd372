import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, createTestParams, formatVector, placeTestBall } from '../test/field.js';
import { moveObjects } from './motion.js';
import { formatWind, initializeWind } from './wind.js';

describe('wind (spec 05 §6.4, §24.26)', () => {
  const still = { player_rand: 0, ball_rand: 0 };

  it('adds 0.1 to a ball of speed 2 and 0.000166667 to a player of speed 1', () => {
    const params = createTestParams({ ...still, wind_force: 100, wind_dir: 90, wind_rand: 1e-6 });
    const field = createTestField(params);
    initializeWind(field.world, params, field.rng);
    const ball = placeTestBall(field, 0, 0, 2, 0);
    const player = addPlayer(field, 'l', 1, { x: 0, y: 10, vx: 1 });
    moveObjects(field, field.rng);
    expect(formatVector(ball.pos.y)).toBe('0.1');
    expect(formatVector(player.pos.y - 10)).toBe('0.000166667');
  });

  it('has no effect without a random part, for any strength (quirk Q4)', () => {
    const params = createTestParams({ ...still, wind_force: 100, wind_dir: 90, wind_rand: 0 });
    const field = createTestField(params);
    initializeWind(field.world, params, field.rng);
    const ball = placeTestBall(field, 0, 0, 2, 0);
    moveObjects(field, field.rng);
    expect(ball.pos).toEqual({ x: 2, y: 0 });
  });

  it('is set by the parameters: first `none`, then `random`, then force and direction', () => {
    const made = (server: Parameters<typeof createTestParams>[0]) => {
      const params = createTestParams(server);
      const field = createTestField(params);
      initializeWind(field.world, params, field.rng);
      return field.world;
    };
    const off = made({ wind_none: true, wind_random: true, wind_force: 9, wind_rand: 1 });
    expect([off.wind.x, off.wind.y, off.windRandom]).toEqual([0, 0, 0]);
    const drawn = made({ wind_random: true, wind_force: 9 });
    expect(Math.hypot(drawn.wind.x, drawn.wind.y)).toBeLessThan(100);
    expect(drawn.windRandom).toBeGreaterThan(0);
    expect(drawn.windRandom).toBeLessThan(0.5);
    const given = made({ wind_force: 50, wind_dir: 60, wind_rand: 0.25 });
    expect(formatWind(given)).toBe('wind factor: rand: 0.250000, vector: (25.000000, 43.301270)');
  });
});
