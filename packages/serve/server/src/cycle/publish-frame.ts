import { fillFrame } from '@rcss/sensors';
import type { Server } from '../server.js';
import { sendFrame } from '../sessions/monitor.js';

/** Sends the frame of the step to monitors and writes it to the game log (spec 02 §3.2, point 7). */
export function publishFrame({
  match,
  net,
  clients,
  logs,
  buffers,
}: Pick<Server, 'match' | 'net' | 'clients' | 'logs' | 'buffers'>): void {
  const start = performance.now();
  if (clients.monitors.length > 0 || logs.game !== null) {
    const frame = fillFrame(match.world, match.params, buffers.frame);
    for (const monitor of clients.monitors) sendFrame({ match, net, clients }, monitor, frame);
    logs.game?.writeFrame(frame);
    logs.game?.flush();
  }
  if (match.params.server.profile) logs.text?.writeTiming('DISP', performance.now() - start);
  logs.text?.flush();
}
