import { PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, placeTestBall, runStep } from '../test/field.js';
import { createHeightParams } from '../test/height.js';
import { catchBall } from './catch.js';
import { kick } from './kick.js';
import { tackle } from './tackle.js';

/** A player half a meter behind a ball at a height. */
function createScene(z: number, goalie = false) {
  const field = createTestField(createHeightParams({ tackle_exponent: 400 }));
  const player = addPlayer(field, 'l', 1, { x: -0.6, y: 0, body: 0, goalie });
  placeTestBall(field, 0, 0, 0.1, 0);
  Object.assign(field.ball, { z, vz: 0.3 });
  return { field, player };
}

describe('reach of a player (spec 12 §7)', () => {
  it('kicks reach up to player_height, inclusive', () => {
    const counts = [1.99, 2, 2.01].map((z) => {
      const { field, player } = createScene(z);
      kick(field, field.rng, player, 50, 0, 30);
      return [player.kickCount, field.events[0]?.[0]];
    });
    expect(counts).toEqual([
      [1, 'kicked'],
      [1, 'kicked'],
      [0, 'kickMissed'],
    ]);
  });

  it('tackles reach up to tackle_height, inclusive, and leave the vertical speed alone', () => {
    const results = [0.5, 0.51].map((z) => {
      const { field, player } = createScene(z);
      tackle(field, field.rng, player, 0, false);
      const { ball } = field;
      return [
        ball.accel.x > 0,
        ball.vz,
        player.tackleCount,
        player.tackleIdle,
        player.state & PlayerState.TACKLE_FAULT,
      ];
    });
    expect(results).toEqual([
      [true, 0.3, 1, 10, 0],
      [false, 0.3, 1, 10, PlayerState.TACKLE_FAULT],
    ]);
  });

  it('catches reach up to player_height; a caught ball is on the ground while it is held', () => {
    const low = createScene(2, true);
    catchBall(low.field, low.field.rng, low.player, 0);
    const { ball } = low.field;
    expect([low.player.catchCount, ball.z, ball.vz, ball.vel.x]).toEqual([1, 0, 0, 0]);
    const high = createScene(2.01, true);
    catchBall(high.field, high.field.rng, high.player, 0);
    expect([high.player.catchCount, high.field.ball.z, high.player.state & PlayerState.CATCH_FAULT]).toEqual([
      0,
      2.01,
      PlayerState.CATCH_FAULT,
    ]);
  });

  it('the ball flies over players above player_height and keeps its height in a collision', () => {
    const results = [1.5, 2.5].map((z) => {
      const { field, player } = createScene(z);
      player.pos.x = 0.2;
      runStep(field);
      return [player.collidedWithBall, field.ball.vel.x < 0, field.ball.z];
    });
    expect(results).toEqual([
      [true, true, 1.7],
      [false, false, 2.7],
    ]);
  });
});
