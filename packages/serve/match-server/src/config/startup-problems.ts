import { isLogVersion, logFeatures } from '@rcss/logs';
import type { ServerParams } from '@rcss/params';
import { EXTENSION_PARAM_ROWS, type RcssParams } from '@rcss/params/program';
import { describeRangeError, HEIGHT_NEEDS_SWITCH, MAX_INT, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import { LOG_FORMATS, LOG_LEVEL_SETTINGS } from '../console/log-console.js';
import { findDebugReceiverProblems } from './debug-receiver.js';
import { findDumpProblems } from './dump-times.js';
import { findHttpProblems } from './http-problems.js';
import { findNetworkProblems } from './network-problems.js';
import { findRefereeProblems } from './referee-settings.js';

/**
 * Settings with which no match can run, as sentences: ports and intervals out of range, an unknown game log version, a
 * compression level above 9 (spec 01 §2.4). Empty if there are none.
 */
export function findStartupProblems(params: ServerParams): string[] {
  const problems: string[] = [];
  for (const row of SERVER_PARAM_ROWS) {
    const problem = describeRangeError(row, params[row.name], 'server');
    if (problem !== undefined) problems.push(problem);
  }
  const addRangeProblem = (name: keyof ServerParams, allowed: string): void => {
    problems.push(`server::${name}: ${params[name]} is out of range (${allowed})`);
  };
  if (params.synch_mode && params.synch_offset === 0) {
    problems.push('server::synch_offset: 0 is not allowed in synchronous mode');
  }
  const { game_log_version: version } = params;
  if (
    params.game_logging &&
    (!isLogVersion(version) || (logFeatures(version).experimental && !params.experimental_height))
  ) {
    addRangeProblem('game_log_version', `1–${params.experimental_height ? 7 : 6}, or -1 for JSON`);
  }
  if (!params['2d_mode'] && !params.experimental_height) problems.push(HEIGHT_NEEDS_SWITCH);
  if (params.game_logging && params.game_log_compression > 9)
    addRangeProblem('game_log_compression', 'at most 9');
  if (params.text_logging && params.text_log_compression > 9)
    addRangeProblem('text_log_compression', 'at most 9');
  return problems;
}

/** Settings of the module `rcss` with which no match can run, as sentences. */
export function findExtensionProblems(rcss: RcssParams): string[] {
  return [
    ...EXTENSION_PARAM_ROWS.flatMap((row) =>
      row.module === 'rcss'
        ? (describeRangeError(row, rcss[row.name as keyof RcssParams], 'rcss') ?? [])
        : [],
    ),
    ...findDumpProblems(rcss.world_dump_cycles),
    ...findLogProblems(rcss),
    ...findPriorityProblems(rcss.priority),
    ...findClockProblems(rcss),
    ...findHttpProblems(rcss),
    ...findDebugReceiverProblems(rcss.debug_channel),
    ...findRefereeProblems(rcss),
    ...findNetworkProblems(rcss),
  ];
}

function findPriorityProblems(priority: number): string[] {
  return priority >= -20 && priority <= 0 ? [] : [`rcss::priority: ${priority} is out of range (-20–0)`];
}

function findClockProblems(rcss: RcssParams): string[] {
  return (['synch_max_missed', 'synch_timeout'] as const).flatMap((name) =>
    rcss[name] < 0 || rcss[name] > MAX_INT
      ? [`rcss::${name}: ${rcss[name]} is out of range (0–${MAX_INT})`]
      : [],
  );
}

function findLogProblems({ log_format, log_level }: RcssParams): string[] {
  const check = (name: string, value: string, allowed: readonly string[]): string[] =>
    allowed.includes(value) ? [] : [`rcss::${name}: '${value}' is unknown (allowed: ${allowed.join(', ')})`];
  return [
    ...check('log_format', log_format, LOG_FORMATS),
    ...check('log_level', log_level, LOG_LEVEL_SETTINGS),
  ];
}
