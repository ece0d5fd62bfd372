import { expect, it } from 'vitest';
import { type Client, connectPlayer } from '../../test/harness.js';
import type { RoomHost } from '../../test/room-host.js';
import { createTestHost, measureMemory } from '../../test/rooms.js';

/** Length of a half, simulated seconds; RCSS_SOAK_HALF_TIME=300 for whole matches. */
const HALF_TIME = Number(process.env['RCSS_SOAK_HALF_TIME'] ?? 10);
const MATCHES = 10;
/** Matches before the first measurement. */
const FIRST_MATCHES = 3;
const PLAYERS = 11;
const MAX_GROWTH_MIB = 8;

async function playMatch(host: RoomHost, seed: number): Promise<void> {
  const server = {
    half_time: HALF_TIME,
    nr_normal_halfs: 2,
    nr_extra_halfs: 0,
    penalty_shoot_outs: false,
    auto_mode: true,
    // Until the kickoff, the clock waits in each cycle.
    kick_off_wait: 5,
  };
  const { id, ports } = await host.create({
    document: {
      version: 1,
      seed,
      clock: 'synchronous',
      parameters: { server, rcss: { wait_for_clients: 2 * PLAYERS } },
      recording: { gameLog: true, textLog: true, result: true },
    },
    start: true,
  });
  const clients: Client[] = [];
  for (let i = 0; i < 2 * PLAYERS; i++)
    clients.push(
      await connectPlayer({ ports } as never, i < PLAYERS ? 'Foxes' : 'Herons', { answersThink: true }),
    );
  // The clients of the tests keep what they receive.
  const timer = setInterval(() => {
    for (const { received } of clients) received.length = 0;
  }, 50);
  await host.rooms.get(id)!.closed;
  clearInterval(timer);
  expect(await host.read(id)).toMatchObject({ phase: 'closed', time: 20 * HALF_TIME, fault: null });
  await host.delete(id);
  for (const client of clients) {
    client.close();
    client.received.length = 0;
  }
}

it(`${MATCHES} matches one after another in one process leave memory and descriptors flat`, async () => {
  const host = createTestHost();
  let before = await measureMemory();
  for (let i = 0; i < MATCHES; i++) {
    await playMatch(host, i);
    if (i + 1 === FIRST_MATCHES) before = await measureMemory();
  }
  const after = await measureMemory();
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 1);
  expect(after.heapMiB - before.heapMiB).toBeLessThan(MAX_GROWTH_MIB);
  expect(await host.list()).toEqual([]);
}, 1_800_000);
