import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, linkSync, unlinkSync, writeFileSync } from 'node:fs';
import type { CsvSaverParams } from '@rcss/params/program';
import { formatStart, type MatchResult } from './match-result.js';
import type { Saver } from './saver.js';

const CSV_HEADER =
  'time, left team, right team, left coach, right coach, left score, right score, left pen taken, right pen taken, left pen score, right pen score, cointoss';

const formatCsvName = (text: string | undefined) =>
  text === undefined || text === '' ? 'NULL' : `"${text}"`;

/** One line of the results file (spec 02 §9.2). */
export function formatCsvLine(result: MatchResult): string {
  const { left, right } = result;
  const pen = (n: number | undefined) => (result.penalties ? (n ?? 0) : 'NULL');
  return [
    formatStart(result),
    formatCsvName(left?.name),
    formatCsvName(right?.name),
    formatCsvName(left?.coach),
    formatCsvName(right?.coach),
    left?.score ?? 0,
    right?.score ?? 0,
    pen(left?.penaltyTaken),
    pen(right?.penaltyTaken),
    pen(left?.penaltyScored),
    pen(right?.penaltyScored),
    result.tossWinner === null ? 'NULL' : result.tossWinner === 'l' ? 'LEFT' : 'RIGHT',
  ].join(', ');
}

/**
 * Creates a results file with its header line if it does not exist. The file appears with its header, so that servers that end at
 * the same time write one header.
 */
function createResultsFile(path: string): void {
  if (existsSync(path)) return;
  const prepared = `${path}.${randomUUID()}.tmp`;
  writeFileSync(prepared, `${CSV_HEADER}\n`, { encoding: 'latin1', flag: 'wx' });
  try {
    linkSync(prepared, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another server has created the file.
    if (code === 'EEXIST') return;
    // A file system without links.
    appendFileSync(path, `${CSV_HEADER}\n`, 'latin1');
  } finally {
    unlinkSync(prepared);
  }
}

/** Appends to a results file, with a header line when the file is new (spec 02 §9.2). */
export function createCsvSaver(params: CsvSaverParams): Saver {
  return {
    name: 'CSVSaver',
    save(result, { err }) {
      if (!params.save) return 'disabled';
      try {
        createResultsFile(params.filename);
        appendFileSync(params.filename, `${formatCsvLine(result)}\n`, 'latin1');
        return 'saved';
      } catch (error) {
        err(`Error: could not open results file:${(error as Error).message}`);
        return 'failed';
      }
    },
  };
}
