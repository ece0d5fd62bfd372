import type { MatchDocument } from '@rcss/core/match-document';
import { createSpecMatch } from '@rcss/simulator';
import { createConfiguration } from '../config/configuration.js';
import { createConfigurationSpec } from '../config/configuration-spec.js';
import { createStartTime } from '../logs/start-time.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { openWarmup } from '../warmup/warmup.js';
import { RoomError } from './room-error.js';
import { createThreadRooms, type ThreadRooms } from './room-host.js';

/** Length of a slice; between slices the event loop serves sockets and requests, ms. */
const SLICE_MS = 5;

/** Most resets of the warm-up. */
const MAX_RESETS = 500;
/** Cycles of the warm-up for each room that it creates. */
const CYCLES_PER_ROOM = 50;

/**
 * Plays a separate match in memory, then creates, resets and deletes rooms, so that the code of the engine and of the rooms is compiled before the
 * first room is in play (decision 0011). One warm-up serves all rooms of a thread.
 *
 * @param cycles Length of the match; 0: nothing is done.
 * @param signal Ends the warm-up soon, because the thread ends.
 */
export async function warmUpProcess(
  cycles: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (cycles <= 0) return;
  await playMatch(cycles, signal);
  const host = createThreadRooms();
  try {
    await playRooms(host, cycles, signal);
  } catch (error) {
    // Without a free port or descriptor, the server starts without this part of the warm-up.
    if (!(error instanceof RoomError)) throw error;
  } finally {
    await host.close();
  }
}

async function playRooms(host: ThreadRooms, cycles: number, signal: AbortSignal): Promise<void> {
  const document: MatchDocument = { version: 1, seed: 0, clock: 'stepped', initial: { playMode: 'play_on' } };
  for (let i = 0; i < cycles && !signal.aborted; i += CYCLES_PER_ROOM)
    await host.delete((await host.create({ id: `r${i}`, document })).id);
  const { id } = await host.create({ id: 'last', document });
  for (let i = 0; i < Math.min(cycles, MAX_RESETS) && !signal.aborted; i++) {
    await host.step(id, 1);
    await host.reset(id, {});
  }
}

async function playMatch(cycles: number, signal: AbortSignal): Promise<void> {
  const config = createConfiguration({ rcss: { warmup: cycles } });
  const match = createSpecMatch(createConfigurationSpec(config, 0));
  const logs = { game: null, text: null, keepaway: null, recording: null, worldDump: null };
  const net = { warnings: new RateLimitedLog(() => {}) };
  const warmup = await openWarmup({
    config,
    match,
    start: createStartTime(new Date()),
    logs,
    net: net as never,
  });
  if (warmup === null) return;
  while (!signal.aborted && warmup.play(performance.now() + SLICE_MS))
    await new Promise((resolve) => setImmediate(resolve));
  warmup.close();
}
