import type { ClientTransport } from './client-transport.js';
import type { WorkBudget } from './work-budget.js';

/** Messages that may wait; fewer than there are buffers in a `WriterPool`. */
const MAX_QUEUED = 128;

/**
 * Messages that wait to be sent. They are composed first and then sent in a row, which keeps code and data in the
 * processor's caches. The messages of one client are sent back to back, so that a local client wakes up once for all of
 * them.
 */
export class SendQueue {
  /** Links with queued messages, in the order of their first message. */
  readonly #transports: ClientTransport[] = [];
  /** Queued messages of the transport at the same index. The arrays are used again. */
  readonly #messages: Uint8Array[][] = [];
  /** Index in `#transports`. */
  readonly #indexes = new Map<ClientTransport, number>();
  #count = 0;
  /** Budget of the client whose datagram is being executed: it pays for the messages that are sent meanwhile. */
  cause: WorkBudget | null = null;
  readonly #flush = (): void => this.flush();

  /**
   * Sends a message with the next `flush`, at the latest at the end of the current turn of the event loop. Each client gets
   * its messages in the order of these calls.
   */
  add(transport: ClientTransport, bytes: Uint8Array): void {
    if (this.#count === 0) process.nextTick(this.#flush);
    let index = this.#indexes.get(transport);
    if (index === undefined) {
      index = this.#transports.push(transport) - 1;
      this.#indexes.set(transport, index);
      if (index === this.#messages.length) this.#messages.push([]);
    }
    (this.#messages[index] as Uint8Array[]).push(bytes);
    this.#count += 1;
    if (this.#count >= MAX_QUEUED) this.flush();
  }

  /** Sends all queued messages, client by client. */
  flush(): void {
    for (let i = 0; i < this.#transports.length; i++) {
      const messages = this.#messages[i] as Uint8Array[];
      for (const bytes of messages) (this.#transports[i] as ClientTransport).send(bytes);
      messages.length = 0;
    }
    this.#transports.length = 0;
    this.#indexes.clear();
    this.#count = 0;
  }
}
