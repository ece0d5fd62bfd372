import { expect, test } from 'vitest';
import { findFailure, readSeeds } from '../../../../kit/kit/test/world.js';
import { drawRoomSteps, playRoomWorld } from './room-world.js';

const seeds = readSeeds('1-200');

test(
  `no world of the seeds ${seeds[0]} to ${seeds.at(-1)} sets a room back, plays another match, keeps a resource or stands still`,
  async () => {
    expect(await findFailure(seeds, drawRoomSteps, playRoomWorld)).toBeNull();
  },
  6 * 3600_000,
);

test('a world of a seed is the same each time: timers, datagrams, and every byte that is written', async () => {
  const play = async (seed: number) => {
    const trace: string[] = [];
    const problem = await playRoomWorld(seed, drawRoomSteps(seed), trace);
    return { problem, trace };
  };
  for (const seed of [7, 92]) {
    const first = await play(seed);
    expect(await play(seed)).toEqual(first);
    expect((await play(seed + 1)).trace).not.toEqual(first.trace);
  }
});
