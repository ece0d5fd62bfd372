import { createMatchParams } from '@rcss/params';
import { createMatch } from '@rcss/simulator';
import { createConfiguration } from '../config/configuration.js';
import { createStartTime } from '../logs/start-time.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { openWarmup } from '../warmup/warmup.js';

/** Length of a slice; between slices the event loop serves sockets and requests, ms. */
const SLICE_MS = 5;

/**
 * Plays a separate match in memory, so that the code of the engine is compiled before the first room is in play (decision 0011).
 * One warm-up serves all rooms of a thread.
 *
 * @param cycles Length of the match; 0: nothing is done.
 */
export async function warmUpProcess(cycles: number): Promise<void> {
  const config = createConfiguration({ rcss: { warmup: cycles } });
  const match = createMatch({ params: createMatchParams(config.server, config.player, 0), seed: 0 });
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
  while (warmup.play(performance.now() + SLICE_MS)) await new Promise((resolve) => setImmediate(resolve));
  warmup.close();
}
