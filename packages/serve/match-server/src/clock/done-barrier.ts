import type { Side } from '@rcss/core';
import type { Connection } from '../net/connection.js';

/** Commands without `(done)` are executed after this time, ms. */
const MAX_HOLD_MS = 5;

/** A client that the synchronous server waits for. */
export interface AwaitedClient {
  readonly connection: Connection;
  /** Whether it has sent `(done)`. */
  readonly isDone: () => boolean;
  readonly isGone: () => boolean;
  /** Index of the player; `l` and `r` for the online coaches, or `trainer`. */
  readonly id: Side | number | 'trainer';
}

/**
 * Holds the datagrams of the awaited clients until all of them have sent `(done)`. The commands of a cycle are then
 * executed in an order that depends on the seed and not on arrival, so that the same commands at the same cycles give exactly the
 * same match. If a client sends a command and waits for the answer before its `(done)`, the command is executed after a few
 * milliseconds. If another client (a monitor, an unknown sender) sends something, everything that arrived before is executed first.
 */
export class DoneBarrier {
  readonly #clients: readonly AwaitedClient[];
  readonly #heldSince = new Map<Connection, number>();
  readonly #now: () => number;

  constructor(clients: readonly AwaitedClient[], now: () => number = () => performance.now()) {
    this.#clients = clients;
    this.#now = now;
    this.hold();
  }

  /** Whether a poll is due: all clients are ready, or one of them has waited long enough. */
  get isPollDue(): boolean {
    const now = this.#now();
    let allReady = true;
    let overdue = false;
    for (const { connection, isDone, isGone } of this.#clients) {
      if (isGone() || isDone() || connection.isLost || connection.hasDoneCommand()) continue;
      allReady = false;
      if (!connection.hasHeldInput) continue;
      const since = this.#heldSince.get(connection);
      if (since === undefined) this.#heldSince.set(connection, now);
      if (connection.hasCompressionCommand || (since !== undefined && now - since >= MAX_HOLD_MS))
        overdue = true;
    }
    return allReady || overdue;
  }

  /** Releases all held datagrams for the next poll. */
  release(): void {
    this.#heldSince.clear();
    for (const { connection } of this.#clients) connection.isHeld = false;
  }

  /** After a poll, holds the datagrams of clients that are not ready. */
  hold(): void {
    for (const { connection, isDone } of this.#clients) if (!isDone()) connection.isHeld = true;
  }

  /** Time after which a poll may be due although nothing has arrived, ms; infinite if nothing is held. */
  get timeoutMs(): number {
    return this.#heldSince.size > 0 ? MAX_HOLD_MS : Number.POSITIVE_INFINITY;
  }
}
