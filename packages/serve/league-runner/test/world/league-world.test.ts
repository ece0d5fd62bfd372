import { expect, test } from 'vitest';
import { findFailure, readSeeds } from '../../../../kit/kit/test/world.js';
import { drawLeagueSteps, playLeagueWorld } from './league-world.js';

const seeds = readSeeds('1-200');

test(
  `no world of the seeds ${seeds[0]} to ${seeds.at(-1)} loses a result, counts one twice, keeps a resource or stands still`,
  async () => {
    expect(await findFailure(seeds, drawLeagueSteps, playLeagueWorld)).toBeNull();
  },
  6 * 3600_000,
);

test('a world of a seed is the same each time: timers, process numbers, calls, and every byte that is written', async () => {
  const play = async (seed: number) => {
    const trace: string[] = [];
    const problem = await playLeagueWorld(seed, drawLeagueSteps(seed), trace);
    return { problem, trace };
  };
  for (const seed of [7, 92]) {
    const { problem, trace } = await play(seed);
    // The lock of the first controller has its number in this world.
    expect(trace.some((line) => line.endsWith('controller (10): writeSync /run.lock 10\n'))).toBe(true);
    expect(await play(seed)).toEqual({ problem, trace });
    expect((await play(seed + 1)).trace).not.toEqual(trace);
  }
});
