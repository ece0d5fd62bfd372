/**
 * A debug file of a server, read in parts: that of a whole match has hundreds of megabytes, of which a viewer needs the cycles that it shows.
 * Lines of `.debug.jsonl` are in the order of their cycles, so that the part with a cycle is found by halving. Packed files, other
 * formats and servers without ranges give the whole file.
 */
import type { DebugRecord } from '@rcss/core/debug-channel';
import { openDebugLog } from '@rcss/logs/debug';

/** Size of a part, and of what is read after it to complete its last line; bytes. */
const PART_BYTES = 512 * 1024;
const REST_BYTES = 64 * 1024;
const NEWLINE = 10;
const EMPTY_FILE = 416;

/** What a file gives to its viewer. */
export interface DebugFileHost {
  add(records: readonly DebugRecord[]): void;
  /** Reads the whole file. */
  addFile(file: File): Promise<void>;
  /** Says why the file cannot be read. */
  fail(message: string): void;
}

/** First and last cycle of the lines that begin in a part; null if none begins in it. */
type PartTimes = readonly [first: number, last: number] | null;

/** A file that is read when cycles of it are requested. */
export class RemoteDebugFile {
  readonly #path: string;
  readonly #title: string;
  readonly #host: DebugFileHost;
  readonly #parts = new Map<number, PartTimes>();
  /** Bytes of the file; -1 before the first answer. */
  #size = -1;
  /** Whether all of it has been read, or cannot be. */
  #isRead = false;
  #isReading = false;
  #wanted = -1;

  constructor(path: string, title: string, host: DebugFileHost) {
    this.#path = path;
    this.#title = title;
    this.#host = host;
  }

  /** Reads the part with a cycle, unless it was read. A later call replaces a cycle that still waits. */
  request(time: number): void {
    this.#wanted = time;
    if (this.#isReading || this.#isRead || this.#isKnown(time)) return;
    this.#isReading = true;
    this.#readWanted()
      .catch((error: Error) => {
        this.#isRead = true;
        this.#host.fail(`The debug file ${this.#title} cannot be loaded: ${error.message}`);
      })
      .finally(() => {
        this.#isReading = false;
      });
  }

  /** Whether all lines of a cycle were read: they can be in several parts, and parts within a long line have none. */
  #isKnown(time: number): boolean {
    const found = [...this.#parts].find(
      ([, times]) => times !== null && times[0] <= time && time <= times[1],
    );
    if (found === undefined) return false;
    const hasAll = (step: 1 | -1, isPast: (times: readonly [number, number]) => boolean): boolean => {
      for (let part = found[0]; part >= 0 && part < this.#partCount; part += step) {
        const times = this.#parts.get(part);
        if (times === undefined) return false;
        if (times !== null && isPast(times)) return true;
      }
      return true;
    };
    return hasAll(-1, ([first]) => first < time) && hasAll(1, ([, last]) => last > time);
  }

  get #partCount(): number {
    return Math.ceil(this.#size / PART_BYTES);
  }

  async #readWanted(): Promise<void> {
    if (!/\.jsonl$/.test(this.#title)) return this.#readWhole(await this.#fetch());
    for (let time = -1; time !== this.#wanted && !this.#isRead; ) {
      time = this.#wanted;
      if (!this.#isKnown(time)) await this.#search(time);
    }
  }

  /** Reads parts until the one with the cycle is found, and the next one if the cycle goes on there. */
  async #search(time: number): Promise<void> {
    await this.#readPart(0);
    let low = 0;
    let high = Math.max(0, this.#partCount - 1);
    while (low < high && !this.#isRead) {
      const middle = (low + high) >>> 1;
      let part = middle;
      let times = await this.#readPart(part);
      // No line begins in a part within a long line.
      while (times === null && part < high) times = await this.#readPart(++part);
      if (times !== null && times[1] < time) low = part + 1;
      else high = middle;
    }
    for (let part = low; part < this.#partCount && !this.#isRead; part++) {
      const times = await this.#readPart(part);
      if (times !== null && times[1] > time) return;
    }
  }

  async #readPart(part: number): Promise<PartTimes> {
    const known = this.#parts.get(part);
    if (known !== undefined || this.#isRead) return known ?? null;
    // The byte before shows whether a line begins with the part.
    const first = Math.max(0, part * PART_BYTES - 1);
    const end = (part + 1) * PART_BYTES;
    let text = new Uint8Array();
    // Bytes of the lines that begin in the part; a line can be longer than what was read after the part.
    let last = -1;
    for (let to = end + REST_BYTES; last < 0; to += PART_BYTES) {
      const answer = await this.#fetch(first + text.length, to);
      if (answer.status !== 206) {
        await this.#readWhole(answer);
        return null;
      }
      this.#size = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? -1);
      if (this.#size < 0) throw new Error('the server sends a range without a size');
      text = joinBytes(text, new Uint8Array(await answer.arrayBuffer()));
      const isEnd = first + text.length >= this.#size;
      last = text.indexOf(NEWLINE, end - first - 1);
      if (last < 0 && isEnd) last = text.length;
    }
    const start = part === 0 ? 0 : text.indexOf(NEWLINE) + 1;
    const lines = new TextDecoder().decode(text.subarray(start > 0 || part === 0 ? start : last, last));
    const times = this.#addLines(lines);
    this.#parts.set(part, times);
    return times;
  }

  #addLines(lines: string): PartTimes {
    if (lines.trim() === '') return null;
    const log = openDebugLog(lines, this.#title, () => null);
    if (!log.ok) throw new Error(log.error.message);
    const { records } = log.value;
    this.#host.add(records);
    const [first, last] = [records[0], records.at(-1)];
    return first === undefined || last === undefined ? null : [first.time, last.time];
  }

  async #readWhole(answer: Response): Promise<void> {
    this.#isRead = true;
    // No range of an empty file can be sent.
    if (answer.status !== EMPTY_FILE) await this.#host.addFile(new File([await answer.blob()], this.#title));
  }

  /** Requests the bytes `from` to before `to`, or all. */
  async #fetch(from = -1, to = -1): Promise<Response> {
    const last = this.#size < 0 ? to : Math.min(to, this.#size);
    const answer = await fetch(
      this.#path,
      from < 0 ? {} : { headers: { Range: `bytes=${from}-${last - 1}` } },
    );
    if (!answer.ok && answer.status !== EMPTY_FILE) throw new Error(`${answer.status} ${answer.statusText}`);
    return answer;
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
