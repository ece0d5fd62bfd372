import type { RoomDrain } from '@rcss/core/rooms';
import type { RoomStatus } from './room-status.js';

/** Path of the health check; it needs no token. */
export const HEALTH_PATH = '/healthz';

/** Answer to a health check. */
export interface Health {
  readonly status: 'ok' | 'failed';
  /** Present if the process takes no more matches: number of those that go on. */
  readonly draining?: { readonly running: number };
  /**
   * Present if a match goes on that is not recorded any more, for example on a full disk: the cycle of the first loss, and the number of
   * such matches. The status stays `ok`, because a restart would end them.
   */
  readonly recording?: { readonly lostAt: number; readonly rooms: number };
}

/**
 * Returns whether the process still runs matches: `failed` if a fault of the server has ended all of them. That an answer comes at
 * all shows that the event loop runs. A process that takes no more matches is `ok`, because a restart would end those that go on.
 */
export function checkHealth(rooms: readonly RoomStatus[], drain: RoomDrain | null = null): Health {
  const hasFailed = rooms.length > 0 && rooms.every(({ fault }) => fault !== null);
  const lost = rooms.flatMap(({ state, recording }) =>
    state === 'ended' || state === 'failed' ? [] : (recording?.lostAt ?? []),
  );
  return {
    status: hasFailed ? 'failed' : 'ok',
    ...(drain?.draining === true && { draining: { running: drain.running.length } }),
    ...(lost.length > 0 && { recording: { lostAt: Math.min(...lost), rooms: lost.length } }),
  };
}
