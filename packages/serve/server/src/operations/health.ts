import type { RoomStatus } from './room-status.js';

/** Path of the health check; it needs no token. */
export const HEALTH_PATH = '/healthz';

/** Answer to a health check. */
export interface Health {
  readonly status: 'ok' | 'failed';
}

/**
 * Returns whether the process still runs matches: `failed` if a fault of the server has ended all of them. That an answer comes at
 * all shows that the event loop runs.
 */
export function checkHealth(rooms: readonly RoomStatus[]): Health {
  const hasFailed = rooms.length > 0 && rooms.every(({ fault }) => fault !== null);
  return { status: hasFailed ? 'failed' : 'ok' };
}
