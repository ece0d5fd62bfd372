import { expect, test } from 'vitest';
import { drawLeagueSteps, playLeagueWorld } from './league-world.js';
import { findFailure } from './world.js';

/** The gate tries the first seeds, each night others: RCSS_WORLD_SEEDS=FIRST-LAST. */
const [first, last] = (process.env['RCSS_WORLD_SEEDS'] ?? '1-200').split('-').map(Number) as [number, number];
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

test(
  `no world of the seeds ${first} to ${last} loses a result, counts one twice, keeps a resource or stands still`,
  async () => {
    expect(await findFailure(seeds, drawLeagueSteps, playLeagueWorld)).toBeNull();
  },
  6 * 3600_000,
);

test('a world of a seed is the same each time', async () => {
  const trace = async () => {
    const lines: string[] = [];
    const steps = drawLeagueSteps(7);
    lines.push(String(await playLeagueWorld(7, steps)), JSON.stringify(steps));
    return lines;
  };
  expect(await trace()).toEqual(await trace());
});
