import { createSocket, type Socket } from 'node:dgram';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { parseDebugLine, parseTeamDebugMessage } from '@rcss/logs/debug';

/** Size of the stored records, as JSON text, above which those of the earliest cycles are dropped. */
const MAX_STORED_BYTES = 64 * 1024 * 1024;
/** What a stored record counts in addition to its text, bytes. */
const RECORD_OVERHEAD_BYTES = 256;
/** Records of one cycle; further ones are refused. 22 players can send this many together, each of them 186. */
const MAX_CYCLE_RECORDS = 4096;
/** Size of the records of one cycle, bytes; further ones are refused. */
const MAX_CYCLE_BYTES = 4 * 1024 * 1024;
/** Size of the records of an answer, bytes; the first cycle is sent in any case. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Largest distance of cycles that one request gets. */
const MAX_CYCLES_PER_REQUEST = 20;
/** Time in which records are collected before they are sent to the pages. */
const FLUSH_INTERVAL_MS = 40;

/** State of the debug port, for `/status.json`. */
export interface DebugPortStatus {
  readonly port: number;
  /** Datagrams that were read. */
  readonly received: number;
  /** Datagrams that could not be read. */
  readonly refused: number;
  /** Why the last one could not be read; empty if all could. */
  readonly lastProblem: string;
}

/** Receives debug records of agents over UDP: JSON lines, and the messages that teams send to a debug server. */
export class DebugPort {
  /** Called with records that arrived. */
  onRecords: (records: readonly DebugRecord[]) => void = () => {};
  readonly #socket: Socket;
  readonly #byTime = new Map<number, { records: DebugRecord[]; bytes: number }>();
  /** Iterates over the cycles from the earliest one. A new iterator for each record would pass over all that were dropped. */
  #earliest = this.#byTime.keys();
  #bytes = 0;
  #arrived: DebugRecord[] = [];
  #timer: NodeJS.Timeout | null = null;
  #received = 0;
  #refused = 0;
  #lastProblem = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (datagram) => {
      try {
        this.#receive(datagram.toString('utf8'));
      } catch (error) {
        // Values can be nested more deeply than the stack.
        this.#refuse((error as Error).message);
      }
    });
    socket.on('error', () => {});
  }

  /**
   * Opens the port; 0 takes a free one.
   *
   * @throws NodeJS.ErrnoException if the port cannot be used.
   */
  static async open(host: string, port: number): Promise<DebugPort> {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1024 * 1024 });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error) => {
        socket.close();
        reject(error);
      });
      socket.bind(port, host, resolve);
    });
    socket.removeAllListeners('error');
    return new DebugPort(socket);
  }

  get status(): DebugPortStatus {
    return {
      port: this.#socket.address().port,
      received: this.#received,
      refused: this.#refused,
      lastProblem: this.#lastProblem,
    };
  }

  /** Returns the stored records of cycles from `from` to `to`, at most 20 cycles from `from` on. */
  find(from: number, to: number): readonly DebugRecord[] {
    // Otherwise a page that begins to receive records now would get the newest ones twice.
    this.#flush();
    const found: DebugRecord[] = [];
    const last = Math.min(to, from + MAX_CYCLES_PER_REQUEST - 1);
    let bytes = 0;
    // Above the safe integers, a cycle would not increase.
    for (let time = from; time <= last && Number.isSafeInteger(time); time++) {
      const stored = this.#byTime.get(time);
      if (stored === undefined) continue;
      bytes += stored.bytes;
      if (found.length > 0 && bytes > MAX_ANSWER_BYTES) break;
      found.push(...stored.records);
    }
    return found;
  }

  /** Drops all records: another match began. */
  clear(): void {
    this.#byTime.clear();
    this.#earliest = this.#byTime.keys();
    this.#bytes = 0;
    this.#arrived = [];
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket.close();
  }

  #receive(text: string): void {
    this.#received++;
    const end = text.indexOf('\0');
    const body = end < 0 ? text : text.slice(0, end);
    if (body.startsWith('(')) {
      const parsed = parseTeamDebugMessage(body);
      // A player that has not localized reports nothing that can be shown.
      if (parsed.ok) this.#store(parsed.value.record, body.length);
      else if (parsed.error.code !== 'no_self') this.#refuse(parsed.error.message);
      return;
    }
    for (const line of body.split('\n')) {
      if (line.trim() === '') continue;
      const parsed = parseDebugLine(line);
      if (!parsed.ok) {
        this.#refuse(parsed.error.message);
        return;
      }
      if (parsed.value !== null) this.#store(parsed.value, line.length);
    }
  }

  #refuse(problem: string): void {
    this.#refused++;
    this.#lastProblem = problem;
  }

  #store(record: DebugRecord, length: number): void {
    const bytes = length + RECORD_OVERHEAD_BYTES;
    const stored = this.#byTime.get(record.time);
    if (stored === undefined) this.#byTime.set(record.time, { records: [record], bytes });
    else if (stored.records.length >= MAX_CYCLE_RECORDS || stored.bytes + bytes > MAX_CYCLE_BYTES) {
      this.#refuse(
        `more than ${MAX_CYCLE_RECORDS} records or ${MAX_CYCLE_BYTES} bytes of cycle ${record.time}`,
      );
      return;
    } else {
      stored.records.push(record);
      stored.bytes += bytes;
    }
    this.#bytes += bytes;
    while (this.#bytes > MAX_STORED_BYTES) this.#dropEarliest();
    this.#arrived.push(record);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_INTERVAL_MS);
  }

  #dropEarliest(): void {
    // The map is in the order of arrival, which is that of the cycles.
    const { done, value: time } = this.#earliest.next();
    if (done) {
      this.#earliest = this.#byTime.keys();
      return;
    }
    this.#bytes -= this.#byTime.get(time)?.bytes ?? 0;
    this.#byTime.delete(time);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#arrived.length > 0) this.onRecords(this.#arrived.splice(0));
  }
}
