import { err, ok, type Result, type Side } from '@rcss/core';
import { type DebugLog, readDebugLog } from './debug-log.js';
import { type DebugClient, readClientLog, readDebugServerLog, readTeamDebugLog } from './team-debug-logs.js';

/** Format of a debug file. */
export type DebugLogFormat = 'json-lines' | 'debug-server-log' | 'team-debug-log' | 'client-log';

/** An opened debug file. */
export interface OpenDebugLog extends DebugLog {
  readonly format: DebugLogFormat;
}

/** Team name and uniform number in the name of a team's debug file, `TEAM-N.log`; null for other names. */
export function parseDebugFileName(name: string): { readonly team: string; readonly unum: number } | null {
  const found = /^(?:.*[/\\])?([^/\\]+)-(\d{1,2})\.[a-z]+$/.exec(name);
  const unum = Number(found?.[2]);
  return found !== null && unum >= 1 && unum <= 11 ? { team: found[1] as string, unum } : null;
}

/** Returns the format of a debug file by its first line, or null for other files. */
export function detectDebugLogFormat(text: string): DebugLogFormat | null {
  const first = text.slice(0, 400).trimStart();
  if (first.startsWith('{')) return 'json-lines';
  if (/^%% (?:step|debug) /.test(first)) return 'debug-server-log';
  if (/^\(init [lr] \d{1,2} /.test(first)) return 'client-log';
  return /^\d{1,7},\d{1,7} -?\d{1,11} [a-zA-Z] /.test(first) ? 'team-debug-log' : null;
}

/**
 * Reads a debug file of any format. A team's debug log (`.log`) does not contain its side: `findSide` returns the side of a team.
 *
 * Error codes: `unknown_format`, `unknown_client` (the name of a `.log` file has no team and number, or the team is unknown).
 */
export function openDebugLog(
  text: string,
  name: string,
  findSide: (team: string) => Side | null,
): Result<OpenDebugLog> {
  const format = detectDebugLogFormat(text);
  if (format === null)
    return err({
      code: 'unknown_format',
      message: `${name} is not a debug log: it begins with ${JSON.stringify(text.slice(0, 40))}`,
    });
  if (format !== 'team-debug-log') {
    const read = {
      'json-lines': readDebugLog,
      'debug-server-log': readDebugServerLog,
      'client-log': readClientLog,
    };
    return ok(withFormat(format, read[format](text, name)));
  }
  const client = findClient(name, findSide);
  return client.ok ? ok(withFormat(format, readTeamDebugLog(text, name, client.value))) : client;
}

function withFormat(format: DebugLogFormat, { records, problems, problemCount }: DebugLog): OpenDebugLog {
  return { format, records, problems, problemCount };
}

function findClient(name: string, findSide: (team: string) => Side | null): Result<DebugClient> {
  const parts = parseDebugFileName(name);
  if (parts === null)
    return err({
      code: 'unknown_client',
      message: `${name} does not say whose log it is; rename it to TEAM-NUMBER.log`,
    });
  const side = findSide(parts.team);
  if (side === null)
    return err({
      code: 'unknown_client',
      message: `${name} is a log of team ${JSON.stringify(parts.team)}, which does not play in this match`,
    });
  return ok({ side, unum: parts.unum });
}
