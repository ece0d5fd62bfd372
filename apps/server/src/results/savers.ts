import { appendFileSync, existsSync } from 'node:fs';
import type { CsvSaverParams } from '../config/csv-saver-params.js';
import { type MatchResult, startText, type TeamResult } from './match-result.js';

/** What a saver came to; the word that stands behind its name on stdout (02 §9). */
export type SaverOutcome = 'saved' | 'failed' | 'disabled';

/** Keeps the result of a match somewhere. */
export interface Saver {
  readonly name: string;
  /** Lines for stdout go through `out`, for stderr through `err`. */
  save(
    result: MatchResult,
    out: (text: string) => void,
    err: (text: string) => void,
  ): Promise<SaverOutcome> | SaverOutcome;
}

const quoted = (team: TeamResult | null) => (team === null ? 'null' : `'${team.name}'`);

/** The result as a block on stdout (02 §9.1). */
export const stdoutSaver: Saver = {
  name: 'STDOutSaver',
  save(result, out) {
    const { left, right } = result;
    out('');
    out('Game Results:');
    out(`\t${startText(result)}`);
    out(`\t${quoted(left)} vs ${quoted(right)}`);
    if (left !== null && left.coach !== '') out(`\tLeft Coach: '${left.coach}'`);
    if (right !== null && right.coach !== '') out(`\tRight Coach: '${right.coach}'`);
    out(`\tScore: ${left?.score ?? 0} - ${right?.score ?? 0}`);
    // What follows the score begins with a blank, even when nothing follows (02 §9.1, quirk).
    let rest = ' ';
    if (result.penalties) {
      const l = `${left?.penaltyScored ?? 0} (${left?.penaltyTaken ?? 0})`;
      const r = `${right?.penaltyScored ?? 0} (${right?.penaltyTaken ?? 0})`;
      rest += `\tPenalties: ${l} - ${r}\n`;
    }
    if (result.tossWinner !== null)
      rest += `\tCoin Toss Winner: ${result.tossWinner === 'l' ? 'Left' : 'Right'} Team\n`;
    out(rest);
    return 'saved';
  },
};

const CSV_HEADER =
  'time, left team, right team, left coach, right coach, left score, right score, left pen taken, right pen taken, left pen score, right pen score, cointoss';

const csvName = (text: string | undefined) => (text === undefined || text === '' ? 'NULL' : `"${text}"`);

/** One line of the results file (02 §9.2). */
export function csvLine(result: MatchResult): string {
  const { left, right } = result;
  const pen = (n: number | undefined) => (result.penalties ? (n ?? 0) : 'NULL');
  return [
    startText(result),
    csvName(left?.name),
    csvName(right?.name),
    csvName(left?.coach),
    csvName(right?.coach),
    left?.score ?? 0,
    right?.score ?? 0,
    pen(left?.penaltyTaken),
    pen(right?.penaltyTaken),
    pen(left?.penaltyScored),
    pen(right?.penaltyScored),
    result.tossWinner === null ? 'NULL' : result.tossWinner === 'l' ? 'LEFT' : 'RIGHT',
  ].join(', ');
}

/** Appends to a results file, with a header line when the file is new (02 §9.2). */
export function csvSaver(params: CsvSaverParams): Saver {
  return {
    name: 'CSVSaver',
    save(result, _out, err) {
      if (!params.save) return 'disabled';
      try {
        const header = existsSync(params.filename) ? '' : `${CSV_HEADER}\n`;
        appendFileSync(params.filename, `${header}${csvLine(result)}\n`, 'latin1');
        return 'saved';
      } catch (error) {
        err(`Error: could not open results file:${(error as Error).message}`);
        return 'failed';
      }
    },
  };
}

/** Runs all savers in order within the frame that scripts read (02 §9). False when one of them failed. */
export async function saveResults(
  savers: readonly Saver[],
  result: MatchResult,
  out: (text: string) => void,
  err: (text: string) => void,
): Promise<boolean> {
  let saved = true;
  out('');
  out('Saving Results:');
  for (const saver of savers) {
    out(`\t${saver.name}: saving...`);
    const outcome = await saver.save(result, out, err);
    out(`\t${saver.name}: ...${outcome}`);
    if (outcome === 'failed') saved = false;
  }
  out('');
  out('Saving Results Complete');
  return saved;
}
