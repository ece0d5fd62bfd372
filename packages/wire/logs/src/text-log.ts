/** Reads text logs, `.rcl` (spec 09 §11): the datagrams of clients and the calls of the referee. */
import { decodeLatin1 } from '@rcss/sexp';
import { ByteFeed } from './byte-feed.js';
import { decompress } from './gzip.js';
import { type ByteSource, decompressChunks } from './read-log.js';

/** Length limit of an entry, characters. A longer entry is cut. */
export const MAX_TEXT_LOG_ENTRY = 8191;

/** Length limit of a line, and of all lines of an entry together, bytes. */
const MAX_LINE_BYTES = 1 << 20;

/** Client that sent a logged message. */
export type TextLogClient =
  | { readonly role: 'player'; readonly team: string; readonly unum: number }
  | { readonly role: 'coach'; readonly team: string }
  | { readonly role: 'trainer' };

/** Position and time of an entry. */
export interface TextLogPosition {
  /** Where the entry begins in the uncompressed log, bytes. */
  readonly offset: number;
  /** Game time, cycles. */
  readonly time: number;
  /** Count of cycles since the game time stands still; 0 while it runs. */
  readonly stoppageTime: number;
}

export type TextLogEntry =
  /** A datagram of a client, with its line feeds. */
  | (TextLogPosition & { readonly type: 'recv'; readonly client: TextLogClient; readonly message: string })
  /** A call of the referee, without `(referee ` and `)`. */
  | (TextLogPosition & { readonly type: 'referee'; readonly call: string })
  /** Duration of a phase, ms; the label is `CYCLE_TIMES`, `RECV`, `SIM` or another one. */
  | (TextLogPosition & { readonly type: 'timing'; readonly label: string; readonly milliseconds: number })
  /** Count of waits for the clients in a step of synchronous mode. */
  | (TextLogPosition & { readonly type: 'sleeps'; readonly count: number })
  /** Any other entry. */
  | (TextLogPosition & { readonly type: 'other'; readonly text: string });

/** Text before the first entry, which does not belong to an entry, or a line of more than 1 MiB. */
export interface TextLogDamage {
  readonly type: 'damage';
  /** Where the line begins in the uncompressed log, bytes. */
  readonly offset: number;
  /** First 200 characters of the line. */
  readonly text: string;
}

const REFEREE = /^\(referee ([\s\S]*)\)$/;
const TIMING = /^([A-Z_]+): ([-+.\deE]+|-?nan|-?inf)$/;
const SLEEPS = /^Num sleeps called: (\d+)$/;

/**
 * Parses an entry. It does not throw: text of an unknown form gives an entry of type `other`.
 *
 * @param text Everything after the tab, without the final line feed.
 * @param time Game time, cycles.
 * @param offset Where the entry begins in the log, bytes.
 */
export function parseTextLogEntry(
  text: string,
  time: number,
  stoppageTime: number,
  offset: number,
): TextLogEntry {
  const place = { offset, time, stoppageTime };
  if (text.startsWith('Recv ')) {
    const end = text.indexOf(':', 5);
    const client = end < 0 ? null : parseClient(text.slice(5, end));
    if (client !== null) {
      const message = text.slice(text[end + 1] === ' ' ? end + 2 : end + 1);
      return { offset, time, stoppageTime, type: 'recv', client, message };
    }
  }
  const referee = REFEREE.exec(text);
  if (referee !== null) return { ...place, type: 'referee', call: referee[1]! };
  const timing = TIMING.exec(text);
  if (timing !== null) {
    return { ...place, type: 'timing', label: timing[1]!, milliseconds: Number(timing[2]) };
  }
  const sleeps = SLEEPS.exec(text);
  if (sleeps !== null) return { ...place, type: 'sleeps', count: Number(sleeps[1]) };
  return { ...place, type: 'other', text };
}

/** Parses the name of a client: `TEAM_UNUM`, `TEAM_Coach`, or `Coach` for the trainer. Returns null for other names. */
function parseClient(name: string): TextLogClient | null {
  if (name === 'Coach') return { role: 'trainer' };
  const bar = name.lastIndexOf('_');
  if (bar <= 0) return null;
  const team = name.slice(0, bar);
  const suffix = name.slice(bar + 1);
  if (suffix === 'Coach') return { role: 'coach', team };
  const unum = /^\d{1,2}$/.test(suffix) ? Number(suffix) : 0;
  return unum === 0 ? null : { role: 'player', team, unum };
}

/** Formats the name of a client: `TEAM_UNUM`, `TEAM_Coach`, or `Coach` for the trainer. */
export function formatTextLogClient(client: TextLogClient): string {
  if (client.role === 'trainer') return 'Coach';
  return `${client.team}_${client.role === 'coach' ? 'Coach' : client.unum}`;
}

/**
 * Decodes an uncompressed text log from pieces as they arrive. Call {@link push} with a piece, then {@link next} until it returns
 * null, and repeat. After {@link finish}, {@link next} returns the remaining entries, then null.
 */
export class TextLogDecoder {
  readonly #feed = new ByteFeed();
  /** Lines of the current entry. It ends where another entry begins: messages can contain line feeds. */
  #lines: string[] = [];
  #entryLength = 0;
  /** Whether the rest of a line is skipped, because it is too long. */
  #isSkipping = false;
  #time = 0;
  #stoppageTime = 0;
  #offset = 0;
  #hasEntry = false;
  /** Game time and stoppage time at the beginning of the current line. */
  #headTime = 0;
  #headStoppage = 0;
  /** Offset in the log at which the search for a line feed continues. */
  #searchOffset = 0;

  /** Adds a piece of the log. The bytes must not change before `next` has returned null. */
  push(piece: Uint8Array): void {
    this.#feed.push(piece);
  }

  /** Ends the input: no more pieces follow. */
  finish(): void {
    this.#feed.isEnded = true;
  }

  /** Returns the next entry; null if more bytes are needed, and at the end. */
  next(): TextLogEntry | TextLogDamage | null {
    const feed = this.#feed;
    for (;;) {
      const from = Math.max(feed.pos, this.#searchOffset - feed.baseOffset);
      const found = feed.buf.subarray(0, feed.end).indexOf(0x0a, from);
      this.#searchOffset = feed.baseOffset + (found < 0 ? feed.end : found);
      if (this.#isSkipping) {
        feed.pos = found < 0 ? feed.end : found + 1;
        if (found < 0 && !feed.isEnded) return null;
        this.#isSkipping = false;
        continue;
      }
      if (found < 0 && !feed.isEnded && feed.remaining <= MAX_LINE_BYTES) return null;
      if (found < 0 && feed.remaining === 0) return this.#takeEntry();
      const { offset } = feed;
      const end = found < 0 ? feed.end : found;
      const start = feed.pos;
      if (end - start > MAX_LINE_BYTES) {
        // The entry before the line comes first.
        const entry = this.#takeEntry();
        if (entry !== null) return entry;
        this.#isSkipping = true;
        return { type: 'damage', offset, text: decodeLatin1(feed.buf, start, start + 200) };
      }
      const text = this.#parseHead(start, end);
      const line = decodeLatin1(feed.buf, text < 0 ? start : text, end);
      feed.pos = Math.min(feed.end, end + 1);
      if (text < 0) {
        // The limit is for files that are not logs: all their lines would be one entry.
        this.#entryLength += line.length;
        if (this.#hasEntry && this.#lines.length < 4096 && this.#entryLength <= MAX_LINE_BYTES)
          this.#lines.push(line);
        else if (!this.#hasEntry) return { type: 'damage', offset, text: line.slice(0, 200) };
        continue;
      }
      const entry = this.#takeEntry();
      this.#hasEntry = true;
      this.#lines = [line];
      this.#entryLength = line.length;
      this.#time = this.#headTime;
      this.#stoppageTime = this.#headStoppage;
      this.#offset = offset;
      if (entry !== null) return entry;
    }
  }

  /** Parses `<time>,<stoppage time><TAB>`. Returns the index at which the text begins; -1 if the line begins differently. */
  #parseHead(start: number, end: number): number {
    const { buf } = this.#feed;
    let at = start;
    let value = 0;
    let digits = 0;
    let hasComma = false;
    for (; at < end && digits <= 10; at++) {
      const code = buf[at]!;
      if (code >= 0x30 && code <= 0x39) {
        value = value * 10 + code - 0x30;
        digits++;
      } else if (code === 0x2c && !hasComma && digits > 0) {
        hasComma = true;
        this.#headTime = value;
        value = 0;
        digits = 0;
      } else if (code === 0x09 && hasComma && digits > 0) {
        this.#headStoppage = value;
        return at + 1;
      } else return -1;
    }
    return -1;
  }

  #takeEntry(): TextLogEntry | null {
    if (!this.#hasEntry) return null;
    this.#hasEntry = false;
    return parseTextLogEntry(this.#lines.join('\n'), this.#time, this.#stoppageTime, this.#offset);
  }
}

/** Reads the entries of a text log in memory, compressed with gzip or not. */
export function* readTextLogBytes(
  bytes: Uint8Array,
): Generator<TextLogEntry | TextLogDamage, void, undefined> {
  const decoder = new TextLogDecoder();
  decoder.push(decompress(bytes).bytes);
  decoder.finish();
  for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
}

/**
 * Reads the entries of a text log, compressed with gzip or not, as its bytes arrive.
 *
 * @throws the error of the source, for example of the network or the file system.
 */
export async function* readTextLog(
  source: ByteSource,
): AsyncGenerator<TextLogEntry | TextLogDamage, void, undefined> {
  const decoder = new TextLogDecoder();
  for await (const piece of decompressChunks(source)) {
    decoder.push(piece);
    for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
  }
  decoder.finish();
  for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
}
