/** Values of figures as numbers and as text, and the lines of a view. */
import {
  ACTION_FIGURES,
  AERIAL_FIGURES,
  DERIVED_FIGURES,
  FIGURE_LINES,
  type FigureLineRow,
  type FigureView,
  PLAYER_FIGURES,
  SET_PLAY_FIGURES,
} from './figure-rows.js';
import { FIGURE_ROWS } from './figures.js';

/** Reads a figure by its name; null if it is not defined. */
export type ReadFigure = (name: string) => number | null;

/** Returns the name of a figure in tables of exports: `passesCompleted` is `passes_completed`. */
export function toColumnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A figure in the text of a line. */
export interface LinePart {
  readonly name: string;
  /** Digits after the point. */
  readonly digits: number;
}

/** A line of a view. */
export interface FigureLine extends Pick<FigureLineRow, 'none' | 'needs' | 'width'> {
  readonly label: string;
  /** Figures of the line, and the texts before, between and after them. */
  readonly parts: readonly LinePart[];
  readonly texts: readonly string[];
}

interface DerivedRow {
  readonly part: string;
  readonly plus?: string;
  readonly of?: string | number;
  readonly percent?: true;
  readonly digits?: number;
}
const DERIVED: Readonly<Record<string, DerivedRow>> = DERIVED_FIGURES;

/** Returns the value of a figure, also of one that is computed from others. */
export function computeFigure(read: ReadFigure, name: string): number | null {
  const row = DERIVED[name];
  if (row === undefined) return read(name);
  const { part, plus, of = 1, percent } = row;
  const [number, whole] = [read(part), typeof of === 'number' ? of : read(of)];
  if (number === null || !whole) return null;
  return (number * (percent ? 100 : 1) + (plus === undefined ? 0 : (read(plus) ?? 0))) / whole;
}

/** Returns a reader of the figures of a team or a player. */
export function readerOf(stats: object): ReadFigure {
  const own = stats as Readonly<Record<string, number | null | undefined>>;
  const { setPlays } = stats as { readonly setPlays?: Readonly<Record<string, number>> };
  return (name) => {
    if (own[name] !== undefined) return own[name];
    const outcomes = FIGURE_ROWS.get(name)?.rules?.flatMap((rule) => rule.outcomes ?? []) ?? [];
    return outcomes.reduce((sum, kind) => sum + (setPlays?.[kind] ?? 0), 0);
  };
}

/** Views in which a figure has a line of its own, if no line names it. */
const TEAM_VIEWS: readonly FigureView[] = ['report', 'compare', 'team'];
const PLAYER_VIEWS: readonly FigureView[] = ['row', 'player', 'players'];
const VIEWS = [
  [ACTION_FIGURES, [...TEAM_VIEWS, ...PLAYER_VIEWS]],
  [PLAYER_FIGURES, PLAYER_VIEWS],
  [SET_PLAY_FIGURES, TEAM_VIEWS],
  [AERIAL_FIGURES, ['aerial']],
] as const;

function* completeLines(): Generator<FigureLineRow> {
  yield* FIGURE_LINES;
  for (const [rows, views] of VIEWS)
    for (const [name, { title }] of Object.entries(rows)) {
      if (FIGURE_LINES.some(({ text }) => new RegExp(`\\{${name}\\b`).test(text))) continue;
      const label = title.toLowerCase();
      yield { text: `{${name}}`, ...Object.fromEntries(views.map((view) => [view, label])) };
    }
}

/** Lists the lines of a view in order. */
export function listLines(view: FigureView): FigureLine[] {
  return [...completeLines()].flatMap(({ text, [view]: label, ...line }) => {
    if (label === undefined) return [];
    const parts = [...text.matchAll(/\{(\w+)(?:\.(\d))?\}/g)].map(([, name, digits]): LinePart => {
      const row = FIGURE_ROWS.get(name!) ?? DERIVED[name!];
      return { name: name!, digits: Number(digits ?? row?.digits ?? 0) };
    });
    return [{ ...line, label, parts, texts: text.split(/\{[^}]*\}/) }];
  });
}

/** Formats a line; `dash` is the text of a figure that is not defined, if the line does not have one. */
export function formatLine({ parts, texts, none, needs }: FigureLine, stats: object, dash = '-'): string {
  const read = readerOf(stats);
  const values = parts.map(({ name }) => computeFigure(read, name));
  if (values.includes(null) || (needs !== undefined && computeFigure(read, needs) === null))
    return none ?? dash;
  return texts.map((text, i) => `${text}${values[i]?.toFixed(parts[i]!.digits) ?? ''}`).join('');
}
