import { MAX_TEXT_LOG_ENTRY } from '@rcss/logs/text-logs';
import { formatG6 } from '@rcss/sexp/numbers';
import type { Match } from '@rcss/simulator';
import type { LogFile } from './log-file.js';

/** Count of characters in the entry of a received datagram, without the sender and the text. */
const RECV_OVERHEAD = 'Recv : '.length;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** The text log: received commands, referee calls, timings (spec 09 §11). */
export class TextLog {
  readonly #file: LogFile;
  readonly #match: Match;

  constructor(file: LogFile, match: Match) {
    this.#file = file;
    this.#match = match;
  }

  /** Writes one entry with the current time. `text` is Latin-1. */
  writeEntry(text: string): void {
    const { time, stoppageTime } = this.#match.world;
    this.#file.write(
      `${time},${stoppageTime}\t${text.length > MAX_TEXT_LOG_ENTRY ? text.slice(0, MAX_TEXT_LOG_ENTRY) : text}\n`,
    );
  }

  /** Writes a received datagram verbatim. No string is created for it, because it is the server's most frequent entry. */
  writeReceived(sender: string, text: Uint8Array): void {
    const { time, stoppageTime } = this.#match.world;
    const writer = this.#file.writer;
    if (writer === null) return;
    writer.int(time).byte(COMMA).int(stoppageTime).ascii('\tRecv ').ascii(sender).ascii(': ');
    const room = MAX_TEXT_LOG_ENTRY - RECV_OVERHEAD - sender.length;
    writer.bytes(text.length > room ? text.subarray(0, room) : text).byte(LINE_FEED);
  }

  /** Writes the duration of a phase in ms (spec 02 §11). */
  writeTiming(label: string, ms: number): void {
    this.writeEntry(`${label}: ${formatG6(ms)}`);
  }

  flush(): void {
    this.#file.flush();
  }

  close(finalName: string): Promise<string> {
    return this.#file.close(finalName);
  }
}
