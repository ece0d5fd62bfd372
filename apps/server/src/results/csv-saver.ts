import { appendFileSync, existsSync } from 'node:fs';
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

/** Appends to a results file, with a header line when the file is new (spec 02 §9.2). */
export function createCsvSaver(params: CsvSaverParams): Saver {
  return {
    name: 'CSVSaver',
    save(result, { err }) {
      if (!params.save) return 'disabled';
      try {
        const header = existsSync(params.filename) ? '' : `${CSV_HEADER}\n`;
        appendFileSync(params.filename, `${header}${formatCsvLine(result)}\n`, 'latin1');
        return 'saved';
      } catch (error) {
        err(`Error: could not open results file:${(error as Error).message}`);
        return 'failed';
      }
    },
  };
}
