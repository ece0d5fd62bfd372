import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { CsvSaverParams } from '@rcss/params/program';
import { checkPipeReader } from '../files/exclusive-file.js';
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
  try {
    writeFileSync(prepared, `${CSV_HEADER}\n`, { encoding: 'latin1', flag: 'wx' });
  } catch (error) {
    // A full disk leaves a part of the header.
    rmSync(prepared, { force: true });
    throw error;
  }
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

/** Whether the last line of a file is incomplete, as a full disk or a killed server leaves it. */
function hasCutLine(fd: number): boolean {
  const state = fstatSync(fd);
  if (!state.isFile() || state.size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, state.size - 1) === 1 && last[0] !== 0x0a;
}

/** Appends a line to a file. If the last line of the file is incomplete, the new line does not continue it. */
function appendLine(path: string, line: string): void {
  checkPipeReader(path);
  // Devices and pipes may allow writing only.
  const fd = openSync(path, statSync(path).isFile() ? 'a+' : 'a');
  try {
    writeFileSync(fd, `${hasCutLine(fd) ? '\n' : ''}${line}\n`, 'latin1');
  } finally {
    closeSync(fd);
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
        appendLine(params.filename, formatCsvLine(result));
        return 'saved';
      } catch (error) {
        err(`Error: could not open results file:${params.filename}: ${(error as Error).message}`);
        return 'failed';
      }
    },
  };
}
