/** Exports one log: in this thread or in a worker thread. */
import { basename, join } from 'node:path';
import { playModeOfId } from '@rcss/core';
import { CommandLineError } from '@rcss/kit/command-line';
import type { LogRecord } from '@rcss/logs';
import { ResultReader } from '@rcss/logs/contents';
import { filterRecords } from '@rcss/logs/edit';
import { createTableLines, type TableLines } from '@rcss/logs/text';
import { createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import { encodeArrow } from '@rcss/stats/arrow';
import {
  createCommonDataMetadata,
  createCommonDataSheet,
  type ExportTable,
  formatCommonDataEvents,
  formatCommonDataFrames,
  formatCsvHeader,
  formatCsvRows,
  formatJsonLines,
  formatLeagueEvents,
  formatTracabFrames,
  formatTracabMetadata,
  type MatchInfo,
} from '@rcss/stats/export';
import { encodeParquet } from '@rcss/stats/parquet';
import { readRecords } from '../files/input.js';
import { findModificationTime, type Io, writeOutput } from '../files/io.js';
import { createLogTables, type LogTable, type TableRequest } from './log-tables.js';

export const TABLE_FORMATS = ['csv', 'jsonl', 'parquet', 'arrow'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
/** Formats of a whole match, which have files of their own. */
export const MATCH_FORMATS = ['tracab', 'cdf', 'league', 'league-spaced'] as const;
export type MatchFormat = (typeof MATCH_FORMATS)[number];

/** A log to export. It can be sent to a worker thread. */
export interface ExportJob extends TableRequest {
  readonly log: string;
  /** Id of the match, and beginning of the names of its files. */
  readonly gameId: string;
  readonly format: TableFormat | MatchFormat;
  /** Folder of the files; null returns the table instead of writing it. */
  readonly directory: string | null;
}

export interface ExportResult {
  /** Files that were written. */
  readonly files: readonly string[];
  /** The table of `csv` and `jsonl` as text, without the header; null if it was written to files. */
  readonly text: string | null;
  /** Header of a CSV table. */
  readonly header: string;
  /** The table of `parquet` and `arrow`; null if it was written to files. */
  readonly table: ExportTable | null;
}

/** Returns the suffix of the file of a table. */
function tableSuffix(table: LogTable, format: TableFormat): string {
  return `.${table}.${format}`;
}

async function writePieces(io: Io, name: string, log: string, pieces: Iterable<string>): Promise<string> {
  return await writeOutput(io, name, [log], async (output) => {
    for (const piece of pieces) await output.write(piece);
    return name;
  });
}

async function exportTable(io: Io, job: ExportJob): Promise<ExportResult> {
  const { directory, log } = job;
  const format = job.format as TableFormat;
  const [table] = (await createLogTables(io, log, job.gameId, [job])) as [ExportTable];
  const header = format === 'csv' ? formatCsvHeader(table) : '';
  const isText = format === 'csv' || format === 'jsonl';
  const pieces = format === 'csv' ? formatCsvRows(table) : formatJsonLines(table);
  if (directory === null) {
    if (!isText) return { files: [], text: null, header, table };
    return { files: [], text: [...pieces].join(''), header, table: null };
  }
  const name = join(directory, `${job.gameId}${tableSuffix(job.table, format)}`);
  await writeOutput(io, name, [log], async (output) => {
    if (!isText) {
      await output.write(format === 'arrow' ? encodeArrow(table) : encodeParquet([table]));
      return;
    }
    await output.write(header);
    for (const piece of pieces) await output.write(piece);
  });
  return { files: [name], text: null, header, table: null };
}

/**
 * Parses `YYYYMMDDhhmmss` as UTC. A log can contain any digits: if they are not a date, the time of the last change of the file is returned, or
 * 1970.
 */
function parseDate(date: string, modified: Date | null): Date {
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)/.exec(date)!;
  const parsed = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(parsed.getTime()) ? (modified ?? new Date(0)) : parsed;
}

/** Names of the files of a match in a format, without the folder. */
function matchFiles(gameId: string, format: MatchFormat): readonly string[] {
  if (format === 'tracab') return [`${gameId}.dat`, `${gameId}.xml`];
  if (format === 'cdf') {
    return ['tracking.jsonl', 'events.jsonl', 'match.json', 'meta.json'].map(
      (suffix) => `${gameId}.${suffix}`,
    );
  }
  return [`${gameId}.tracking.csv`, `${gameId}.event.csv`, `${gameId}.player_types.csv`];
}

/** Returns the contents of the files of `matchFiles`, in their order. */
function tracabContents(analysis: MatchAnalysis, info: MatchInfo): readonly Iterable<string>[] {
  return [formatTracabFrames(analysis), [formatTracabMetadata(analysis, info)]];
}

/** Returns the contents of the files of `matchFiles`, in their order. */
function commonDataContents(analysis: MatchAnalysis, info: MatchInfo): readonly Iterable<string>[] {
  const toText = (data: object): readonly string[] => [`${JSON.stringify(data, null, 1)}\n`];
  return [
    formatCommonDataFrames(analysis, info),
    formatCommonDataEvents(analysis, info),
    toText(createCommonDataSheet(analysis, info)),
    toText(createCommonDataMetadata(analysis, info)),
  ];
}

async function exportMatch(io: Io, job: ExportJob): Promise<ExportResult> {
  const { log, gameId, directory } = job;
  const format = job.format as MatchFormat;
  const files = matchFiles(gameId, format).map((name) => join(directory ?? '.', name));
  const analyzer = createAnalyzer();
  const results = new ResultReader();
  const records = filterRecords(readRecords(io, log, { reuseFrames: true }), (record) => {
    analyzer.addRecord(record);
    results.add(record);
    return record;
  });
  if (format === 'league' || format === 'league-spaced') {
    await exportLeagueTables(io, job, files, records, () => analyzer.finish());
    return { files, text: null, header: '', table: null };
  }
  for await (const _record of records);
  const analysis = analyzer.finish();
  const modified = await findModificationTime(log);
  const { date } = results.result({ name: log, modified });
  const info: MatchInfo = { id: gameId, kickoff: parseDate(date, modified) };
  const contents = format === 'tracab' ? tracabContents(analysis, info) : commonDataContents(analysis, info);
  for (const [i, name] of files.entries()) await writePieces(io, name, log, contents[i]!);
  return { files, text: null, header: '', table: null };
}

/** Adds a blank after each comma of a header, as older data sets have it. */
function formatHeader({ text }: TableLines, isSpaced: boolean): string {
  return isSpaced ? text.replaceAll(',', ', ') : text;
}

async function exportLeagueTables(
  io: Io,
  { log, format }: ExportJob,
  [trackingName, eventName, typesName]: readonly string[],
  records: AsyncIterable<LogRecord>,
  finish: () => MatchAnalysis,
): Promise<void> {
  const isSpaced = format === 'league-spaced';
  await writeOutput(io, trackingName!, [log], (tracking) =>
    writeOutput(io, typesName!, [log], async (types) => {
      let headers = 0;
      for await (const lines of createTableLines(records)) {
        const text = headers++ < 2 ? formatHeader(lines, isSpaced) : lines.text;
        await (lines.table === 'tracking' ? tracking : types).write(text);
      }
    }),
  );
  const analysis = finish();
  const modeAt = (show: number): string => playModeOfId(analysis.columns.mode[show] ?? 0) ?? '';
  await writePieces(io, eventName!, log, formatLeagueEvents(analysis, modeAt));
}

/**
 * Exports a log.
 *
 * @throws CommandLineError if the log cannot be read or a file cannot be written.
 */
export async function exportLog(io: Io, job: ExportJob): Promise<ExportResult> {
  const isMatchFormat = (MATCH_FORMATS as readonly string[]).includes(job.format);
  return isMatchFormat ? await exportMatch(io, job) : await exportTable(io, job);
}

/**
 * Returns the id of a match: the name of its log without folder and suffix.
 *
 * @throws CommandLineError if nothing remains of the name.
 */
export function gameIdOf(log: string): string {
  if (log === '-') return 'stdin';
  const id = basename(log)
    .replace(/\.gz$/, '')
    .replace(/\.rcg$/, '');
  if (id === '' || id === '..') throw new CommandLineError(`${log}: the log has no name`);
  return id;
}
