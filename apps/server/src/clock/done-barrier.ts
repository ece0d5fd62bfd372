import type { Connection } from '../net/connection.js';

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
 * `(done)` is heard after a few milliseconds; and when somebody else has something to say (a monitor, a stranger),
 * everything that came before him is heard before him.
 */
export class DoneBarrier {
  readonly #awaited: readonly Awaited[];
  readonly #unheardSince = new Map<Connection, number>();
  readonly #now: () => number;

  constructor(awaited: readonly Awaited[], now: () => number = () => performance.now()) {
    this.#awaited = awaited;
    this.#now = now;
    this.hold();
  }

  /** Whether it is time to poll: everybody is ready, or somebody has waited long enough to be heard. */
  get due(): boolean {
    const now = this.#now();
    let ready = true;
    let heard = false;
    for (const client of this.#awaited) {
      const { connection } = client;
      if (client.gone() || client.done() || connection.lost || connection.hasDone()) continue;
      ready = false;
      if (!connection.holding) continue;
      const since = this.#unheardSince.get(connection);
      if (since === undefined) this.#unheardSince.set(connection, now);
      if (connection.urgent || (since !== undefined && now - since >= SOON)) heard = true;
    }
    return ready || heard;
  }

  /** Nothing is kept back for the next poll. */
  release(): void {
    this.#unheardSince.clear();
    for (const { connection } of this.#awaited) connection.held = false;
  }

  /** Keeps back again, after a poll, what those who are not ready will say. */
  hold(): void {
    for (const client of this.#awaited) if (!client.done()) client.connection.held = true;
  }

  /** Time after which something may be due although nothing has arrived, ms; infinite when nothing waits. */
  get patience(): number {
    return this.#unheardSince.size > 0 ? SOON : Number.POSITIVE_INFINITY;
  }
}
