import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { LoadedDocument } from '../documents/load-document.js';
import { addAudit } from '../runs/audit.js';
import {
  RESULT_FILE,
  type ResultLine,
  type RunHeader,
  readHeader,
  readResultFile,
  scanResultFile,
} from '../runs/result-file.js';
import { addStoredResult, createRunState, type RunState } from '../runs/run-state.js';
import { formatReportCsv, formatReportHtml, formatReportMarkdown, MAX_LISTED } from './formats.js';
import { createReport, type Report } from './report.js';

/** Address of the logs of a match, relative to the folder of the run; null if they are elsewhere. */
export function linkLogs(folder: string, { logs }: ResultLine): string | null {
  if (logs === undefined) return null;
  if (/^https?:/.test(logs)) return logs;
  const path = relative(folder, logs);
  return path.startsWith('..') || isAbsolute(path)
    ? null
    : `${path.split(/[\\/]/).map(encodeURIComponent).join('/')}/`;
}

/**
 * Creates the report of the run in a folder.
 *
 * @throws {CommandLineError} if the folder has no results, or those of another document.
 */
export function readReport(
  folder: string,
  loaded: LoadedDocument,
): { readonly report: Report; readonly results: readonly ResultLine[] } {
  const { header, results, audits } = readResultFile(folder);
  const checked = checkReportHeader(folder, header, loaded);
  const state = createRunState(loaded);
  for (const line of results) addStoredResult(state, line);
  for (const line of audits) addAudit(state.audit, line);
  return { report: createReport(checked, state), results };
}

function checkReportHeader(folder: string, header: RunHeader | null, loaded: LoadedDocument): RunHeader {
  if (header === null)
    throw new CommandLineError(
      `${folder} has no results yet; play the matches first: rcss league run DOCUMENT`,
      EXIT.usage,
    );
  if (header.document !== loaded.hash)
    throw new CommandLineError(`${folder} has the results of another document, ${header.name}`, EXIT.usage);
  return header;
}

/** Matches of which the text is in memory at the same time. */
const CHUNK = 1000;

/**
 * Writes `report.html`, `report.md` and `results.csv` into the folder of a run. Returns their paths.
 *
 * @param state State of the run, if it is there already.
 * @throws {CommandLineError} if the folder has no results or those of another document, or a file cannot be written.
 */
export function writeReports(folder: string, loaded: LoadedDocument, state?: RunState): string[] {
  const paths = ['report.html', 'report.md', 'results.csv'].map((name) => join(folder, name));
  try {
    return writeFiles(paths, folder, loaded, state);
  } catch (error) {
    for (const path of paths) removeFile(`${path}.new`);
    if (error instanceof CommandLineError || !('syscall' in (error as Error))) throw error;
    throw new CommandLineError(
      `the report in ${folder} cannot be written: ${(error as Error).message}. The results are kept in ${RESULT_FILE}; ` +
        'remove the cause, then write the report: rcss league report DOCUMENT',
    );
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The error before is reported.
  }
}

function writeFiles(
  paths: readonly string[],
  folder: string,
  loaded: LoadedDocument,
  state: RunState | undefined,
): string[] {
  const [html, markdown, csv] = paths.map((path) => `${path}.new`) as [string, string, string];
  let chunk: ResultLine[] = [];
  let last: ResultLine[] = [];
  let count = 0;
  checkReportHeader(folder, readHeader(folder), loaded);
  writeFileSync(csv, formatReportCsv([]));
  const flush = (): void => {
    appendFileSync(csv, formatReportCsv(chunk, false));
    last = [...last, ...chunk].slice(-MAX_LISTED);
    chunk = [];
  };
  const readState = state === undefined ? createRunState(loaded) : null;
  const visit = (line: ResultLine): void => {
    count += 1;
    if (readState !== null) addStoredResult(readState, line);
    if (chunk.push(line) >= CHUNK) flush();
  };
  const { header } = scanResultFile(folder, visit, (line) => {
    if (readState !== null) addAudit(readState.audit, line);
  });
  flush();
  const checked = checkReportHeader(folder, header, loaded);
  const report = createReport(checked, state ?? readState!);
  const logLink = (line: ResultLine): string | null => linkLogs(folder, line);
  writeFileSync(html, formatReportHtml(report, last, { logLink, matchCount: count }));
  writeFileSync(markdown, formatReportMarkdown(report));
  // A reader never sees half a report.
  for (const path of paths) renameSync(`${path}.new`, path);
  return [...paths];
}
