import type { Frame, Side, TeamGraphicTile } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import type { Match } from '@rcss/simulator';
import type { LogFile } from './log-file.js';
import { strftime } from './strftime.js';

/** The game log of a running match: frames and messages in the configured version (09). */
export class GameLog {
  readonly version: number;
  readonly #file: LogFile;
  readonly #match: Match;
  readonly #writer: LogWriter;

  constructor(file: LogFile, match: Match, start: Date) {
    this.version = match.params.server.game_log_version;
    this.#file = file;
    this.#match = match;
    this.#writer = createLogWriter(this.version, match.params, {
      timestamp: strftime('%Y-%m-%dT%H:%M:%S%z', start),
    });
    this.#file.write(this.#writer.begin());
    this.#file.flush();
  }

  /** The picture of a step; the writer knows in which play modes it is kept (09 §2.2). */
  frame(frame: Frame): void {
    this.#file.write(this.#writer.frame(frame));
  }

  /** A text on board 1 (referee, speech, result) or 2 (client traffic). */
  message(board: number, text: string): void {
    const { time, stoppageTime } = this.#match.world;
    this.#file.write(this.#writer.message(time, stoppageTime, board, text));
  }

  teamGraphic(side: Side, tile: TeamGraphicTile): void {
    const { time, stoppageTime } = this.#match.world;
    this.#file.write(this.#writer.teamGraphic(side, tile, time, stoppageTime));
  }

  flush(): void {
    this.#file.flush();
  }

  /** Writes the tail, completes the file and gives it its final name. */
  close(finalName: string, frame: Frame): Promise<string> {
    this.#file.write(this.#writer.end(frame));
    return this.#file.close(finalName);
  }
}
