import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { openLog } from '@rcss/logs';
import { renameToNewName } from '../files/exclusive-file.js';
import { formatResultFileName } from '../results/file-names.js';
import type { TeamResult } from '../results/match-result.js';
import { INCOMPLETE } from './log-file.js';

/** A log of a server that ended without closing it. */
interface LeftoverLog {
  readonly path: string;
  /** `incomplete` or `incomplete-2`, and so on. In most cases, all logs of a match have the same stem. */
  readonly stem: string;
  /** `.rcg`, `.rcl` or `.kwy`, with `.gz` if compressed. */
  readonly suffix: string;
  readonly began: Date;
}

const LOG_NAME = new RegExp(`^(${INCOMPLETE}(?:-\\d+)?)(\\.(?:rcg|rcl|kwy)(?:\\.gz)?)$`);

/** End of the name that a leftover log gets; it differs from that of a log of a running match. */
const UNFINISHED = 'unfinished';

/** Without a list of open files, a log that did not change for this time is not in use, ms. */
const UNUSED_AFTER_MS = 600_000;

/** Larger game logs are not searched for team names, because that would delay the start. Bytes. */
const MAX_SEARCHED_BYTES = 32 * 2 ** 20;

/** Longest time between the creation of the logs of one match, ms. */
const SAME_START_MS = 5000;

/**
 * Renames logs that a killed server has left in a folder, so that they are kept under a name of their own: the date of their start, the teams and
 * scores if a game log has them, and `unfinished`. Logs of servers that still run are left as they are. Errors are reported; none is thrown.
 *
 * @param formatDate Formats the date at the beginning of a log name.
 * @param report Takes a line for each log.
 */
export function keepLeftoverLogs(
  folder: string,
  formatDate: (date: Date) => string,
  report: (message: string) => void,
): void {
  const names = new Map<string, { readonly base: string; readonly began: number }>();
  for (const log of findLeftovers(folder)) {
    const known = names.get(log.stem);
    const began = log.began.getTime();
    const base =
      known !== undefined && Math.abs(known.began - began) <= SAME_START_MS
        ? known.base
        : `${formatDate(log.began)}${readTeams(log)}${UNFINISHED}`;
    names.set(log.stem, { base, began });
    try {
      const path = renameToNewName(log.path, join(folder, base), log.suffix);
      report(`The log "${log.path}" of a match that did not end regularly is kept as "${path}"`);
    } catch (error) {
      report(
        `The log "${log.path}" of a match that did not end regularly stays there: ${(error as Error).message}`,
      );
    }
  }
}

/** Finds the logs that no running server uses; game logs first, because their content names the teams. */
function findLeftovers(folder: string): LeftoverLog[] {
  const logs: (LeftoverLog & { readonly state: Stats })[] = [];
  try {
    for (const name of readdirSync(folder).sort()) {
      const found = LOG_NAME.exec(name);
      const path = join(folder, name);
      const state = found === null ? undefined : lstatSync(path, { throwIfNoEntry: false });
      if (found === null || state === undefined || !state.isFile()) continue;
      const [, stem = '', suffix = ''] = found;
      logs.push({ path, stem, suffix, began: findBegin(state), state });
    }
  } catch {
    // A folder that cannot be read is reported when a log is created in it.
  }
  if (logs.length === 0) return [];
  const used = listOpenFiles(new Set(logs.map(({ path }) => realpathSync(path))));
  return logs.filter(({ path, state }) =>
    used === null || !isOwn(state)
      ? Date.now() - state.mtimeMs > UNUSED_AFTER_MS
      : !used.has(realpathSync(path)),
  );
}

/** Returns the time of creation, or of the last change if the file system does not store the creation. */
function findBegin({ birthtimeMs, mtimeMs }: Stats): Date {
  return new Date(birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs);
}

/** Whether this user sees all programs that could have opened the file. */
function isOwn({ uid }: Stats): boolean {
  const user = process.getuid?.();
  return user === 0 || user === uid;
}

/** Returns those of the paths that a program of this machine has open; null if the system does not list them. */
function listOpenFiles(paths: ReadonlySet<string>): Set<string> | null {
  const open = new Set<string>();
  try {
    for (const id of readdirSync('/proc')) {
      if (/^\d+$/.test(id)) for (const path of listFilesOf(id)) if (paths.has(path)) open.add(path);
    }
  } catch {
    return null;
  }
  return listFilesOf('self').length > 0 ? open : null;
}

/** Paths of the open files of a process; none if it has ended or belongs to another user. */
function listFilesOf(processId: string): string[] {
  const folder = `/proc/${processId}/fd`;
  const files: string[] = [];
  try {
    for (const fd of readdirSync(folder)) {
      try {
        files.push(readlinkSync(resolve(folder, fd)));
      } catch {
        // Closed in the meantime.
      }
    }
  } catch {
    // Not readable for this user, or ended.
  }
  return files;
}

/** `LEFT-vs-RIGHT-` of a game log; empty if it cannot be read. */
function readTeams({ path, suffix, began }: LeftoverLog): string {
  try {
    if (!suffix.startsWith('.rcg') || lstatSync(path).size > MAX_SEARCHED_BYTES) return '';
    const opened = openLog(readFileSync(path));
    const teams = opened.ok ? opened.value.teams.at(-1) : undefined;
    if (teams === undefined) return '';
    const toResult = ({ name, score }: { name: string; score: number }): TeamResult | null =>
      name === '' ? null : { name, coach: '', score, penaltyTaken: 0, penaltyScored: 0 };
    const { left, right } = teams;
    const result = { start: began, left: toResult(left), right: toResult(right) };
    return `${formatResultFileName({ ...result, penalties: false, tossWinner: null })}-`;
  } catch {
    return '';
  }
}
