import { join } from 'node:path';
import { fillFrame } from '@rcss/sensors';
import { strftime } from '../logs/strftime.js';
import { closePorts } from '../net/network.js';
import {
  createMatchResult,
  formatResultMessage,
  formatResultName,
  type MatchResult,
} from '../results/match-result.js';
import { createResultReport, writeResultFile } from '../results/result-file.js';
import type { Saver } from '../results/saver.js';
import { saveResults } from '../results/savers.js';
import { formatTelemetry } from '../results/telemetry.js';
import type { LogPaths } from '../run-state.js';
import type { Server } from '../server.js';
import { listClients } from '../sessions/clients.js';
import { stopTeams } from './team-processes.js';

/** Records a fault of the server, which ends the match; logs and results are still completed. */
export function recordFatalError(
  { match, run, console }: Pick<Server, 'match' | 'run' | 'console'>,
  error: Error,
): void {
  run.fault = error;
  run.ending = 'Quit Server. Exiting...';
  const { time, stoppageTime } = match.world;
  console.err(`Internal error at ${time},${stoppageTime}: ${error.stack ?? error.message}`);
}

/** Ends a server (spec 02 §8): stops the teams, completes logs and results, closes the sockets. */
export async function finishServer(server: Server, savers: readonly Saver[]): Promise<void> {
  const { console, match, run, net, clients, telemetry } = server;
  await stopTeams(server.teams, console);
  console.out('');
  console.out(run.ending ?? 'Quit Server. Exiting...');
  const result = createMatchResult(match, server.start.date);
  run.logPaths = await closeLogs(server, result);
  const saved = await saveResults(savers, result, console);
  for (const line of formatTelemetry(telemetry, match.world, match.params.server.verbose)) console.err(line);
  writeResult(server, result, saved);
  for (const { connection } of listClients(clients, match.world)) connection.close();
  closePorts(net.ports);
}

/** Maximum length of the date in a log name (spec 02 §10). */
const MAX_DATE_LENGTH = 31;

/** Final name of a log without folder and suffix. */
function formatLogName(
  { match, start }: Pick<Server, 'match' | 'start'>,
  result: MatchResult,
  dated: boolean,
): string {
  const date = strftime(match.params.server.log_date_format, start.date).slice(0, MAX_DATE_LENGTH);
  return `${dated ? date : ''}${formatResultName(result)}`;
}

/** Writes the result message, then completes text log, game log, keepaway log and recording (spec 09 §1.4). */
async function closeLogs(server: Server, result: MatchResult): Promise<LogPaths> {
  const { match, start, logs, run, buffers } = server;
  const { game_log_dated, text_log_dated, keepaway_log_dated } = match.params.server;
  const paths: { -readonly [Kind in keyof LogPaths]: string } = {};
  logs.game?.writeMessage(1, formatResultMessage(result, start.result));
  if (logs.text) paths.textLog = await logs.text.close(formatLogName(server, result, text_log_dated));
  if (logs.game) {
    // After a fault the world may be inconsistent; then the last frame is written again.
    const frame = run.fault === null ? fillFrame(match.world, match.params, buffers.frame) : buffers.frame;
    paths.gameLog = await logs.game.close(formatLogName(server, result, game_log_dated), frame);
  }
  if (logs.keepaway)
    paths.keepawayLog = await logs.keepaway.close(formatLogName(server, result, keepaway_log_dated));
  if (logs.recording) paths.recording = await logs.recording.close(logs.game?.getDigest() ?? '');
  return paths;
}

/** Writes the JSON result to the configured file; without one, beside the logs if a saver has failed. */
function writeResult(server: Server, result: MatchResult, saved: boolean): void {
  const { match, config, console } = server;
  const { result_file: configured } = config.rcss;
  if (configured === '' && saved) return;
  const folder = match.params.server.game_log_dir || './';
  const path = configured === '' ? join(folder, `${formatLogName(server, result, true)}.json`) : configured;
  const error = writeResultFile(path, createResultReport(server, result));
  if (error !== null) console.err(`Error: could not write result file "${path}": ${error}`);
  else if (configured === '') console.err(`The result is kept in ${path}`);
}
