import { createWorld, playerOf } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createRandomStream, normal } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';

const world = createWorld();
const striker = playerOf(world, 'l', 9)!;
vec2.setPolar(striker.pos, 20, rad(30)); // 20 m from the center spot, 30 degrees towards +y
export const range: number = vec2.distance(striker.pos, world.ball.pos); // 20

const rng = createRandomStream(42, 'sensors');
export const seen: number = normal(rng, range, 0.5); // 19.35757370143687, on every engine
