import { frameOf } from '@rcss/sensors';
import type { Server } from '../server.js';
import { sendShow } from '../sessions/monitor-output.js';

/** Monitors and game log take their picture of the step (02 §3.2, point 7). */
export function publishFrame(server: Server): void {
  const start = performance.now();
  const { match, gameLog, monitors } = server;
  if (monitors.length > 0 || gameLog !== null) {
    const frame = frameOf(match.world, server.params, server.buffers.frame);
    for (const monitor of monitors) sendShow(server, monitor, frame);
    gameLog?.frame(frame);
    gameLog?.flush();
  }
  if (server.params.server.profile) server.textLog?.timing('DISP', performance.now() - start);
  server.textLog?.flush();
}
