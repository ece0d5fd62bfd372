import type { Connection } from './connection.js';

/** How long commands without a `(done)` may wait before they are carried out all the same, ms. */
const SOON = 5;

/** Somebody the synchronous server waits for. */
export interface Awaited {
  readonly connection: Connection;
  readonly done: () => boolean;
  readonly gone: () => boolean;
  /** Index of the player, or which coach. */
  readonly who: number | 'l' | 'r' | 'trainer';
}

/**
 * Keeps back what the awaited clients send until all of them are ready, so that the commands of a cycle are carried
 * out in an order that depends on the seed and not on whose datagrams came first: the same commands at the same
 * cycles then give the same match, to the bit. A client that sends something and then waits for an answer before its
 * `(done)` is heard after a few milliseconds.
 */
export class Handshake {
  readonly #awaited: readonly Awaited[];
  readonly #unheardSince = new Map<Connection, number>();
  readonly #now: () => number;

  constructor(awaited: readonly Awaited[], now: () => number = () => performance.now()) {
    this.#awaited = awaited;
    this.#now = now;
    for (const { connection } of awaited) connection.held = true;
  }

  /** Lets through what may be polled now. True when everybody is ready: then that is everything. */
  release(): boolean {
    const now = this.#now();
    let ready = true;
    for (const client of this.#awaited) {
      const { connection } = client;
      if (client.gone() || client.done() || connection.lost || connection.hasDone()) continue;
      ready = false;
      if (!connection.holding) continue;
      const since = this.#unheardSince.get(connection);
      if (since === undefined) this.#unheardSince.set(connection, now);
      else if (now - since >= SOON) {
        this.#unheardSince.delete(connection);
        connection.held = false;
      }
    }
    if (ready) this.releaseAll();
    return ready;
  }

  /** Keeps back again after a poll what is not complete. */
  holdOn(): void {
    for (const client of this.#awaited) if (!client.done()) client.connection.held = true;
  }

  /** Nothing is kept back any more: everybody is ready, or the patience is over. */
  releaseAll(): void {
    for (const { connection } of this.#awaited) connection.held = false;
  }

  /** Time after which `release` may let more through although nothing has arrived, ms; infinite when nothing waits. */
  get next(): number {
    return this.#unheardSince.size > 0 ? SOON : Number.POSITIVE_INFINITY;
  }
}
