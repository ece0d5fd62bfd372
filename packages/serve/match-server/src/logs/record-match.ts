import { join } from 'node:path';
import { createFrame } from '@rcss/core';
import { fillFrame } from '@rcss/sensors';
import type { Match, MatchSink } from '@rcss/simulator';
import { createMatchResult, formatResultMessage } from '../results/match-result.js';
import { GameLog } from './game-log.js';
import { LogFile } from './log-file.js';
import { logEvent } from './match-log.js';
import { RecordingFile } from './recording-file.js';
import { createStartTime } from './start-time.js';

/** Which files {@link recordMatch} writes, and where. Files with the same names are replaced. */
export interface MatchRecorderOptions {
  /** Folder of the files; it is created. */
  readonly folder: string;
  /** Name of the game log without `.rcg`; absent: none. */
  readonly gameLog?: string;
  /** gzip level of the game log from 1 to 9; its name then ends with `.rcg.gz`. 0, the default: not compressed. */
  readonly compression?: number;
  /** Name of the recording for exact replay, compressed if it ends with `.gz`; absent: none. */
  readonly recording?: string;
  /** Takes a line if a file cannot be written to its end; the match goes on. */
  readonly onProblem?: (message: string) => void;
}

/** The files of a match without a server. `close` completes them and resolves to their paths; `begin` throws if one cannot be created. */
export interface MatchRecorder extends Required<Pick<MatchSink, 'begin' | 'input' | 'event' | 'frame'>> {
  close(): Promise<{ readonly gameLog?: string; readonly recording?: string }>;
}

/** Frames that are written to the file together. */
const FRAMES_PER_WRITE = 100;

/**
 * Returns the files of a match that runs without a server, such as one between teams in a process: the game log in the version and with
 * the contents that the parameters of the match ask for, and the recording, which `rcss-server verify` replays.
 *
 * @example
 * const files = recordMatch({ folder: 'logs', gameLog: 'final', compression: 1, recording: 'final.rec.gz' });
 * const local = await createLocalMatch({ left, right, sinks: [files] });
 * local.run();
 * await files.close(); // { gameLog: 'logs/final.rcg.gz', recording: 'logs/final.rec.gz' }
 */
export function recordMatch(options: MatchRecorderOptions): MatchRecorder {
  const { folder, gameLog, compression = 0, recording, onProblem = () => {} } = options;
  const start = createStartTime(new Date());
  const frame = createFrame();
  let frameCount = 0;
  let match: Match | null = null;
  let log: GameLog | null = null;
  let inputs: RecordingFile | null = null;
  return {
    begin(begun) {
      match = begun;
      if (gameLog !== undefined) {
        const names = { dir: folder, suffix: '.rcg', fixed: true, fixedName: gameLog };
        log = new GameLog(
          new LogFile({ ...names, compression, overwrite: true }, onProblem),
          match,
          start.log,
        );
      }
      if (recording !== undefined)
        inputs = new RecordingFile(join(folder, recording), match, start, onProblem, true);
    },
    input: (input) => inputs?.input(input),
    event: (event) => {
      if (log !== null) logEvent(log, match!, event);
    },
    frame({ world, params }) {
      log?.writeFrame(fillFrame(world, params, frame));
      frameCount += 1;
      if (frameCount % FRAMES_PER_WRITE === 0) log?.flush();
    },
    async close() {
      if (match === null) return {};
      const { world, params } = match;
      log?.writeMessage(1, formatResultMessage(createMatchResult(match, start.date), start.result));
      const logPath = await log?.close(gameLog!, fillFrame(world, params, frame));
      const path = await inputs?.close(log?.getDigest() ?? '');
      return { ...(logPath && { gameLog: logPath }), ...(path && { recording: path }) };
    },
  };
}
