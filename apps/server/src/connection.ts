import { constants, deflateSync, inflateSync } from 'node:zlib';
import { ClientSocket } from './sockets.js';

/** Longest text that an unpacked datagram may have; more is a bomb, not a command. */
const MAX_INFLATED = 65536;

/**
 * The connection to one client: its socket, the datagrams that wait to be read, and compression. Datagrams are
 * gathered as they arrive and read when the cycle polls (02 §2.3).
 */
export class Connection {
  readonly socket: ClientSocket;
  readonly #inbox: Buffer[] = [];
  readonly #limit: number;
  #level = -1;
  /** Datagrams that were dropped because too many waited. */
  dropped = 0;
  /** Set when the client's port turned out to be closed; the next poll removes the client. */
  lost = false;

  /**
   * @param limit datagrams that may wait; further ones are dropped; 0 and below: no limit
   * @param onArrival called after each datagram; `at` is the arrival in ms of `performance.now()`
   */
  constructor(bindAddress: string, port: number, address: string, limit: number, onArrival: () => void) {
    this.#limit = limit > 0 ? limit : Number.POSITIVE_INFINITY;
    this.socket = new ClientSocket(
      bindAddress,
      port,
      address,
      (bytes) => {
        if (this.#inbox.length >= this.#limit) this.dropped += 1;
        else this.#inbox.push(bytes);
        onArrival();
      },
      () => {
        this.lost = true;
        onArrival();
      },
    );
  }

  get waiting(): boolean {
    return this.#inbox.length > 0;
  }

  /** The next datagram that waits, unpacked; undefined when none does. Undecodable ones are passed over (02 §2.6). */
  read(): Uint8Array | undefined {
    for (;;) {
      const bytes = this.#inbox.shift();
      if (bytes === undefined || this.#level < 0) return bytes;
      try {
        return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED });
      } catch {
        // The sender does not compress, or garbles: nothing to answer.
      }
    }
  }

  /** Puts a datagram to those that wait, as if it had come on the client's own port. */
  accept(bytes: Uint8Array): void {
    this.#inbox.push(Buffer.from(bytes));
  }

  /** Sends one message, cut into datagrams of 8192 bytes if it is longer (02 §2.5). */
  send(bytes: Uint8Array): void {
    if (bytes.length > 8192) {
      for (let at = 0; at < bytes.length; at += 8192) this.#sendOne(bytes.subarray(at, at + 8192));
    } else this.#sendOne(bytes);
  }

  #sendOne(bytes: Uint8Array): void {
    this.socket.send(
      this.#level < 0
        ? bytes
        : deflateSync(bytes, { level: this.#level, finishFlush: constants.Z_SYNC_FLUSH }),
    );
  }

  /** Compression from the next message on: level 0..9, negative for none. */
  set compression(level: number) {
    this.#level = level;
  }

  get compressed(): boolean {
    return this.#level >= 0;
  }

  close(): void {
    this.#inbox.length = 0;
    this.socket.close();
  }
}
