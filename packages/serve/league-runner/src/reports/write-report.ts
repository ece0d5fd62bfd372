import { appendFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { LoadedDocument } from '../documents/load-document.js';
import { readRunFolder } from '../runs/read-run.js';
import { RESULT_FILE, type ResultLine, type RunHeader, readHeader } from '../runs/result-file.js';
import { formatReportCsv, formatReportMarkdown } from './formats.js';
import { createReport, type Report } from './report.js';
import { formatReportHtml, MAX_LISTED } from './report-page.js';

/** Address of the logs of a match, relative to the folder of the run; null if they are elsewhere. */
export function linkLogs(folder: string, { logs }: ResultLine): string | null {
  if (logs === undefined) return null;
  if (/^https?:/.test(logs)) return logs;
  const path = relative(folder, resolve(folder, logs));
  return path.startsWith('..') || isAbsolute(path) || !existsSync(join(folder, path))
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
  const checked = checkReportHeader(folder, readHeader(folder), loaded);
  const results: ResultLine[] = [];
  const { state } = readRunFolder(folder, loaded, (line) => results.push(line));
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
 * @throws {CommandLineError} if the folder has no results or those of another document, or a file cannot be written.
 */
export function writeReports(folder: string, loaded: LoadedDocument): string[] {
  const paths = ['report.html', 'report.md', 'results.csv'].map((name) => join(folder, name));
  try {
    return writeFiles(paths, folder, loaded);
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

function writeFiles(paths: readonly string[], folder: string, loaded: LoadedDocument): string[] {
  const [html, markdown, csv] = paths.map((path) => `${path}.new`) as [string, string, string];
  let chunk: ResultLine[] = [];
  let last: ResultLine[] = [];
  let count = 0;
  const header = checkReportHeader(folder, readHeader(folder), loaded);
  writeFileSync(csv, formatReportCsv([]));
  const flush = (): void => {
    appendFileSync(csv, formatReportCsv(chunk, false));
    last = [...last, ...chunk].slice(-MAX_LISTED);
    chunk = [];
  };
  const { state } = readRunFolder(folder, loaded, (line) => {
    count += 1;
    if (chunk.push(line) >= CHUNK) flush();
  });
  flush();
  const report = createReport(header, state);
  const logLink = (line: ResultLine): string | null => linkLogs(folder, line);
  writeFileSync(html, formatReportHtml(report, last, { logLink, matchCount: count }));
  writeFileSync(markdown, formatReportMarkdown(report));
  // A reader never sees half a report.
  for (const path of paths) renameSync(`${path}.new`, path);
  return [...paths];
}
