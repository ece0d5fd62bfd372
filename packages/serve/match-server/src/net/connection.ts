import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Link } from '@rcss/host';
import {
  type ClientTransport,
  isConnectedSender,
  type LocalSide,
  openClientTransport,
  type Sender,
} from './client-transport.js';
import type { SendQueue } from './send-queue.js';
import { countReceived, countSent, type TrafficCounts } from './traffic.js';
import {
  COMMAND_WORK,
  forwardWork,
  inflateWork,
  receiveWork,
  replyWork,
  WorkBudget,
  type WorkShare,
} from './work-budget.js';

/** Maximum length of a decompressed datagram, bytes; more is a decompression bomb. */
const MAX_INFLATED_BYTES = 65536;
/** Maximum length of a datagram that the server sends over UDP, bytes (spec 02 §2.5). */
const MAX_DATAGRAM_BYTES = 8192;

/** Resources and limits of a {@link Connection}. */
export interface ConnectionOptions {
  readonly sendQueue: SendQueue;
  /** Where the socket of a client without a connection is opened. */
  readonly local: LocalSide;
  readonly client: Sender;
  /** Datagrams accepted per cycle; further ones are dropped; 0 and below: no limit. */
  readonly datagramsPerCycle: number;
  /** Units of {@link WorkBudget} per cycle; 0 and below: no limit. */
  readonly workPerCycle: number;
  /** Budget that the client shares with others of its kind for the messages that they cause to others; null: none. */
  readonly sharedWork: WorkBudget | null;
  /** Share of the work of the room; null or absent: the room has no limit. */
  readonly workShare?: WorkShare | null;
  /** Counts the datagrams of all clients of one kind. */
  readonly traffic: TrafficCounts;
  /** Called after each datagram, and if the client is lost. */
  readonly onArrival: () => void;
}

/**
 * The connection to one client: its transport, the queue of received datagrams, and compression. Datagrams are queued as
 * they arrive and read when the cycle polls (spec 02 §2.3).
 */
export class Connection implements Link {
  readonly observer = null;
  readonly transport: ClientTransport;
  readonly #sender: Sender;
  /** Maximum length of a message, bytes; a longer one is sent in parts. */
  readonly #maxMessageBytes: number;
  readonly #sendQueue: SendQueue;
  readonly #received: Buffer[] = [];
  /** The first queued datagrams, decompressed; null: damaged. A search fills it, so that each datagram is decompressed once. */
  readonly #texts: (Buffer | null)[] = [];
  readonly #limit: number;
  readonly #traffic: TrafficCounts;
  /** Datagrams accepted in the current cycle. */
  #acceptedCount = 0;
  #compressionLevel = -1;
  /** Datagrams dropped since the last report because the client sent too many; the reporter resets it. */
  droppedCount = 0;
  /** Datagrams dropped, whole or in part, since the last report because they caused too much work. */
  overworkCount = 0;
  /** Cycles since the last datagram that was accepted. */
  silentCycles = 0;
  /** Work that the datagrams of the client have caused in the current cycle. */
  readonly work: WorkBudget;
  /** While true, received datagrams are held: `read` returns nothing. */
  isHeld = false;
  /** Queued datagrams that have been searched already for `(done)` and for `(compression N)`. */
  #lastSearchedCount = 0;
  #compressionSearchedCount = 0;
  /** True if the client's port turned out to be closed; the next poll removes the client. */
  isLost = false;
  /** Called with each message to the client before it is compressed; null without a debug channel. The bytes are used again afterwards. */
  onSend: ((bytes: Uint8Array) => void) | null = null;

  constructor(options: ConnectionOptions) {
    const { sendQueue, local, client, datagramsPerCycle, workPerCycle, traffic, onArrival } = options;
    this.work = new WorkBudget(workPerCycle, options.sharedWork, options.workShare);
    this.#sendQueue = sendQueue;
    this.#traffic = traffic;
    this.#limit = datagramsPerCycle > 0 ? datagramsPerCycle : Number.POSITIVE_INFINITY;
    this.#sender = client;
    this.#maxMessageBytes = isConnectedSender(client) ? client.maxMessageBytes : MAX_DATAGRAM_BYTES;
    this.transport = openClientTransport(local, client, {
      onDatagram: (bytes) => {
        countReceived(traffic, bytes.length);
        const isAccepted = this.allowDatagram();
        if (isAccepted) this.#received.push(bytes);
        onArrival();
        return isAccepted;
      },
      onLost: () => {
        this.isLost = true;
        onArrival();
      },
    });
  }

  /** Whether a datagram on a well-known port is from this client. */
  isFrom(sender: Sender): boolean {
    if (isConnectedSender(this.#sender) || isConnectedSender(sender)) return sender === this.#sender;
    return this.transport.port === sender.port && this.transport.address === sender.address;
  }

  /** Whether one more datagram of the client is accepted in this cycle; counts it. */
  allowDatagram(): boolean {
    if (this.work.isSpent) {
      this.overworkCount += 1;
      return false;
    }
    if (this.#acceptedCount >= this.#limit) {
      this.droppedCount += 1;
      return false;
    }
    this.#acceptedCount += 1;
    return true;
  }

  /** Begins a new cycle. Returns whether datagrams were dropped that are not reported yet. */
  resetDatagramCount(): boolean {
    this.silentCycles = this.#acceptedCount === 0 ? this.silentCycles + 1 : 0;
    this.#acceptedCount = 0;
    this.work.beginCycle();
    return this.droppedCount + this.overworkCount > 0;
  }

  get hasInput(): boolean {
    return this.#received.length > 0 && !this.isHeld;
  }

  /** Whether a queued datagram contains `(done)` or `(bye)`: the client sends nothing more in this cycle. */
  hasLastCommand(): boolean {
    // The position stays where one was found.
    for (; this.#lastSearchedCount < this.#received.length; this.#lastSearchedCount++) {
      const text = this.#readQueued(this.#lastSearchedCount);
      if (text?.includes('(done)') || text?.includes('(bye)')) return true;
    }
    return false;
  }

  /** Whether a queued datagram changes how the following ones are read. */
  get hasCompressionCommand(): boolean {
    for (; this.#compressionSearchedCount < this.#received.length; this.#compressionSearchedCount++)
      if (this.#readQueued(this.#compressionSearchedCount)?.includes('(compression')) return true;
    return false;
  }

  /** Returns a queued datagram, decompressed, or null. Beyond the budget of work nothing is decompressed: it will be dropped. */
  #readQueued(index: number): Buffer | null {
    if (this.#compressionLevel < 0) return this.#received[index] as Buffer;
    const texts = this.#texts;
    while (texts.length <= index) {
      if (this.work.isSpent) return null;
      texts.push(this.#decompress(this.#received[texts.length] as Buffer) ?? null);
    }
    return texts[index] as Buffer | null;
  }

  /** Returns the decompressed datagram; undefined if it is not compressed as announced, or damaged. */
  #decompress(bytes: Buffer): Buffer | undefined {
    if (this.#compressionLevel < 0) return bytes;
    if (!isZlib(bytes)) return undefined;
    try {
      const text = inflateSync(bytes, {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: MAX_INFLATED_BYTES,
      });
      this.work.charge(inflateWork(text.length));
      // A stream that was cut before its first byte contains no command.
      return text.length > 0 ? text : undefined;
    } catch {
      this.work.charge(inflateWork(MAX_INFLATED_BYTES));
      return undefined;
    }
  }

  /** Returns the next datagram, decompressed, or undefined. Skips datagrams that cannot be decompressed (spec 02 §2.6). */
  takeDatagram(): Uint8Array | undefined {
    this.#sendQueue.cause = null;
    if (this.isHeld) return undefined;
    this.#lastSearchedCount = 0;
    this.#compressionSearchedCount = 0;
    for (let bytes = this.#received.shift(); bytes !== undefined; bytes = this.#received.shift()) {
      const searched = this.#texts.shift();
      if (this.work.isSpent) {
        this.overworkCount += 1;
        continue;
      }
      const text = searched === undefined ? this.#decompress(bytes) : searched;
      if (text === undefined || text === null) continue;
      this.work.charge(receiveWork(text.length));
      this.#sendQueue.cause = this.work;
      return text;
    }
    return undefined;
  }

  /** Charges one command; false if the budget is spent, so that the rest of the datagram is dropped. */
  allowCommand(): boolean {
    if (this.work.isSpent) {
      this.overworkCount += 1;
      return false;
    }
    this.work.charge(COMMAND_WORK);
    return true;
  }

  /** Queues a datagram that has arrived on a well-known port. The port has already counted the datagram. */
  enqueue(bytes: Uint8Array): void {
    this.#received.push(Buffer.from(bytes));
  }

  /** Sends one message; over UDP in datagrams of 8192 bytes if it is longer (spec 02 §2.5). */
  send(bytes: Uint8Array): void {
    if (this.onSend !== null) this.onSend(bytes);
    const limit = this.#maxMessageBytes;
    if (bytes.length > limit) {
      for (let at = 0; at < bytes.length; at += limit) this.#sendDatagram(bytes.subarray(at, at + limit));
    } else this.#sendDatagram(bytes);
  }

  #sendDatagram(bytes: Uint8Array): void {
    const { cause } = this.#sendQueue;
    if (cause !== null) {
      const isCompressed = this.#compressionLevel >= 0;
      if (cause === this.work) cause.charge(replyWork(bytes.length, isCompressed));
      else cause.chargeForward(forwardWork(bytes.length, isCompressed));
    }
    const datagram =
      this.#compressionLevel < 0
        ? bytes
        : deflateSync(bytes, { level: this.#compressionLevel, finishFlush: constants.Z_SYNC_FLUSH });
    countSent(this.#traffic, datagram.length);
    this.#sendQueue.add(this.transport, datagram);
  }

  /** Compression from the next message on: level 0..9, negative for none. */
  setCompression(level: number): void {
    this.#texts.length = 0;
    this.#compressionLevel = level;
  }

  /** Sends what is queued for the client, then closes the transport. */
  close(): void {
    this.#sendQueue.flush();
    this.#received.length = 0;
    this.#texts.length = 0;
    this.transport.close();
  }
}

/** Whether a datagram begins like a zlib stream; a hundred times faster than an attempt to decompress other data. */
function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0;
}
