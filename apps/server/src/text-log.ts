import { formatG6 } from '@rcss/sexp';
import type { Match } from '@rcss/simulator';
import type { LogFile } from './log-file.js';

/** Longest entry of the text log (09 §11). */
const MAX_ENTRY = 8191;

/** The text log: received commands, referee calls, timings (09 §11). */
export class TextLog {
  readonly #file: LogFile;
  readonly #match: Match;

  constructor(file: LogFile, match: Match) {
    this.#file = file;
    this.#match = match;
  }

  /** One entry with the present time. `text` is Latin-1. */
  entry(text: string): void {
    const { time, stoppageTime } = this.#match.world;
    this.#file.write(
      `${time},${stoppageTime}\t${text.length > MAX_ENTRY ? text.slice(0, MAX_ENTRY) : text}\n`,
    );
  }

  /** A line with the duration of a phase in ms (02 §11). */
  timing(label: string, ms: number): void {
    this.entry(`${label}: ${formatG6(ms)}`);
  }

  flush(): void {
    this.#file.flush();
  }

  close(finalName: string): Promise<string> {
    return this.#file.close(finalName);
  }
}
