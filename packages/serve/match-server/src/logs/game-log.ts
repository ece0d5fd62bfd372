import { createHash } from 'node:crypto';
import type { Frame, Side, TeamGraphicTile } from '@rcss/core';
import { createLogWriter, type LogVersion, type LogWriter } from '@rcss/logs';
import { GAME_PARAM_ROWS } from '@rcss/params/tables';
import type { Match } from '@rcss/simulator';
import type { LogFile } from './log-file.js';

/** Destination of the bytes of a log. */
export type LogSink = Pick<LogFile, 'write' | 'flush' | 'close'>;

/** The game log of a running match: frames and messages in the configured version (09). */
export class GameLog {
  readonly version: LogVersion;
  readonly #file: LogSink;
  readonly #hash = createHash('sha256');
  readonly #match: Match;
  readonly #writer: LogWriter;

  /** @param timestamp Start of the match as the header of the log shows it. */
  constructor(file: LogSink, match: Match, timestamp: string) {
    this.#file = file;
    this.#match = match;
    this.#writer = createLogWriter(match.params.server.game_log_version, match.params, { timestamp });
    this.version = this.#writer.version;
    this.#write(this.#writer.writeHeader());
    // The messages of the parameters do not have them.
    for (const { name, default: usual, extension } of GAME_PARAM_ROWS) {
      const value = match.params.server[name];
      if (extension === undefined && value !== usual) this.writeMessage(1, `(${name} ${value})`);
    }
    this.#file.flush();
  }

  /** Writes the frame of a step; the writer skips play modes without frames (spec 09 §2.2). */
  writeFrame(frame: Frame): void {
    this.#write(this.#writer.writeFrame(frame));
  }

  /** Writes a text on board 1 (referee, speech, result) or 2 (client traffic). */
  writeMessage(board: number, text: string): void {
    const { time, stoppageTime } = this.#match.world;
    this.#write(this.#writer.writeMessage(time, stoppageTime, board, text));
  }

  writeTeamGraphic(side: Side, tile: TeamGraphicTile): void {
    const { time, stoppageTime } = this.#match.world;
    this.#write(this.#writer.writeTeamGraphic(side, tile, time, stoppageTime));
  }

  flush(): void {
    this.#file.flush();
  }

  /** Writes the end of the log, completes the file and gives it its final name. */
  close(finalName: string, frame: Frame): Promise<string> {
    this.#write(this.#writer.writeTail(frame));
    return this.#file.close(finalName);
  }

  #write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#file.write(bytes);
  }

  /** SHA-256 in hexadecimal of all bytes before compression. May be called once, after `close`. */
  getDigest(): string {
    return this.#hash.digest('hex');
  }
}
