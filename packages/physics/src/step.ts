import { playModeClock, type RandomStream, type World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { placeCaughtBall } from './caught-ball.js';
import { collide } from './collision.js';
import { updateCounters } from './counters.js';
import type { PhysicsListener } from './listener.js';
import { commitAngles, moveObjects } from './motion.js';
import { updateStamina } from './stamina.js';

/**
 * The bodies' part of point 3 of a step, by the present play mode (05 §5.3): nothing moves before kick-off and after
 * the end; a stopped match lets go of a held ball first. Clocks and rules are the caller's.
 */
export function runBodies(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  listener: PhysicsListener | null,
): void {
  switch (playModeClock(world.playMode)) {
    case 'B':
      commitAngles(world);
      return;
    case 'O':
      return;
    case 'S':
      world.catcher = -1;
      break;
    case 'R':
      break;
  }
  moveObjects(world, params, rng);
  collide(world, params, rng, listener);
  placeCaughtBall(world, params);
}

/** Point 4 of a step, in every play mode: stamina, then hearing and catch ban (05 §5.3). */
export function refreshPlayers(world: World, params: MatchParams): void {
  updateStamina(world, params);
  updateCounters(world, params);
}
