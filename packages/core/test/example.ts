import { createRandomStream, createWorld, distance, normal, playerOf, polar, rad } from '@rcss/core';

const world = createWorld();
const striker = playerOf(world, 'l', 9)!;
polar(striker.pos, 20, rad(30)); // 20 m from the center spot, 30 degrees towards +y
export const range: number = distance(striker.pos, world.ball.pos); // 20

const rng = createRandomStream(42, 'sensors');
export const seen: number = normal(rng, range, 0.5); // 19.35757370143687, on every engine
