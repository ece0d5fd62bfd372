import type { ServerParams } from '@rcss/params';
import type { Match } from '@rcss/simulator';
import type { Configuration } from '../config/configuration.js';
import { RecordingFile } from '../recordings/recording-file.js';
import { GameLog } from './game-log.js';
import { LogFile, type LogFileOptions } from './log-file.js';
import type { StartTime } from './start-time.js';
import { TextLog } from './text-log.js';
import { parseDumpTimes, WorldDump } from './world-dump.js';

/** The logs of a match; null: not written. */
export interface ServerLogs {
  readonly game: GameLog | null;
  readonly text: TextLog | null;
  readonly keepaway: LogFile | null;
  readonly recording: RecordingFile | null;
  readonly worldDump: WorldDump | null;
}

/**
 * Opens the configured logs (spec 02 §10).
 *
 * @param report Takes lines about errors of a log during the match.
 * @throws {LogFileError} if a folder or file cannot be created.
 */
export function openLogs(
  match: Match,
  config: Configuration,
  start: StartTime,
  report: (message: string) => void,
): ServerLogs {
  const { server, rcss } = config;
  const game = server.game_logging ? new LogFile(gameLogOptions(server), report) : null;
  const text = server.text_logging ? new LogFile(textLogOptions(server), report) : null;
  const keepaway =
    server.keepaway && server.keepaway_logging ? new LogFile(keepawayLogOptions(server), report) : null;
  return {
    game: game === null ? null : new GameLog(game, match, start.log),
    text: text === null ? null : new TextLog(text, match),
    keepaway,
    recording: rcss.record === '' ? null : new RecordingFile(rcss.record, match, start, report),
    worldDump: openWorldDump(rcss, report),
  };
}

function openWorldDump(rcss: Configuration['rcss'], report: (message: string) => void): WorldDump | null {
  const times = parseDumpTimes(rcss.world_dump_cycles);
  return times === null ? null : new WorldDump(times, rcss.world_dump_file, report);
}

function gameLogOptions(server: ServerParams): LogFileOptions {
  return {
    dir: server.game_log_dir,
    suffix: '.rcg',
    fixed: server.game_log_fixed,
    fixedName: server.game_log_fixed_name,
    compression: server.game_log_compression,
  };
}

function textLogOptions(server: ServerParams): LogFileOptions {
  return {
    dir: server.text_log_dir,
    suffix: '.rcl',
    fixed: server.text_log_fixed,
    fixedName: server.text_log_fixed_name,
    compression: server.text_log_compression,
  };
}

function keepawayLogOptions(server: ServerParams): LogFileOptions {
  return {
    dir: server.keepaway_log_dir,
    suffix: '.kwy',
    fixed: server.keepaway_log_fixed,
    fixedName: server.keepaway_log_fixed_name,
    compression: 0,
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
