/** Final score of a match that counts in a league. */
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
}

const RESULT_FORM = 'DATE LEFT RIGHT SCORE SCORE [PENALTIES PENALTIES]';

/** Results of {@link parseResults}, and messages about the lines that it left out. */
export interface ResultList {
  /** Results in the order of their lines. */
  readonly matches: readonly LeagueMatch[];
  /** One message per line that was left out, with its line number (from 1). */
  readonly problems: readonly string[];
}

/**
 * Parses the lines that `rcss-log result` prints: date, teams, scores and, after a shootout, penalties. It leaves out lines of
 * another form, incomplete matches, and every further match of two teams that already have a result. It does not throw:
 * `problems` has a message for each of these lines.
 */
export function parseResults(text: string): ResultList {
  const matches: LeagueMatch[] = [];
  const problems: string[] = [];
  const pairs = new Set<string>();
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
    const pair = [match.left, match.right].sort().join(' ');
    if (pairs.has(pair)) {
      problems.push(
        `line ${i + 1}: ${match.left} and ${match.right} already have a result; this one does not count`,
      );
      continue;
    }
    pairs.add(pair);
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

/** Returns 1 if the left team won, -1 if the right team won, and 0 for a draw. A penalty shootout decides a draw. */
export function compareScores(m: LeagueMatch): number {
  if (m.scoreL !== m.scoreR) return m.scoreL > m.scoreR ? 1 : -1;
  if (m.penaltyL === null || m.penaltyR === null || m.penaltyL === m.penaltyR) return 0;
  return m.penaltyL > m.penaltyR ? 1 : -1;
}
