import type { Match } from '@rcss/simulator';
import type { Configuration } from '../config/configuration.js';
import { parseDumpTimes } from '../config/dump-times.js';
import type { ConsoleOutput } from '../console/console-output.js';
import type { FileProblems } from '../files/file-problems.js';
import { GameLog } from './game-log.js';
import { keepLeftoverLogs } from './leftover-logs.js';
import { LogFile, LogFileError, type LogFileOptions } from './log-file.js';
import { RecordingFile } from './recording-file.js';
import { formatLogDate, type StartTime } from './start-time.js';
import { TextLog } from './text-log.js';
import { WorldDump } from './world-dump.js';

/** The logs of a match; null: not written. A room that is reset completes its logs and gets new ones in their place. */
export interface ServerLogs {
  game: GameLog | null;
  text: TextLog | null;
  keepaway: LogFile | null;
  recording: RecordingFile | null;
  worldDump: WorldDump | null;
}

/** What opening the logs of a match depends on. */
export interface LogOpening {
  readonly console: ConsoleOutput;
  /** Takes the errors of the logs during the match. */
  readonly problems: FileProblems;
  /** Whether there is no match without its recording, if one is configured. */
  readonly needsRecording?: boolean;
}

/**
 * Opens the configured logs (spec 02 §10). Logs that a killed server has left in their folders are renamed before.
 *
 * @throws {LogFileError} if a folder or file cannot be created, or a needed recording cannot be written; then no file is open.
 */
export function openLogs(
  match: Match,
  config: Configuration,
  start: StartTime,
  { console, problems, needsRecording = false }: LogOpening,
): ServerLogs {
  const { server, rcss } = config;
  const options = listLogOptions(config);
  for (const dir of new Set(Object.values(options).map((option) => option?.dir || './'))) {
    const formatDate = (date: Date) => formatLogDate(server.log_date_format, date);
    keepLeftoverLogs(dir, formatDate, (line) => console.err(line, { event: 'leftover_log', level: 'info' }));
  }
  const report = (message: string) => problems.add(message);
  const opened: { discard(): void }[] = [];
  const keep = <T extends { discard(): void }>(file: T): T => {
    opened.push(file);
    return file;
  };
  const open = (option: LogFileOptions | null) =>
    option === null ? null : keep(new LogFile(option, report));
  try {
    const recording = openRecording(match, rcss, start, problems, needsRecording);
    if (recording !== null) keep(recording);
    const game = open(options.game);
    const text = open(options.text);
    return {
      game: game === null ? null : new GameLog(game, match, start.log),
      text: text === null ? null : new TextLog(text, match),
      keepaway: open(options.keepaway),
      recording,
      worldDump: openWorldDump(rcss, console, problems),
    };
  } catch (error) {
    match.record = null;
    for (const file of opened) file.discard();
    throw error;
  }
}

function openRecording(
  match: Match,
  { record, overwrite }: Configuration['rcss'],
  start: StartTime,
  problems: FileProblems,
  isNeeded: boolean,
): RecordingFile | null {
  if (record === '') return null;
  let mayFail = !isNeeded;
  let failure: string | null = null;
  const report = (message: string) => {
    if (mayFail) problems.add(message);
    else failure ??= message.replace(/^Error: |;[^;]*$/g, '');
  };
  const file = new RecordingFile(record, match, start, report, overwrite);
  mayFail = true;
  if (failure !== null) {
    file.discard();
    throw new LogFileError(failure);
  }
  match.record = (input) => file.input(input);
  return file;
}

function openWorldDump(
  rcss: Configuration['rcss'],
  console: ConsoleOutput,
  problems: FileProblems,
): WorldDump | null {
  const times = parseDumpTimes(rcss.world_dump_cycles);
  if (times === null) return null;
  return new WorldDump(times, rcss.world_dump_file, rcss.overwrite, console, problems);
}

/** Options of the logs that are written; null for the others. */
function listLogOptions({ server, rcss }: Configuration) {
  const options = (kind: 'game' | 'text' | 'keepaway', suffix: string): LogFileOptions => ({
    dir: server[`${kind}_log_dir`],
    suffix,
    fixed: server[`${kind}_log_fixed`],
    fixedName: server[`${kind}_log_fixed_name`],
    compression: kind === 'keepaway' ? 0 : server[`${kind}_log_compression`],
    overwrite: rcss.overwrite,
  });
  return {
    game: server.game_logging ? options('game', '.rcg') : null,
    text: server.text_logging ? options('text', '.rcl') : null,
    keepaway: server.keepaway && server.keepaway_logging ? options('keepaway', '.kwy') : null,
  };
}

/** Creates logs of the same kinds as `logs` whose bytes are discarded. */
export function createDiscardingLogs(match: Match, start: StartTime, logs: ServerLogs): ServerLogs {
  const discard = () => new LogFile(null, () => {});
  return {
    game: logs.game === null ? null : new GameLog(discard(), match, start.log),
    text: logs.text === null ? null : new TextLog(discard(), match),
    keepaway: null,
    recording: null,
    worldDump: null,
  };
}
