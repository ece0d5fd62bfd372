/** Figures of teams in two sets of matches. */
import { CommandLineError } from '@rcss/command-line';
import type { FigureSamples } from '@rcss/tournament/comparison';

/** Row of the table `teams` of an export: the statistics of a team in a match. */
export type TeamRow = Readonly<Record<string, string | number | null>>;

/** Both rows of a match. */
export interface MatchRows {
  readonly log: string;
  readonly teams: readonly [TeamRow, TeamRow];
}

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

/** Figures in the order of the report; docs/statistics.md defines the statistics. */
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
  count('steals'), // words-ok: term of docs/statistics.md
  count('tackles'),
  share('tackles won, %', 'tackles_won', 'tackles', 100),
  count('saves'),
  count('fouls'),
  count('offsides'),
  count('corner kicks', 'corner_kicks'),
  { name: 'distance run, km', value: (row) => numberOf(row, 'distance') / 1000 },
];

/**
 * Selects the row of a team in each match of a set. Without a name, it is the team that plays in all matches; if both teams do, the left
 * team of the first match.
 *
 * @throws CommandLineError if the team does not play in one of the matches.
 */
export function selectTeam(
  matches: readonly MatchRows[],
  name: string | undefined,
): { readonly team: string; readonly rows: readonly TeamRow[] } {
  const plays = (team: unknown) => (match: MatchRows) => match.teams.some((row) => row['team'] === team);
  const [first] = matches;
  const team = name ?? first?.teams.map((row) => row['team']).find((own) => matches.every(plays(own)));
  if (team === undefined) {
    throw new CommandLineError(
      'no team plays in all matches of a set. Use --team NAME, and --against-team NAME for the second set',
    );
  }
  const rows = matches.map((match) => {
    const row = match.teams.find((own) => own['team'] === team);
    if (row === undefined) {
      const names = match.teams.map((own) => own['team'] || 'null').join(' and ');
      throw new CommandLineError(`${match.log}: ${team} does not play in this match, but ${names}`);
    }
    return row;
  });
  return { team: String(team), rows };
}

/** Returns the values of each figure in both sets. A figure that is defined in fewer than two matches of a set is left out. */
export function createFigures(a: readonly TeamRow[], b: readonly TeamRow[]): FigureSamples[] {
  return FIGURES.flatMap(({ name, value }) => {
    const defined = (rows: readonly TeamRow[]): number[] =>
      rows.map(value).filter((number): number is number => number !== null);
    const samples = { name, a: defined(a), b: defined(b) };
    return samples.a.length < 2 || samples.b.length < 2 ? [] : [samples];
  });
}
