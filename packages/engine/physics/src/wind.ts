import type { World } from '@rcss/core';
import { cos, PI, rad, sin } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';

/** Sets the wind of a match: none, random, or as the parameters specify (spec 05 §6.4). */
export function initializeWind(world: World, params: MatchParams, rng: RandomStream): void {
  const server = params.server;
  let force = 0;
  let angle = 0;
  world.windRandom = 0;
  if (!server.wind_none) {
    if (server.wind_random) {
      force = uniform(rng, 0, 100);
      angle = uniform(rng, -PI, PI);
      world.windRandom = uniform(rng, 0, 0.5);
    } else {
      force = server.wind_force;
      angle = rad(server.wind_dir);
      world.windRandom = server.wind_rand;
    }
  }
  world.wind.x = force * cos(angle);
  world.wind.y = force * sin(angle);
}

/** Returns the line of standard output that reports the wind (spec 05 §6.4). */
export function formatWind(world: World): string {
  const { wind, windRandom } = world;
  return `wind factor: rand: ${windRandom.toFixed(6)}, vector: (${wind.x.toFixed(6)}, ${wind.y.toFixed(6)})`;
}
