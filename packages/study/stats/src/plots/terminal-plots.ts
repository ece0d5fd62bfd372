/** Plots of a match as text for terminals. */
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from '../analyzer.js';
import { createHeatMap, createStaminaCurve } from '../charts.js';

const SHADES = ' ░▒▓█';
const BARS = '▁▂▃▄▅▆▇█';
const COLUMNS = 63;
const ROWS = 21;

function frame(rows: readonly string[]): string {
  const line = '─'.repeat(COLUMNS);
  return [`┌${line}┐`, ...rows.map((row) => `│${row}│`), `└${line}┘`, ''].join('\n');
}

/**
 * Returns a heat map as lines of text: darker cells have more cycles.
 *
 * @param object 0 for the ball, 1 to 11 for the left players, 12 to 22 for the right players.
 */
export function drawHeatMap(a: MatchAnalysis, object: number): string {
  const { cells, max } = createHeatMap(a, object, { columns: COLUMNS, rows: ROWS });
  const shade = (count: number): string =>
    SHADES[count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / max) * (SHADES.length - 1)))]!;
  return frame(
    Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, column) => shade(cells[row * COLUMNS + column]!)).join(''),
    ),
  );
}

/** Returns a shot map as lines of text: `l` and `r` are shots of the left and the right team, `L` and `R` goals. */
export function drawShots(a: MatchAnalysis): string {
  const grid = Array.from({ length: ROWS }, () => new Array<string>(COLUMNS).fill(' '));
  const cell = (value: number, half: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(((value + half) / (2 * half)) * count)));
  for (const event of a.events) {
    if (event.type !== 'shot') continue;
    const row = grid[cell(event.y, PITCH_HALF_WIDTH, ROWS)]!;
    const column = cell(event.x, PITCH_HALF_LENGTH, COLUMNS);
    const isGoal = event.outcome === 'goal';
    // A goal stays visible if another shot was taken near it.
    if (isGoal || !/[LR]/.test(row[column]!)) row[column] = isGoal ? event.side.toUpperCase() : event.side;
  }
  return frame(grid.map((row) => row.join('')));
}

/** Returns the stamina of each player over the time of the match, one line per player. */
export function drawStamina(a: MatchAnalysis): string {
  const { columns, server } = a;
  const end = columns.time[columns.length - 1] ?? 0;
  const step = Math.max(1, Math.ceil(end / COLUMNS));
  const lines: string[] = [];
  for (let index = 0; index < 22; index++) {
    const { value } = createStaminaCurve(a, index, step);
    if (value.every((stamina) => Number.isNaN(stamina))) continue;
    const bars = value.map((stamina) => {
      if (Number.isNaN(stamina)) return ' ';
      const level = Math.round((stamina / server.stamina_max) * (BARS.length - 1));
      return BARS[Math.min(BARS.length - 1, Math.max(0, level))]!;
    });
    const name = index < 11 ? `l${index + 1}` : `r${index - 10}`;
    lines.push(`${name.padEnd(4)}${bars.join('')}`);
  }
  return lines.length === 0 ? 'the log has no stamina\n' : `${lines.join('\n')}\n`;
}
