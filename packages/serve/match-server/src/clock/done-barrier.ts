import type { Side } from '@rcss/core';
import type { Connection } from '../net/connection.js';

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
 * Holds the datagrams of the awaited players and coaches until all of them have sent `(done)` or `(bye)`. The commands of a cycle are then
 * executed in an order that depends on the seed and not on arrival, so that the same commands at the same cycles give exactly the
 * same match. What other clients send is executed at once, before the held datagrams: so is what the trainer sends, because trainers
 * wait for the answers to their commands, and a datagram that changes the compression, because a client waits for that answer too.
 */
export class DoneBarrier {
  readonly #clients: readonly AwaitedClient[];

  constructor(clients: readonly AwaitedClient[]) {
    this.#clients = clients;
  }

  /** Whether all clients are ready. */
  get isComplete(): boolean {
    return this.#clients.every(
      ({ connection, isDone, isGone }) =>
        isGone() || isDone() || connection.isLost || connection.hasLastCommand(),
    );
  }

  /** Releases all held datagrams for the next poll. */
  release(): void {
    for (const { connection } of this.#clients) connection.isHeld = false;
  }

  /** Holds the datagrams of clients that are not ready, as far as they do not have to be executed at once. */
  hold(): void {
    for (const { connection, isDone, id } of this.#clients)
      connection.isHeld = id !== 'trainer' && !isDone() && !connection.hasCompressionCommand;
  }
}
