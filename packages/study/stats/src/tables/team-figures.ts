/** Figures of teams in two sets of matches. */

/** Row of the table `teams` of an export: the statistics of a team in a match. */
export type TeamRow = Readonly<Record<string, string | number | null>>;

function numberOf(row: TeamRow, name: string): number {
  return Number(row[name] ?? 0);
}

/** A figure per match; null if it is not defined, as the share of completed passes without passes. */
interface Figure {
  readonly name: string;
  readonly value: (row: TeamRow) => number | null;
}

function count(name: string, column = name): Figure {
  return { name: name.replaceAll('_', ' '), value: (row) => numberOf(row, column) };
}

function share(name: string, part: string, whole: string, factor = 1): Figure {
  return {
    name,
    value: (row) => {
      const all = numberOf(row, whole);
      return all === 0 ? null : (factor * numberOf(row, part)) / all;
    },
  };
}

/** Figures in the order of the report; docs/use/statistics.md defines the statistics. */
const FIGURES: readonly Figure[] = [
  {
    name: 'goal difference',
    value: (row) => numberOf(row, 'score') - numberOf(row, 'opponent_score'),
  },
  count('goals scored', 'score'),
  count('goals conceded', 'opponent_score'),
  {
    name: 'possession, %',
    value: (row) => (row['possession'] === null ? null : 100 * numberOf(row, 'possession')),
  },
  count('touches'),
  count('passes'),
  share('completed passes, %', 'passes_completed', 'passes', 100),
  share('length of completed passes, m', 'pass_length', 'passes_completed'),
  count('shots'),
  count('shots on target', 'shots_on_target'),
  count('expected goals', 'xg'),
  count('dribbles'),
  count('balls lost', 'losses'),
  count('interceptions'),
  count('steals'), // words-ok: term of docs/use/statistics.md
  count('tackles'),
  share('tackles won, %', 'tackles_won', 'tackles', 100),
  count('saves'),
  count('fouls'),
  count('offsides'),
  count('corner kicks', 'corner_kicks'),
  { name: 'distance run, km', value: (row) => numberOf(row, 'distance') / 1000 },
];

/** Values of a figure in the matches of two sets. */
export interface TeamFigure {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Returns the values of each figure in both sets. A figure that is defined in fewer than two matches of a set is left out. */
export function createTeamFigures(a: readonly TeamRow[], b: readonly TeamRow[]): TeamFigure[] {
  return FIGURES.flatMap(({ name, value }) => {
    const defined = (rows: readonly TeamRow[]): number[] =>
      rows.map(value).filter((number): number is number => number !== null);
    const samples = { name, a: defined(a), b: defined(b) };
    return samples.a.length < 2 || samples.b.length < 2 ? [] : [samples];
  });
}
