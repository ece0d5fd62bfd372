/** Final score of a match that counts in a league. */
import type { SideName } from '@rcss/core';
export interface LeagueMatch {
  /** Start of the match as digits, `YYYYMMDDhhmmss` or a part of it. */
  readonly date: string;
  /** Name of the left team. */
  readonly left: string;
  /** Name of the right team. */
  readonly right: string;
  /** Goals of the left team, without those of a penalty shootout. */
  readonly scoreL: number;
  /** Goals of the right team, without those of a penalty shootout. */
  readonly scoreR: number;
  /** Goals of the left team in the penalty shootout; null without a shootout. */
  readonly penaltyL: number | null;
  /** Goals of the right team in the penalty shootout; null without a shootout. */
  readonly penaltyR: number | null;
  /** Side that did not play and loses by the rule of the tournament; absent for a match that was played. */
  readonly forfeit?: SideName | 'both';
}

const RESULT_FORM = 'DATE LEFT RIGHT SCORE SCORE [PENALTIES PENALTIES]';

/** Results of {@link parseResults}, and messages about the lines that it left out. */
export interface ResultList {
  /** Results in the order of their lines. */
  readonly matches: readonly LeagueMatch[];
  /** One message per line that was left out, with its line number (from 1). */
  readonly problems: readonly string[];
}

/** Date of a log that has no date in its name or messages. */
const UNKNOWN_DATE = '19700101000000';

/** Whether the date has a time of day, so that two matches of the same teams at this date are one match. */
function hasTimeOfDay(date: string): boolean {
  return date.length >= 12 && date !== UNKNOWN_DATE;
}

/**
 * Parses the lines that `rcss-log result` prints: date, teams, scores and, after a shootout, penalties. It leaves out lines of
 * another form, incomplete matches, and repetitions of a line whose date has a time of day. Other matches of the same two
 * teams count: they are further legs. It does not throw: `problems` has a message for each line that is left out.
 */
export function parseResults(text: string): ResultList {
  const matches: LeagueMatch[] = [];
  const problems: string[] = [];
  const lines = new Map<string, number>();
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    if (line.includes('incomplete')) {
      problems.push(`line ${i + 1}: the match is incomplete and does not count: ${line}`);
      continue;
    }
    const match = parseResult(line);
    if (match === null) {
      problems.push(`line ${i + 1}: "${line}" is not a result. Expected: ${RESULT_FORM}`);
      continue;
    }
    const fields = line.replace(/\s+/g, ' ');
    const earlier = lines.get(fields);
    if (earlier !== undefined && hasTimeOfDay(match.date)) {
      problems.push(`line ${i + 1}: repeats line ${earlier} and does not count: ${line}`);
      continue;
    }
    lines.set(fields, i + 1);
    matches.push(match);
  }
  return { matches, problems };
}

function parseResult(line: string): LeagueMatch | null {
  const [date = '', left = '', right = '', ...numbers] = line.split(/\s+/);
  const scores = numbers.map(Number);
  if (scores.length !== 2 && scores.length !== 4) return null;
  if (!scores.every((n) => Number.isInteger(n) && n >= 0) || !/^\d+$/.test(date)) return null;
  const [scoreL = 0, scoreR = 0, penaltyL = null, penaltyR = null] = scores;
  return { date, left, right, scoreL, scoreR, penaltyL, penaltyR };
}

/**
 * Returns 1 if the left team won, -1 if the right team won, and 0 for a draw. A penalty shootout decides a draw. A team that
 * forfeits loses; if both forfeit, the function returns 0, although the table counts a defeat for both.
 */
export function compareScores(m: LeagueMatch): number {
  if (m.forfeit !== undefined) return m.forfeit === 'both' ? 0 : m.forfeit === 'left' ? -1 : 1;
  if (m.scoreL !== m.scoreR) return m.scoreL > m.scoreR ? 1 : -1;
  if (m.penaltyL === null || m.penaltyR === null || m.penaltyL === m.penaltyR) return 0;
  return m.penaltyL > m.penaltyR ? 1 : -1;
}
