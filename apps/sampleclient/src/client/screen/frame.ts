import type { PaneContent, PaneName } from './panes.js';

/** Size of the terminal in characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Everything that a frame shows. */
export interface ScreenState {
  readonly status: string;
  readonly panes: Readonly<Record<PaneName, PaneContent>>;
  readonly line: string;
  /** Index in `line` of the character under the cursor. */
  readonly cursor: number;
}

/** Rows from top to bottom, and the place of the cursor counted from 0. */
export interface ScreenFrame {
  readonly rows: readonly string[];
  readonly cursorColumn: number;
  readonly cursorRow: number;
}

const TITLES: Readonly<Record<PaneName, string>> = {
  see: 'seen',
  body: 'felt',
  hear: 'heard',
  other: 'other messages',
};

/** From this width on, panes are arranged in two columns. */
const TWO_COLUMNS_WIDTH = 120;
/** A title and one line. */
const MIN_PANE_HEIGHT = 2;

/** Panes of a column from top to bottom with their share of its height. */
type Column = readonly (readonly [pane: PaneName, share: number])[];

const STACKED: Column = [
  ['see', 6],
  ['body', 5],
  ['hear', 4],
  ['other', 7],
];
const LEFT: Column = [
  ['see', 3],
  ['body', 2],
];
const RIGHT: Column = [
  ['hear', 1],
  ['other', 2],
];

const PROMPT = '> ';
const REVERSE = '\u001b[7m';
const NORMAL = '\u001b[27m';

/** Composes a frame: a status row, the panes, and the command line. */
export function composeFrame(state: ScreenState, { columns, rows }: Size): ScreenFrame {
  const height = Math.max(0, rows - 2);
  const body =
    columns < TWO_COLUMNS_WIDTH
      ? composeColumn(state, STACKED, columns, height)
      : composeTwoColumns(state, columns, height);
  const room = Math.max(1, columns - PROMPT.length - 1);
  const first = Math.max(0, state.cursor - room);
  const prompt = PROMPT + state.line.slice(first, first + room);
  const status = rows > 1 ? [`${REVERSE}${fitText(state.status, columns)}${NORMAL}`] : [];
  return {
    rows: [...status, ...body, fitText(prompt, columns)],
    cursorColumn: PROMPT.length + state.cursor - first,
    cursorRow: status.length + body.length,
  };
}

function composeTwoColumns(state: ScreenState, columns: number, height: number): string[] {
  const leftWidth = Math.floor((columns - 1) / 2);
  const left = composeColumn(state, LEFT, leftWidth, height);
  const right = composeColumn(state, RIGHT, columns - 1 - leftWidth, height);
  return left.map((row, i) => `${row}│${right[i]!}`);
}

/** Exactly `height` rows of exactly `width` characters. */
function composeColumn(state: ScreenState, column: Column, width: number, height: number): string[] {
  const rows: string[] = [];
  for (const [pane, paneHeight] of computePaneHeights(column, height)) {
    const content = state.panes[pane];
    const lines = content.lines(width, paneHeight - 1);
    const note = content.note === '' ? '' : `, ${content.note}`;
    rows.push(`${REVERSE}${fitText(` ${TITLES[pane]}${note}`, width)}${NORMAL}`);
    for (let i = 0; i < paneHeight - 1; i++) rows.push(fitText(lines[i] ?? '', width));
  }
  while (rows.length < height) rows.push(' '.repeat(width));
  return rows;
}

/** Divides a height among panes by their shares; panes without room for a title and a line are left out, first the upper ones. */
function computePaneHeights(column: Column, height: number): [pane: PaneName, height: number][] {
  const shown = column.slice(Math.max(0, column.length - Math.floor(height / MIN_PANE_HEIGHT)));
  let shares = shown.reduce((sum, [, share]) => sum + share, 0);
  let left = height;
  return shown.map(([pane, share], i) => {
    const reserved = (shown.length - 1 - i) * MIN_PANE_HEIGHT;
    const wanted = Math.round((left * share) / shares);
    const own = Math.max(MIN_PANE_HEIGHT, Math.min(wanted, left - reserved));
    left -= own;
    shares -= share;
    return [pane, own];
  });
}

/** Cuts or fills text to a width. */
function fitText(text: string, width: number): string {
  return text.length > width ? text.slice(0, width) : text.padEnd(width);
}
