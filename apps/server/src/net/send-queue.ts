import type { ClientLink } from './client-link.js';

/** Messages that may wait; fewer than there are buffers in a `WriterPool`. */
const MAX_QUEUED = 128;

/**
 * Messages that wait to be sent. The messages of one phase are composed first and then sent in a row, which keeps
 * code and data in the processor's caches and wakes a local client less often. Saves about 5 % of the server's time.
 */
export class SendQueue {
  readonly #links: ClientLink[] = [];
  readonly #messages: Uint8Array[] = [];
  readonly #flush = (): void => this.flush();

  /** Sends a message with the next `flush`, at the latest at the end of the current turn of the event loop. */
  add(link: ClientLink, bytes: Uint8Array): void {
    if (this.#links.length === 0) process.nextTick(this.#flush);
    this.#links.push(link);
    this.#messages.push(bytes);
    if (this.#links.length >= MAX_QUEUED) this.flush();
  }

  /** Sends all queued messages in order. */
  flush(): void {
    const count = this.#links.length;
    for (let i = 0; i < count; i++) (this.#links[i] as ClientLink).send(this.#messages[i] as Uint8Array);
    this.#links.length = 0;
    this.#messages.length = 0;
  }
}
