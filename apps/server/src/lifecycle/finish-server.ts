import { join } from 'node:path';
import { frameOf } from '@rcss/sensors';
import { strftime } from '../logs/strftime.js';
import { type MatchResult, matchResult, resultMessage, resultName } from '../results/match-result.js';
import { writeResultFile } from '../results/result-file.js';
import { type Saver, saveResults } from '../results/savers.js';
import { printTelemetry } from '../results/telemetry.js';
import type { LogPaths, Server } from '../server.js';
import { allClients } from '../sessions/clients.js';
import { stopTeams } from './team-processes.js';

/** A fault of our own ends the match, but not without its logs and results. */
export function recordFatalError(server: Server, error: Error): void {
  server.fault = error;
  server.ending = 'Quit Server. Exiting...';
  const { time, stoppageTime } = server.match.world;
  server.console.err(`Internal error at ${time},${stoppageTime}: ${error.stack ?? error.message}`);
}

/** The end of the process (02 §8): teams, last words, logs, results; then the sockets. */
export async function finish(server: Server, savers: readonly Saver[]): Promise<void> {
  const { console, match } = server;
  await stopTeams(server);
  console.out('');
  console.out(server.ending ?? 'Quit Server. Exiting...');
  const result = matchResult(match, server.start.date);
  server.logPaths = await closeLogs(server, result);
  const saved = await saveResults(savers, result, console.out, console.err);
  printTelemetry(server);
  keepResult(server, result, saved);
  for (const { connection } of allClients(server)) connection.close();
  for (const portQueue of [server.playerPort, server.coachPort, server.olcoachPort])
    portQueue.listener.close();
}

/** Longest date in a log name (02 §10). */
const MAX_DATE = 31;

/** Final name of a log without folder and suffix. */
function finalName(server: Server, result: MatchResult, dated: boolean): string {
  const date = strftime(server.params.server.log_date_format, server.start.date).slice(0, MAX_DATE);
  return `${dated ? date : ''}${resultName(result)}`;
}

/** Result message, then text log, game log and keepaway log get their final names (09 §1.4). */
async function closeLogs(server: Server, result: MatchResult): Promise<LogPaths> {
  const { server: params } = server.params;
  const { textLog, gameLog, keepawayLog, recording } = server;
  const files: { -readonly [Kind in keyof LogPaths]: string } = {};
  gameLog?.message(1, resultMessage(result, server.start.result));
  if (textLog) files.textLog = await textLog.close(finalName(server, result, params.text_log_dated));
  if (gameLog) {
    const { frame: last } = server.buffers;
    // After a fault the world may not be fit for a picture; the last one serves.
    const frame = server.fault === null ? frameOf(server.match.world, server.params, last) : last;
    files.gameLog = await gameLog.close(finalName(server, result, params.game_log_dated), frame);
  }
  if (keepawayLog)
    files.keepawayLog = await keepawayLog.close(finalName(server, result, params.keepaway_log_dated));
  if (recording) files.recording = await recording.close(gameLog?.digest() ?? '');
  return files;
}

/** The JSON result goes where it is asked for; when a saver failed and nobody asked, beside the logs, so that it is not lost. */
function keepResult(server: Server, result: MatchResult, saved: boolean): void {
  const { result_file: wanted } = server.config.extension;
  if (wanted !== '') writeResultFile(server, result, wanted);
  else if (!saved) {
    const dir = server.params.server.game_log_dir || './';
    const path = join(dir, `${finalName(server, result, true)}.json`);
    if (writeResultFile(server, result, path)) server.console.err(`The result is kept in ${path}`);
  }
}
