/** The sum of the expected goals of both teams over the time of a match, as SVG and as text. */
import { SIDES, type Side } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { createExpectedGoalsCurve } from '../charts.js';
import { scoreLine } from './match-plots.js';
import { COLORS, escapeXmlText } from './svg.js';
import { endTime, type TimeScale, timePlot } from './time-plot.js';

const TERMINAL_COLUMNS = 60;
const TERMINAL_ROWS = 12;

function highest(a: MatchAnalysis): number {
  const last = (side: Side): number => createExpectedGoalsCurve(a, side).value.at(-1) ?? 0;
  return Math.max(1, Math.ceil(Math.max(last('l'), last('r'))));
}

/** Returns the sum of the expected goals of both teams over the time of the match, with a circle for each goal. */
export function plotExpectedGoals(a: MatchAnalysis): string {
  const top = highest(a);
  const total = (side: Side): string =>
    `${a.names[side] || side} ${(createExpectedGoalsCurve(a, side).value.at(-1) ?? 0).toFixed(2)}`;
  return timePlot(a, {
    title: `Expected goals, ${scoreLine(a)}`,
    range: [0, top],
    ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => part * top),
    legend: [total('l'), total('r')],
    draw: (scale) => SIDES.map((side) => drawSum(a, side, scale)).join(''),
  });
}

function drawSum(a: MatchAnalysis, side: Side, { x, y }: TimeScale): string {
  const { time, value } = createExpectedGoalsCurve(a, side);
  const steps = time.slice(1).map((t, i) => `H${x(t)}V${y(value[i + 1]!)}`);
  const shots = a.events.filter((event) => event.type === 'shot' && event.side === side);
  const marks = shots.map((shot, i) => {
    const isGoal = shot.outcome === 'goal';
    const title = `${a.names[side] || side} ${shot.unum || '?'}, time ${shot.time}, xG ${(shot.xg ?? 0).toFixed(2)}: ${shot.outcome.replaceAll('_', ' ')}`;
    return `<circle cx="${x(shot.time)}" cy="${y(value[i + 1]!)}" r="${isGoal ? 1 : 0.6}" fill="${isGoal ? COLORS[side] : COLORS.pitch}" stroke="${COLORS[side]}" stroke-width="0.3"><title>${escapeXmlText(title)}</title></circle>`;
  });
  return `<path d="M${x(0)} ${y(0)}${steps.join('')}" fill="none" stroke="${COLORS[side]}" stroke-width="0.5"/>${marks.join('')}`;
}

/** Returns the same as lines of text: `l` and `r` are the sums of the teams, `x` where both are equal. */
export function drawExpectedGoals(a: MatchAnalysis): string {
  const end = endTime(a);
  const top = highest(a);
  const grid = Array.from({ length: TERMINAL_ROWS + 1 }, () => new Array<string>(TERMINAL_COLUMNS).fill(' '));
  for (const side of ['l', 'r'] as const) {
    const { time, value } = createExpectedGoalsCurve(a, side);
    for (let column = 0; column < TERMINAL_COLUMNS; column++) {
      const until = (end * (column + 1)) / TERMINAL_COLUMNS;
      let last = 0;
      while (last + 1 < time.length && time[last + 1]! <= until) last++;
      const row = grid[Math.round(TERMINAL_ROWS * (1 - value[last]! / top))]!;
      row[column] = row[column] === 'l' ? 'x' : side;
    }
  }
  const label = (row: number): string => {
    const text = row === 0 ? String(top) : row === TERMINAL_ROWS ? '0' : '';
    return text.padStart(3);
  };
  return `${grid.map((row, i) => `${label(i)} │${row.join('').trimEnd()}`).join('\n')}\n`;
}
