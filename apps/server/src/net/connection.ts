import { constants, deflateSync, inflateSync } from 'node:zlib';
import { ClientSocket } from '@rcss/udp';
import type { SendQueue } from './send-queue.js';

/** Longest text that an unpacked datagram may have; more is a bomb, not a command. */
const MAX_INFLATED = 65536;

/**
 * The connection to one client: its socket, the datagrams that wait to be read, and compression. Datagrams are
 * gathered as they arrive and read when the cycle polls (02 §2.3).
 */
export class Connection {
  readonly socket: ClientSocket;
  readonly #sendQueue: SendQueue;
  readonly #inbox: Buffer[] = [];
  readonly #limit: number;
  /** Datagrams that were taken in the present cycle. */
  #taken = 0;
  #level = -1;
  /** Datagrams that were dropped because the client sent too many; whoever reports them sets it back. */
  dropped = 0;
  /** While true, what has arrived is kept back: `read` finds nothing. */
  held = false;
  /** Datagrams in which `hasDone` has already looked. */
  #searched = 0;
  /** Set when the client's port turned out to be closed; the next poll removes the client. */
  lost = false;

  /**
   * @param sendQueue through which messages go out
   * @param limit datagrams that are taken per cycle; further ones are dropped; 0 and below: no limit
   * @param onArrival called after each datagram; `at` is the arrival in ms of `performance.now()`
   */
  constructor(
    sendQueue: SendQueue,
    bindAddress: string,
    port: number,
    address: string,
    limit: number,
    onArrival: () => void,
  ) {
    this.#sendQueue = sendQueue;
    this.#limit = limit > 0 ? limit : Number.POSITIVE_INFINITY;
    this.socket = new ClientSocket(
      { bindAddress, port, address },
      (bytes) => {
        if (this.spend()) this.#inbox.push(bytes);
        onArrival();
      },
      () => {
        this.lost = true;
        onArrival();
      },
    );
  }

  /** Whether one more datagram of the client may be taken in this cycle; counts it. */
  spend(): boolean {
    if (this.#taken >= this.#limit) {
      this.dropped += 1;
      return false;
    }
    this.#taken += 1;
    return true;
  }

  /** A new cycle begins. Returns whether datagrams were dropped that nobody has reported yet. */
  renewAllowance(): boolean {
    this.#taken = 0;
    return this.dropped > 0;
  }

  get waiting(): boolean {
    return this.#inbox.length > 0 && !this.held;
  }

  /** Whether datagrams are kept back. */
  get holding(): boolean {
    return this.#inbox.length > 0 && this.held;
  }

  /** Whether one of the datagrams that wait says `(done)`. */
  hasDone(): boolean {
    for (; this.#searched < this.#inbox.length; this.#searched++) {
      // The place stays where a `(done)` was found.
      if (this.#unpacked(this.#inbox[this.#searched] as Buffer)?.includes('(done)')) return true;
    }
    return false;
  }

  /** Whether a datagram that waits changes how the ones behind it are to be read. */
  get urgent(): boolean {
    return this.#inbox.some((bytes) => this.#unpacked(bytes)?.includes('(compression') === true);
  }

  /** undefined: the sender does not compress, or garbles. */
  #unpacked(bytes: Buffer): Buffer | undefined {
    if (this.#level < 0) return bytes;
    if (!isZlib(bytes)) return undefined;
    try {
      const text = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED });
      // A stream that was cut off before its first byte says nothing at all.
      return text.length > 0 ? text : undefined;
    } catch {
      return undefined;
    }
  }

  /** The next datagram that waits, unpacked; undefined when none does. Undecodable ones are passed over (02 §2.6). */
  read(): Uint8Array | undefined {
    if (this.held) return undefined;
    this.#searched = 0;
    for (let bytes = this.#inbox.shift(); bytes !== undefined; bytes = this.#inbox.shift()) {
      const unpacked = this.#unpacked(bytes);
      if (unpacked !== undefined) return unpacked;
    }
    return undefined;
  }

  /** Puts a datagram to those that wait, as if it had come on the client's own port. */
  accept(bytes: Uint8Array): void {
    if (this.spend()) this.#inbox.push(Buffer.from(bytes));
  }

  /** Sends one message, cut into datagrams of 8192 bytes if it is longer (02 §2.5). */
  send(bytes: Uint8Array): void {
    if (bytes.length > 8192) {
      for (let at = 0; at < bytes.length; at += 8192) this.#sendOne(bytes.subarray(at, at + 8192));
    } else this.#sendOne(bytes);
  }

  #sendOne(bytes: Uint8Array): void {
    this.#sendQueue.add(
      this.socket,
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

  /** What was said to the client so far still goes out. */
  close(): void {
    this.#sendQueue.flush();
    this.#inbox.length = 0;
    this.socket.close();
  }
}

/** Whether a datagram begins like a zlib stream; telling noise apart this way is a hundred times quicker than trying. */
function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0;
}
