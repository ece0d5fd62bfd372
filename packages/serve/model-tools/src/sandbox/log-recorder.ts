import { createFrame, type MatchEvent } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { compress } from '@rcss/logs/codec';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';

/** Version of the game log. */
const LOG_VERSION = 6;

/** Writes a game log to memory: the process has no files. */
export class LogRecorder {
  readonly #frame = createFrame();
  readonly #parts: Uint8Array[] = [];
  #match: Match | null = null;
  #writer: LogWriter | null = null;

  begin(match: Match): void {
    this.#match = match;
    this.#writer = createLogWriter(LOG_VERSION, match.params);
    this.#add(this.#writer.writeHeader());
  }

  addFrame(match: Match): void {
    if (this.#writer === null) return;
    this.#add(this.#writer.writeFrame(fillFrame(match.world, match.params, this.#frame)));
  }

  addEvent(event: MatchEvent): void {
    if (this.#match === null || this.#writer === null || event.type !== 'referee') return;
    const { time, stoppageTime } = this.#match.world;
    this.#add(this.#writer.writeMessage(time, stoppageTime, 1, `(referee ${event.text})`));
  }

  /** Returns the whole log, compressed. */
  finish(): Uint8Array {
    if (this.#match === null || this.#writer === null) return new Uint8Array(0);
    const { match, writer } = { match: this.#match, writer: this.#writer };
    this.#add(writer.writeTail(fillFrame(match.world, match.params, this.#frame)));
    const bytes = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return compress(bytes);
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#parts.push(bytes.slice());
  }
}
