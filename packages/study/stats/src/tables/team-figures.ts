/** Figures of teams in two sets of matches. */
import { computeFigure, listLines, type ReadFigure, toColumnName } from '../figure-lines.js';

/** Row of the table `teams` of an export: the statistics of a team in a match. */
export type TeamRow = Readonly<Record<string, string | number | null>>;

const readerOf =
  (row: TeamRow): ReadFigure =>
  (name) => {
    const value = row[toColumnName(name)];
    return value === null ? null : Number(value ?? 0);
  };

/** A figure per match; null if it is not defined, as the share of completed passes without passes. */
interface Figure {
  readonly name: string;
  readonly value: (read: ReadFigure) => number | null;
}

/** Lists the figures in the order of the report: goals, then the lines that each have one figure. */
function listFigures(): Figure[] {
  return [
    { name: 'goal difference', value: (read) => read('score')! - read('opponentScore')! },
    { name: 'goals scored', value: (read) => read('score') },
    { name: 'goals conceded', value: (read) => read('opponentScore') },
    ...listLines('compare').map(
      ({ label, parts }): Figure => ({
        name: label,
        value: (read) => computeFigure(read, parts[0]!.name),
      }),
    ),
  ];
}

/** Values of a figure in the matches of two sets. */
export interface TeamFigure {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Returns the values of each figure in both sets. A figure that is defined in fewer than two matches of a set is left out. */
export function createTeamFigures(a: readonly TeamRow[], b: readonly TeamRow[]): TeamFigure[] {
  return listFigures().flatMap(({ name, value }) => {
    const defined = (rows: readonly TeamRow[]): number[] =>
      rows.map((row) => value(readerOf(row))).filter((number): number is number => number !== null);
    const samples = { name, a: defined(a), b: defined(b) };
    return samples.a.length < 2 || samples.b.length < 2 ? [] : [samples];
  });
}
