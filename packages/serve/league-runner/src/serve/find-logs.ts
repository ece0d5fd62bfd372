import { findMatchLogs, type LeagueLogFile, type LogPlaces, type MatchLogs } from '../logs/read-logs.js';
import type { ResultLine } from '../runs/result-file.js';
import type { LiveRun } from './live-run.js';

/** A match with its files, or why there are none. */
export type FoundLogs =
  | { readonly line: ResultLine; readonly logs: MatchLogs; readonly files: readonly LeagueLogFile[] }
  | { readonly problem: string };

/** Returns the files of a finished match, wherever they are. */
export async function findFixtureLogs(run: LiveRun, places: LogPlaces, fixture: string): Promise<FoundLogs> {
  const line = run.archive.find(fixture);
  if (line === null) return { problem: `${fixture} has no result.` };
  try {
    const logs = await findMatchLogs(line.logs, places);
    const files = (await logs?.list()) ?? [];
    if (logs !== null && files.length > 0) return { line, logs, files };
  } catch (error) {
    return { problem: `The files of ${fixture} cannot be read: ${(error as Error).message}` };
  }
  const place = line.logs === undefined ? '' : ` (${line.host ?? 'this machine'}: ${line.logs})`;
  return {
    problem: `The files of ${fixture} are not at a place that this server reads${place}. The option --logs adds a folder or a bucket.`,
  };
}
