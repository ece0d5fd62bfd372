import type { MatchEvent } from '@rcss/core';
import { createFrame } from '@rcss/core';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { createMatchResult, formatResultMessage } from '../results/match-result.js';
import { GameLog } from './game-log.js';
import { LogFile } from './log-file.js';
import { logEvent } from './match-log.js';
import { createStartTime } from './start-time.js';

/** Where and how {@link recordMatch} writes. */
export interface MatchRecorderOptions {
  /** Folder of the file; it is created. */
  readonly folder: string;
  /** Name of the file without `.rcg`; a file with this name is replaced. */
  readonly name: string;
  /** gzip level from 1 to 9; the name then ends with `.rcg.gz`. 0, the default: not compressed. */
  readonly compression?: number;
  /** Takes a line if the file cannot be written to its end; the match goes on. */
  readonly onProblem?: (message: string) => void;
}

/** The game log of a match without a server. */
export interface MatchRecorder {
  /** Writes an event of the match, if it belongs to a game log. */
  recordEvent(event: MatchEvent): void;
  /** Writes the state of a step. To be called in every step when the world is complete. */
  recordFrame(): void;
  /** Writes the result and completes the file. Returns its path. */
  close(): Promise<string>;
}

/** Frames that are written to the file together. */
const FRAMES_PER_WRITE = 100;

/**
 * Writes the game log of a match that runs without a server, such as one between teams in a process: the version and the contents that
 * the parameters of the match ask for.
 *
 * @throws {Error} if the file cannot be created; the message names it.
 * @example
 * const recorder = recordMatch(match, { folder: 'logs', name: 'final', compression: 1 });
 * step(match, () => recorder.recordFrame());
 * await recorder.close(); // logs/final.rcg.gz
 */
export function recordMatch(match: Match, options: MatchRecorderOptions): MatchRecorder {
  const { folder, name, compression = 0, onProblem = () => {} } = options;
  const start = createStartTime(new Date());
  const file = new LogFile(
    { dir: folder, suffix: '.rcg', fixed: true, fixedName: name, compression, overwrite: true },
    onProblem,
  );
  const log = new GameLog(file, match, start.log);
  const frame = createFrame();
  let frameCount = 0;
  return {
    recordEvent: (event) => logEvent(log, match, event),
    recordFrame() {
      log.writeFrame(fillFrame(match.world, match.params, frame));
      frameCount += 1;
      if (frameCount % FRAMES_PER_WRITE === 0) log.flush();
    },
    close() {
      log.writeMessage(1, formatResultMessage(createMatchResult(match, start.date), start.result));
      return log.close(name, fillFrame(match.world, match.params, frame));
    },
  };
}
