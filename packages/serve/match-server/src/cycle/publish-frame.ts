import { sendFrame } from '@rcss/host';
import { fillFrame } from '@rcss/sensors';
import type { Server } from '../sessions/server.js';

/** Sends the frame of the step to monitors and writes it to the game log (spec 02 §3.2, point 7). */
export function publishFrame(
  server: Pick<Server, 'match' | 'clients' | 'writers' | 'logs' | 'buffers'>,
): void {
  const { match, clients, logs, buffers } = server;
  const start = performance.now();
  if (clients.monitors.length > 0 || logs.game !== null) {
    const frame = fillFrame(match.world, match.params, buffers.frame);
    sendFrame(server, frame);
    logs.game?.writeFrame(frame);
    logs.game?.flush();
  }
  if (match.params.server.profile) logs.text?.writeTiming('DISP', performance.now() - start);
  logs.text?.flush();
}
