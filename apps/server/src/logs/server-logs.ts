import type { Match } from '@rcss/simulator';
import type { Configuration } from '../config/configuration.js';
import { RecordingFile } from '../recordings/recording-file.js';
import { GameLog } from './game-log.js';
import { LogFile } from './log-file.js';
import type { StartTime } from './start-time.js';
import { TextLog } from './text-log.js';

/** Everything that a server writes down during a match; null what it does not keep. */
export interface ServerLogs {
  readonly game: GameLog | null;
  readonly text: TextLog | null;
  readonly keepaway: LogFile | null;
  readonly recording: RecordingFile | null;
}

/**
 * Opens the logs that the configuration asks for (02 §10). Throws `LogFileError`.
 *
 * @param report takes lines about trouble with a log during the match
 */
export function openLogs(
  match: Match,
  config: Configuration,
  start: StartTime,
  report: (message: string) => void,
): ServerLogs {
  const { server } = config;
  const gameFile = server.game_logging
    ? new LogFile(
        {
          dir: server.game_log_dir,
          suffix: '.rcg',
          fixed: server.game_log_fixed,
          fixedName: server.game_log_fixed_name,
          compression: server.game_log_compression,
        },
        report,
      )
    : null;
  const textFile = server.text_logging
    ? new LogFile(
        {
          dir: server.text_log_dir,
          suffix: '.rcl',
          fixed: server.text_log_fixed,
          fixedName: server.text_log_fixed_name,
          compression: server.text_log_compression,
        },
        report,
      )
    : null;
  const keepawayFile =
    server.keepaway && server.keepaway_logging
      ? new LogFile(
          {
            dir: server.keepaway_log_dir,
            suffix: '.kwy',
            fixed: server.keepaway_log_fixed,
            fixedName: server.keepaway_log_fixed_name,
            compression: 0,
          },
          report,
        )
      : null;
  return {
    game: gameFile === null ? null : new GameLog(gameFile, match, start.log),
    text: textFile === null ? null : new TextLog(textFile, match),
    keepaway: keepawayFile,
    recording:
      config.extension.record === ''
        ? null
        : new RecordingFile(config.extension.record, match, start, report),
  };
}

/** Logs of the same kinds as `logs` that are written to nowhere. */
export function logsToNowhere(match: Match, start: StartTime, logs: ServerLogs): ServerLogs {
  const nowhere = () => new LogFile(null, () => {});
  return {
    game: logs.game === null ? null : new GameLog(nowhere(), match, start.log),
    text: logs.text === null ? null : new TextLog(nowhere(), match),
    keepaway: null,
    recording: null,
  };
}
