import { expect, it } from 'vitest';
import { createTestHost, measureMemory } from '../../test/rooms.js';

/** Simulated hours; RCSS_SOAK_HOURS=24 for the whole test. */
const HOURS = Number(process.env['RCSS_SOAK_HOURS'] ?? 0.25);
const CYCLES = HOURS * 36_000;
/** Cycles before the first measurement. */
const FIRST_CYCLES = 4000;
const PLAYERS = 11;
const MAX_GROWTH_MIB = 8;

it(`${HOURS} simulated hours in one room server leave memory and descriptors flat`, async () => {
  const host = createTestHost();
  const { id } = await host.create({ document: { version: 1, seed: 1, clock: 'stepped' } });
  for (let i = 0; i < 2 * PLAYERS; i++) {
    const team = i < PLAYERS ? 'Foxes' : 'Herons';
    await host.spawnPlayer(id, { team, position: { x: (i % PLAYERS) * 3 - 16, y: i < PLAYERS ? -5 : 5 } });
  }
  const scene = {
    playMode: 'play_on' as const,
    ball: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0.5 } },
  };
  const play = async (cycles: number) => {
    let left = cycles;
    while (left > 0) {
      await host.reset(id, { scene });
      const { id: copy } = await host.fork(id, {});
      await host.step(id, 1500);
      await host.step(copy, 500);
      await host.delete(copy);
      left -= 2000;
    }
  };
  await play(FIRST_CYCLES);
  const before = await measureMemory();
  await play(CYCLES - FIRST_CYCLES);
  const after = await measureMemory();
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 1);
  expect(after.heapMiB - before.heapMiB).toBeLessThan(MAX_GROWTH_MIB);
  expect(await host.list()).toHaveLength(1);
}, 3_600_000);
