import { createFrame, type MatchEvent } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { hasHeight } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { joinBytes } from '@rcss/sexp';
import type { Match, MatchSink } from '@rcss/simulator';

/** Version of the game log, and of that of a match with heights. */
const LOG_VERSION = 6;
const HEIGHT_LOG_VERSION = 7;

/** The game log of a match in memory: frames and the calls of the referee. A sink of {@link createLocalMatch}. */
export class MatchLog implements MatchSink {
  /** Number of frames in the log; cycles before the kickoff have none. */
  frameCount = 0;
  readonly #frame = createFrame();
  readonly #parts: Uint8Array[] = [];
  #match: Match | null = null;
  #writer: LogWriter | null = null;

  begin(match: Match): void {
    this.#match = match;
    this.#writer = createLogWriter(
      hasHeight(match.params.server) ? HEIGHT_LOG_VERSION : LOG_VERSION,
      match.params,
    );
    this.#add(this.#writer.writeHeader());
  }

  event(event: MatchEvent): void {
    if (this.#match === null || event.type !== 'referee') return;
    const { time, stoppageTime } = this.#match.world;
    this.#add(this.#writer!.writeMessage(time, stoppageTime, 1, `(referee ${event.text})`));
  }

  frame({ world, params }: Match): void {
    if (this.#writer === null) return;
    const bytes = this.#writer.writeFrame(fillFrame(world, params, this.#frame));
    if (bytes.length > 0) this.frameCount += 1;
    this.#add(bytes);
  }

  end(): void {
    if (this.#match === null) return;
    const { world, params } = this.#match;
    this.#add(this.#writer!.writeTail(fillFrame(world, params, this.#frame)));
  }

  /** Returns the bytes that were added since the last call. */
  takeBytes(): Uint8Array<ArrayBuffer> {
    return joinBytes(this.#parts.splice(0));
  }

  #add(bytes: Uint8Array): void {
    // The writer uses its memory again.
    if (bytes.length > 0) this.#parts.push(bytes.slice());
  }
}
