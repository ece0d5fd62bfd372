import { playModeClock, type World } from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import { placeCaughtBall } from './catch.js';
import { resolveCollisions } from './collision.js';
import type { PhysicsContext } from './context.js';
import { updateCounters } from './cycle.js';
import { commitAnglesAtRest, moveObjects } from './motion.js';
import { updateStamina } from './stamina.js';

/**
 * Runs the physics of a step in the current play mode (spec 05 §5.3 point 3). Nothing moves before the kick-off and
 * after the end; in a stopped match a held ball is released first. The caller handles clocks and rules.
 */
export function moveBodies(ctx: PhysicsContext, rng: RandomStream): void {
  const { world, params } = ctx;
  switch (playModeClock(world.playMode)) {
    case 'before':
      commitAnglesAtRest(world);
      return;
    case 'over':
      return;
    case 'stopped':
      world.catcher = -1;
      break;
    case 'running':
      break;
  }
  moveObjects(ctx, rng);
  resolveCollisions(ctx, rng);
  placeCaughtBall(world, params);
}

/** Updates stamina, then hearing capacity and catch ban, in every play mode (spec 05 §5.3 point 4). */
export function updatePlayers(world: World, params: MatchParams): void {
  updateStamina(world, params);
  updateCounters(world, params);
}
