import { dirname, join } from 'node:path';
import type { StopReason } from '@rcss/core/match-document';
import { makeFolder } from '@rcss/kit/command-line';
import { fillFrame } from '@rcss/sensors';
import { createMatchEnd, type MatchEnd } from '@rcss/simulator';
import { createNewFile } from '../files/exclusive-file.js';
import type { ServerLogs } from '../logs/server-logs.js';
import { formatLogDate } from '../logs/start-time.js';
import { closeNetwork } from '../net/network.js';
import { formatResultFileName } from '../results/file-names.js';
import { createMatchResult, formatResultMessage, type MatchResult } from '../results/match-result.js';
import { createResultReport, writeResultFile, writeResultJson } from '../results/result-file.js';
import type { Saver } from '../results/saver.js';
import { saveResults } from '../results/savers.js';
import { listClients } from '../sessions/client-list.js';
import type { Server } from '../sessions/server.js';
import { findServerEnd, type LogPaths } from '../state/run-state.js';
import { formatTelemetry } from '../state/telemetry.js';
import { stopTeams } from '../teams/team-processes.js';

/**
 * Plays the match of a server to its end and completes the server; a fault ends the match, too. Never rejects.
 *
 * @param play Runs the match and returns why it ended.
 * @param onOver Called after it.
 */
export async function playServer(
  server: Server,
  savers: readonly Saver[],
  play: () => Promise<StopReason>,
  onOver: () => unknown = () => {},
): Promise<MatchEnd> {
  const { match, run, console } = server;
  const reason = await play().catch((error: Error) => {
    recordFatalError(server, error);
    return findServerEnd(match, run)!;
  });
  run.stopReason = reason;
  await onOver();
  const end = run.fault === null ? createMatchEnd(match, reason) : createMatchEnd(match, reason, null, 0);
  await finishServer(server, savers, end).catch((error: Error) =>
    console.err(`Internal error: ${error.stack}`),
  );
  return end;
}

/** Records a fault of the server, which ends the match; logs and results are still completed. */
export function recordFatalError(
  { match, run, console }: Pick<Server, 'match' | 'run' | 'console'>,
  error: Error,
): void {
  if (run.fault !== null) return;
  run.fault = error;
  run.ending = 'Quit Server. Exiting...';
  const { time, stoppageTime } = match.world;
  console.err(`Internal error at ${time},${stoppageTime}: ${error.stack ?? error.message}`, {
    event: 'internal_error',
    level: 'error',
    fields: { cycle: time, stoppageCycle: stoppageTime },
  });
}

/**
 * Ends a server (spec 02 §8): stops the teams, completes logs and results, closes the sockets. A step that fails is added to the
 * problems of the server; the other steps are done.
 */
async function finishServer(server: Server, savers: readonly Saver[], end: MatchEnd): Promise<void> {
  const { console, match, run, net, clients, telemetry, problems } = server;
  await stopTeams(server.teams, console);
  console.out('');
  console.out(run.ending ?? 'Quit Server. Exiting...', {
    event: 'server_ended',
    fields: { cycle: match.world.time },
  });
  const result = createMatchResult(match, server.start.date);
  run.logPaths = await completeLogs(server, server.logs, result);
  const unsaved = await saveResults(savers, result, console);
  for (const name of unsaved) problems.add(`Error: ${name} could not save the result`);
  for (const line of formatTelemetry(telemetry, match.world, match.params.server.verbose)) {
    console.err(line, { event: 'telemetry', level: 'info' });
  }
  writeResult(server, result, end, unsaved.length === 0);
  problems.printSummary();
  // First the network: clients on WebSockets then get the reason that the match is over.
  closeNetwork(net);
  for (const { connection } of listClients(clients, match.world)) connection.close();
  server.debugChannel?.flush(match.world);
  server.debugChannel?.close();
}

/** Final name of a log without folder and suffix. */
function formatLogName(
  { match, start }: Pick<Server, 'match' | 'start'>,
  result: MatchResult,
  dated: boolean,
): string {
  const date = dated ? formatLogDate(match.params.server.log_date_format, start.date) : '';
  return `${date}${formatResultFileName(result)}`;
}

/**
 * Completes text log, game log with the result message, keepaway log and recording (spec 09 §1.4), and returns their paths. All is written
 * before the function returns its promise, except what compression delays: a match that goes on from another state then has new logs.
 */
export async function completeLogs(
  server: Server,
  logs: ServerLogs,
  result: MatchResult = createMatchResult(server.match, server.start.date),
): Promise<LogPaths> {
  const { match, start, run, buffers } = server;
  const { game_log_dated, text_log_dated, keepaway_log_dated } = match.params.server;
  const paths: { -readonly [Kind in keyof LogPaths]: string } = {};
  const nameOf = (dated: boolean) => formatLogName(server, result, dated);
  // Each file takes its last bytes when its close begins, before the match changes.
  await Promise.all([
    attempt(server, 'complete the text log', async () => {
      if (logs.text) paths.textLog = await logs.text.close(nameOf(text_log_dated));
    }),
    attempt(server, 'complete the game log', async () => {
      if (!logs.game) return;
      logs.game.writeMessage(1, formatResultMessage(result, start.result));
      // After a fault the world may be inconsistent; then the last frame is written again.
      const frame = run.fault === null ? fillFrame(match.world, match.params, buffers.frame) : buffers.frame;
      paths.gameLog = await logs.game.close(nameOf(game_log_dated), frame);
    }),
    attempt(server, 'complete the keepaway log', async () => {
      if (logs.keepaway) paths.keepawayLog = await logs.keepaway.close(nameOf(keepaway_log_dated));
    }),
    attempt(server, 'complete the recording', async () => {
      if (logs.recording) paths.recording = await logs.recording.close(logs.game?.getDigest() ?? '');
    }),
  ]);
  return paths;
}

/** Does a step of the end; an error is added to the problems. */
async function attempt(
  { problems }: Pick<Server, 'problems'>,
  what: string,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    problems.add(`Error: could not ${what}: ${(error as Error).message}`);
  }
}

/**
 * Writes the JSON result to the configured file. If that fails, or none is configured and a saver has failed, it is written to a
 * new file beside the logs; if that fails too, it is printed.
 */
function writeResult(server: Server, result: MatchResult, end: MatchEnd, saved: boolean): void {
  const { config, console, problems } = server;
  const { result_file: path, overwrite } = config.rcss;
  if (path === '' && saved) return;
  if (path !== '') {
    try {
      writeResultFile(path, createResultReport(server, result, end), overwrite);
      return;
    } catch (error) {
      problems.add(`Error: could not write result file "${path}": ${(error as Error).message}`);
    }
  }
  const { game_log_dir } = server.match.params.server;
  const report = createResultReport(server, result, end);
  try {
    const base = join(game_log_dir || './', formatLogName(server, result, true));
    makeFolder(dirname(base));
    const file = createNewFile(base, '.json');
    writeResultJson(file.fd, report);
    console.err(`The result is kept in ${file.path}`, {
      event: 'result_file',
      level: 'info',
      fields: { path: file.path },
    });
  } catch (error) {
    problems.add(
      `Error: could not write the result to the log folder "${game_log_dir}": ${(error as Error).message}`,
    );
    console.err(`The result: ${JSON.stringify(report)}`, {
      event: 'result_report',
      level: 'error',
      fields: { report },
    });
  }
}
