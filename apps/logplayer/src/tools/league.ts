/** League tables from results (11 §6.10): reading, counting, ranking. */

/** A match as it counts. */
export interface LeagueMatch {
  readonly date: string;
  readonly left: string;
  readonly right: string;
  readonly scoreL: number;
  readonly scoreR: number;
  /** Of a penalty shoot-out; null when there was none. */
  readonly penaltyL: number | null;
  readonly penaltyR: number | null;
}

export interface Standing {
  readonly team: string;
  /** Teams that nothing tells apart share a place. */
  place: number;
  games: number;
  win: number;
  lose: number;
  draw: number;
  points: number;
  scored: number;
  conceded: number;
}

export interface ResultList {
  readonly matches: readonly LeagueMatch[];
  readonly problems: readonly string[];
}

/** The lines that `result` prints. Bad ones, incomplete matches and second matches of a pair are passed over and told. */
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
    const [date = '', left = '', right = '', ...numbers] = line.split(/\s+/);
    const scores = numbers.map(Number);
    const good =
      (scores.length === 2 || scores.length === 4) &&
      scores.every((n) => Number.isInteger(n) && n >= 0) &&
      /^\d+$/.test(date);
    if (!good) {
      problems.push(`${i + 1}: illegal result format : ${line}`);
      continue;
    }
    const pair = [left, right].sort().join(' ');
    if (pairs.has(pair)) {
      problems.push(`[${left}-vs-${right}] already exists.`);
      continue;
    }
    pairs.add(pair);
    const [scoreL = 0, scoreR = 0, penaltyL = null, penaltyR = null] = scores;
    matches.push({ date, left, right, scoreL, scoreR, penaltyL, penaltyR });
  }
  return { matches, problems };
}

/** 1 when the left team won, -1 when the right one did, 0 for a draw; penalties decide draws. */
export function outcomeOf(m: LeagueMatch): number {
  if (m.scoreL !== m.scoreR) return m.scoreL > m.scoreR ? 1 : -1;
  if (m.penaltyL === null || m.penaltyR === null || m.penaltyL === m.penaltyR) return 0;
  return m.penaltyL > m.penaltyR ? 1 : -1;
}

/** Points of a match for the winner, or for both after a draw. */
export const WIN_POINTS = 3;

function countAll(matches: readonly LeagueMatch[]): Map<string, Standing> {
  const table = new Map<string, Standing>();
  const of = (team: string): Standing => {
    let row = table.get(team);
    if (row === undefined) {
      row = { team, place: 0, games: 0, win: 0, lose: 0, draw: 0, points: 0, scored: 0, conceded: 0 };
      table.set(team, row);
    }
    return row;
  };
  const add = (row: Standing, scored: number, conceded: number, outcome: number) => {
    row.games++;
    row.scored += scored;
    row.conceded += conceded;
    if (outcome > 0) row.win++;
    else if (outcome < 0) row.lose++;
    else row.draw++;
    row.points += outcome > 0 ? WIN_POINTS : outcome === 0 ? 1 : 0;
  };
  for (const match of matches) {
    const outcome = outcomeOf(match);
    add(of(match.left), match.scoreL, match.scoreR, outcome);
    add(of(match.right), match.scoreR, match.scoreL, -outcome);
  }
  return table;
}

type Key = (row: Standing) => number;

function groups(rows: readonly Standing[], key: Key): Standing[][] {
  const sorted = [...rows].sort((a, b) => key(b) - key(a));
  const out: Standing[][] = [];
  for (const row of sorted) {
    const last = out.at(-1);
    if (last !== undefined && key(last[0]!) === key(row)) last.push(row);
    else out.push([row]);
  }
  return out;
}

/**
 * Rank: points per match; then, among tied teams, the one that beat all the others; goal difference per match; of more than two
 * the goal difference among them; goals per match; of more than two the goals among them. Who is still tied shares the place.
 */
export function rank(matches: readonly LeagueMatch[]): Standing[] {
  const table = countAll(matches);
  const among = (tied: readonly Standing[], count: (scored: number, conceded: number) => number): Key => {
    const names = new Set(tied.map(({ team }) => team));
    const sums = new Map<string, number>();
    const add = (team: string, value: number) => sums.set(team, (sums.get(team) ?? 0) + value);
    for (const { left, right, scoreL, scoreR } of matches) {
      if (!names.has(left) || !names.has(right)) continue;
      add(left, count(scoreL, scoreR));
      add(right, count(scoreR, scoreL));
    }
    return ({ team }) => sums.get(team) ?? 0;
  };
  const beatsAll = (row: Standing, tied: readonly Standing[]): boolean =>
    tied.every(
      ({ team }) =>
        team === row.team ||
        matches.some(
          (m) =>
            (m.left === row.team && m.right === team && outcomeOf(m) > 0) ||
            (m.right === row.team && m.left === team && outcomeOf(m) < 0),
        ),
    );
  const perMatch =
    (value: Key): Key =>
    (row) =>
      value(row) / row.games;
  const keys: ((tied: readonly Standing[]) => Key | null)[] = [
    () => perMatch((row) => row.scored - row.conceded),
    (tied) => (tied.length > 2 ? among(tied, (scored, conceded) => scored - conceded) : null),
    () => perMatch((row) => row.scored),
    (tied) => (tied.length > 2 ? among(tied, (scored) => scored) : null),
  ];
  /** Tied teams in their order; teams of one list share a place. */
  const settle = (tied: Standing[], from: number): Standing[][] => {
    if (tied.length < 2) return [tied];
    const first = tied.find((row) => beatsAll(row, tied));
    if (first !== undefined)
      return [
        [first],
        ...settle(
          tied.filter((row) => row !== first),
          0,
        ),
      ];
    for (let i = from; i < keys.length; i++) {
      const key = keys[i]!(tied);
      if (key === null) continue;
      const parts = groups(tied, key);
      if (parts.length > 1) return parts.flatMap((part) => settle(part, i + 1));
    }
    return [[...tied].sort((a, b) => (a.team < b.team ? -1 : 1))];
  };
  const places = groups(
    [...table.values()],
    perMatch((row) => row.points),
  ).flatMap((tied) => settle(tied, 0));
  let place = 1;
  for (const tied of places) {
    for (const row of tied) row.place = place;
    place += tied.length;
  }
  return places.flat();
}
