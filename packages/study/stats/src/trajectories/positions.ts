/**
 * Positions as the data sets of the league have them: a CSV table with the column `#`, the row number, and columns such as `l1_x`, `r11_y`
 * and `b_x`, in meters in the field frame. The tracking tables of logs have more columns, and submissions to the challenge only these.
 */
import { err, type Failure, ok, type Result } from '@rcss/core';

/** Names of the objects: l1 to l11, r1 to r11, b. */
export const PREDICTED_OBJECTS: readonly string[] = [
  ...['l', 'r'].flatMap((side) => Array.from({ length: 11 }, (_, i) => `${side}${i + 1}`)),
  'b',
];

/** Number of values of a row of positions: x and y of each object. */
export const ROW_LENGTH: number = 2 * PREDICTED_OBJECTS.length;

/** A table of positions. */
export interface Positions {
  /** Value of `#` of each row. */
  readonly numbers: readonly number[];
  /** Game time of each row, cycles; empty if the table has no column `cycle`. */
  readonly cycles: readonly number[];
  /** Play mode of each row; empty if the table has no column `playmode`. */
  readonly playModes: readonly string[];
  /** x and y of each object in the order of {@link PREDICTED_OBJECTS} for each row, meters; NaN for an absent player. */
  readonly rows: readonly Float64Array[];
}

/** What a table must have. */
export interface PositionRules {
  /** Name of the file, for errors. */
  readonly file: string;
  /** Objects whose cells must be numbers; the ball by default. Columns of other objects may be absent, and their cells empty. */
  readonly required?: readonly string[];
}

/**
 * Parses a table of positions.
 *
 * Error codes: `no-column`, `bad-cell`, `no-rows`, `bad-number`. The message has file, line, column, value and what is allowed.
 */
export function parsePositions(text: string, { file, required = ['b'] }: PositionRules): Result<Positions> {
  const { lines, header, find } = splitTable(text);
  const columns = PREDICTED_OBJECTS.flatMap((name) => [find(`${name}_x`), find(`${name}_y`)]);
  const numberColumn = find('#');
  const missing = [
    ...(numberColumn < 0 ? ['#'] : []),
    ...required.flatMap((name) => [`${name}_x`, `${name}_y`]).filter((name) => find(name) < 0),
  ];
  if (missing.length > 0)
    return failTable(
      'no-column',
      `${file}:1: the columns ${missing.join(', ')} are missing; the first line has the names of the columns`,
    );
  if (lines.length < 2) return failTable('no-rows', `${file}: the table has no rows`);
  const mustHave = new Set(required);
  const table = {
    numbers: [] as number[],
    cycles: [] as number[],
    playModes: [] as string[],
    rows: [] as Float64Array[],
  };
  const [cycleColumn, modeColumn] = [find('cycle'), find('playmode')];
  for (let line = 1; line < lines.length; line++) {
    const cells = splitRow(lines[line]!);
    const row = new Float64Array(ROW_LENGTH).fill(Number.NaN);
    for (const [value, column] of columns.entries()) {
      const cell = column < 0 ? '' : (cells[column] ?? '').trim();
      const name = PREDICTED_OBJECTS[value >> 1]!;
      row[value] = cell === '' ? Number.NaN : Number(cell);
      const isGood = cell === '' ? !mustHave.has(name) : Number.isFinite(row[value]);
      if (!isGood)
        return failTable(
          'bad-cell',
          `${file}:${line + 1}: ${header[column] ?? name}: ${JSON.stringify(cell.slice(0, 40))} is not a number of meters`,
        );
    }
    const number = Number(cells[numberColumn]);
    const last = table.numbers.at(-1);
    if (!Number.isInteger(number) || (last !== undefined && number !== last + 1))
      return failTable(
        'bad-number',
        `${file}:${line + 1}: #: ${JSON.stringify(cells[numberColumn])} is not ${last === undefined ? 'a whole number' : `${last + 1}, the number after that of the line before`}`,
      );
    table.numbers.push(number);
    if (cycleColumn >= 0) table.cycles.push(Number(cells[cycleColumn]));
    if (modeColumn >= 0) table.playModes.push(cells[modeColumn] ?? '');
    table.rows.push(row);
  }
  return ok(table);
}

/** Returns the lines of a table, without empty ones at its end, and the names in the first one. */
export function splitTable(text: string): {
  readonly lines: readonly string[];
  readonly header: readonly string[];
  /** Returns the number of a column, -1 if it is absent. */
  find(name: string): number;
} {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const header = (lines[0] ?? '').replace(/^\ufeff/, '').split(',');
  return { lines, header, find: (name) => header.indexOf(name) };
}

/** Splits a row at its commas; cells with quotes, such as names of teams, may contain commas. */
export function splitRow(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}

export function failTable(code: string, message: string): Result<never, Failure> {
  return err({ code, message });
}

/** Formats positions as a submission: the row numbers and all objects, without cells of absent players. Ends with a line feed. */
export function formatPositionTable(numbers: readonly number[], rows: readonly Float64Array[]): string {
  const header = ['#', ...PREDICTED_OBJECTS.flatMap((name) => [`${name}_x`, `${name}_y`])].join(',');
  const format = (value: number) => (Number.isNaN(value) ? '' : String(Number(value.toFixed(4))));
  return `${header}\n${rows.map((row, i) => `${[numbers[i], ...Array.from(row, format)].join(',')}\n`).join('')}`;
}
