/** Text logs, `.rcl` (spec 09 §11): what clients sent and the referee called. */
import { decodeLatin1 } from '@rcss/sexp';
import { ByteFeed } from './byte-feed.js';
import { unpack } from './gzip.js';
import { type ByteSource, unpackedPieces } from './read-log.js';

/** Most characters of an entry. */
export const MAX_TEXT_LOG_ENTRY = 8191;

/** Who sent a logged message. */
export type TextLogClient =
  | { readonly role: 'player'; readonly team: string; readonly unum: number }
  | { readonly role: 'coach'; readonly team: string }
  | { readonly role: 'trainer' };

/** When an entry was made, and where it begins in the unpacked log. */
export interface TextLogPlace {
  readonly offset: number;
  readonly time: number;
  /** Stoppage counter; 0 while the time runs. */
  readonly stoppageTime: number;
}

/** An entry of a text log. */
export type TextLogEntry =
  /** A datagram of a client as it came, line feeds included. */
  | (TextLogPlace & { readonly type: 'recv'; readonly client: TextLogClient; readonly message: string })
  /** A call of the referee, without `(referee ` and `)`. */
  | (TextLogPlace & { readonly type: 'referee'; readonly call: string })
  /** Milliseconds of a phase: `CYCLE_TIMES`, `RECV`, `SIM` ... */
  | (TextLogPlace & { readonly type: 'timing'; readonly label: string; readonly milliseconds: number })
  /** Number of waits for the clients in a step of synchronous mode. */
  | (TextLogPlace & { readonly type: 'sleeps'; readonly count: number })
  | (TextLogPlace & { readonly type: 'other'; readonly text: string });

/** A place without an entry: text before the first one. */
export interface TextLogDamage {
  readonly type: 'damage';
  readonly offset: number;
  readonly text: string;
}

const REFEREE = /^\(referee ([\s\S]*)\)$/;
const TIMING = /^([A-Z_]+): ([-+.\deE]+|-?nan|-?inf)$/;
const SLEEPS = /^Num sleeps called: (\d+)$/;

/** Returns the entry of a time and a text; the text is everything after the tab without the final line feed. */
export function textLogEntry(text: string, time: number, stoppageTime: number, offset: number): TextLogEntry {
  const place = { offset, time, stoppageTime };
  if (text.startsWith('Recv ')) {
    const end = text.indexOf(':', 5);
    const client = end < 0 ? null : clientOf(text.slice(5, end));
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

/** The client of such a name: `TEAM_UNUM`, `TEAM_Coach`, or `Coach`, the trainer. Null for other names. */
function clientOf(name: string): TextLogClient | null {
  if (name === 'Coach') return { role: 'trainer' };
  const bar = name.lastIndexOf('_');
  if (bar <= 0) return null;
  const team = name.slice(0, bar);
  const who = name.slice(bar + 1);
  if (who === 'Coach') return { role: 'coach', team };
  const unum = /^\d{1,2}$/.test(who) ? Number(who) : 0;
  return unum === 0 ? null : { role: 'player', team, unum };
}

/** Text of an entry, the part after the tab. */
export function textLogEntryText(entry: TextLogEntry): string {
  switch (entry.type) {
    case 'recv':
      return `Recv ${textLogClient(entry.client)}: ${entry.message}`;
    case 'referee':
      return `(referee ${entry.call})`;
    case 'timing':
      return `${entry.label}: ${entry.milliseconds}`;
    case 'sleeps':
      return `Num sleeps called: ${entry.count}`;
    case 'other':
      return entry.text;
  }
}

/** Name of a client in text logs: `TEAM_UNUM`, `TEAM_Coach`, or `Coach` for the trainer. */
export function textLogClient(client: TextLogClient): string {
  if (client.role === 'trainer') return 'Coach';
  return `${client.team}_${client.role === 'coach' ? 'Coach' : client.unum}`;
}

/** A line of a text log, with its line feed; the text is cut to {@link MAX_TEXT_LOG_ENTRY}. */
export function textLogLine(time: number, stoppageTime: number, text: string): string {
  return `${time},${stoppageTime}\t${text.slice(0, MAX_TEXT_LOG_ENTRY)}\n`;
}

/** Reads a text log from pieces, like `LogDecoder` a game log. */
export class TextLogDecoder {
  readonly #feed = new ByteFeed();
  /** The entry that is not over before another one begins: messages may hold line feeds. */
  #lines: string[] = [];
  #time = 0;
  #stoppageTime = 0;
  #offset = 0;
  #begun = false;
  /** Contents of the head of the current line. */
  #headTime = 0;
  #headStoppage = 0;
  /** How far the search for a line feed has come. */
  #searched = 0;

  push(piece: Uint8Array): void {
    this.#feed.push(piece);
  }

  finish(): void {
    this.#feed.ended = true;
  }

  /** The next entry, null when more is needed or at the end. */
  next(): TextLogEntry | TextLogDamage | null {
    const feed = this.#feed;
    for (;;) {
      const from = Math.max(feed.pos, this.#searched - feed.base);
      const found = feed.buf.subarray(0, feed.end).indexOf(0x0a, from);
      this.#searched = feed.base + (found < 0 ? feed.end : found);
      if (found < 0 && !feed.ended) return null;
      if (found < 0 && feed.left === 0) return this.#close();
      const { offset } = feed;
      const end = found < 0 ? feed.end : found;
      const start = feed.pos;
      const text = this.#head(start, end);
      const line = decodeLatin1(feed.buf, text < 0 ? start : text, end);
      feed.pos = Math.min(feed.end, end + 1);
      if (text < 0) {
        // Without a limit, text that is not a log would be one entry that grows with the file.
        if (this.#begun && this.#lines.length < 4096) this.#lines.push(line);
        else if (!this.#begun) return { type: 'damage', offset, text: line.slice(0, 200) };
        continue;
      }
      const entry = this.#close();
      this.#begun = true;
      this.#lines = [line];
      this.#time = this.#headTime;
      this.#stoppageTime = this.#headStoppage;
      this.#offset = offset;
      if (entry !== null) return entry;
    }
  }

  /** Read `<time>,<stoppage><TAB>`: where the text begins, or -1 when the line does not begin so. */
  #head(start: number, end: number): number {
    const { buf } = this.#feed;
    let at = start;
    let value = 0;
    let digits = 0;
    let comma = false;
    for (; at < end && digits <= 10; at++) {
      const code = buf[at]!;
      if (code >= 0x30 && code <= 0x39) {
        value = value * 10 + code - 0x30;
        digits++;
      } else if (code === 0x2c && !comma && digits > 0) {
        comma = true;
        this.#headTime = value;
        value = 0;
        digits = 0;
      } else if (code === 0x09 && comma && digits > 0) {
        this.#headStoppage = value;
        return at + 1;
      } else return -1;
    }
    return -1;
  }

  #close(): TextLogEntry | null {
    if (!this.#begun) return null;
    this.#begun = false;
    return textLogEntry(this.#lines.join('\n'), this.#time, this.#stoppageTime, this.#offset);
  }
}

/** The entries of a text log in memory, packed or not. */
export function* textLogEntries(bytes: Uint8Array): Generator<TextLogEntry | TextLogDamage, void, undefined> {
  const decoder = new TextLogDecoder();
  decoder.push(unpack(bytes).bytes);
  decoder.finish();
  for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
}

/** The entries of a text log as it is read, packed or not. */
export async function* readTextLog(
  source: ByteSource,
): AsyncGenerator<TextLogEntry | TextLogDamage, void, undefined> {
  const decoder = new TextLogDecoder();
  for await (const piece of unpackedPieces(source)) {
    decoder.push(piece);
    for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
  }
  decoder.finish();
  for (let entry = decoder.next(); entry !== null; entry = decoder.next()) yield entry;
}
