/** The result of a match as it counts in a league. */
export interface LeagueMatch {
  /** Digits of date and time, as the result line of a log has them. */
  readonly date: string;
  readonly left: string;
  readonly right: string;
  readonly scoreL: number;
  readonly scoreR: number;
  /** Goals of a penalty shootout; null if there was none. */
  readonly penaltyL: number | null;
  readonly penaltyR: number | null;
}

/** Results that were read, and messages about lines that were left out. */
export interface ResultList {
  readonly matches: readonly LeagueMatch[];
  /** One message per line that was left out, with its line number. */
  readonly problems: readonly string[];
}

/**
 * Reads the lines that `rcss-log result` prints: date, teams, scores, penalties. Lines of another form, incomplete matches
 * and second matches of a pair are left out and reported.
 */
export function readResults(text: string): ResultList {
  const matches: LeagueMatch[] = [];
  const problems: string[] = [];
  const pairs = new Set<string>();
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    if (line.includes('incomplete')) {
      problems.push(`${i + 1}: incomplete match : ${line}`);
      continue;
    }
    const match = readResult(line);
    if (match === null) {
      problems.push(`${i + 1}: illegal result format : ${line}`);
      continue;
    }
    const pair = [match.left, match.right].sort().join(' ');
    if (pairs.has(pair)) {
      problems.push(`[${match.left}-vs-${match.right}] already exists.`);
      continue;
    }
    pairs.add(pair);
    matches.push(match);
  }
  return { matches, problems };
}

function readResult(line: string): LeagueMatch | null {
  const [date = '', left = '', right = '', ...numbers] = line.split(/\s+/);
  const scores = numbers.map(Number);
  if (scores.length !== 2 && scores.length !== 4) return null;
  if (!scores.every((n) => Number.isInteger(n) && n >= 0) || !/^\d+$/.test(date)) return null;
  const [scoreL = 0, scoreR = 0, penaltyL = null, penaltyR = null] = scores;
  return { date, left, right, scoreL, scoreR, penaltyL, penaltyR };
}

/** Returns 1 if the left team won, -1 if the right team won, 0 for a draw; penalties decide draws. */
export function outcomeOf(m: LeagueMatch): number {
  if (m.scoreL !== m.scoreR) return m.scoreL > m.scoreR ? 1 : -1;
  if (m.penaltyL === null || m.penaltyR === null || m.penaltyL === m.penaltyR) return 0;
  return m.penaltyL > m.penaltyR ? 1 : -1;
}
