import { escapeControls } from '@rcss/kit/command-line';
import {
  estimateSecondsLeft,
  formatCount,
  formatDuration,
  type LeagueRun,
} from '@rcss/league-runner/program';
import { describeSprt } from '@rcss/tournament/reports';

/** A stream of a terminal or a file. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Shows a run while it goes on. */
export interface LiveView {
  /** Shows the state of the run; called after every change. */
  update(run: LeagueRun): void;
  /** Prints a line above the table. */
  note(text: string): void;
  /** Removes the table. */
  close(): void;
}

const REDRAW_INTERVAL_MS = 500;
/** A table of many results takes time; the view uses at most this share of it. */
const MAX_TIME_SHARE = 0.05;
/** Intervals of lines if the stream is not a terminal: the first one, from which each doubles, and the longest, ms. */
const FIRST_LINE_INTERVAL_MS = 10_000;
const MAX_LINE_INTERVAL_MS = 60_000;
const MAX_TEAMS = 20;
/** Fewest lines of the table, also on a terminal with fewer rows. */
const MIN_LINES = 4;

/** One line about the progress of a run. */
export function formatProgress(run: LeagueRun, now: number): string {
  const { recorded, total } = run.state.tournament.progress();
  const parts = [formatCount({ recorded, total })];
  const jobs = [...run.running.values()];
  const waiting = jobs.filter(({ host }) => host === null).length;
  if (jobs.length > waiting) parts.push(`${jobs.length - waiting} running`);
  if (waiting > 0) parts.push(`${waiting} waiting`);
  const problems = run.state.problems.length;
  if (problems > 0) parts.push(`${problems} with problems`);
  const { count: auditCount } = run.state.audit;
  if (auditCount > 0) parts.push(`${auditCount} played twice`);
  if (run.failures.length > 0) parts.push(`${run.failures.length} without result`);
  const left = estimateSecondsLeft(run, now);
  const limit = run.state.comparison?.test == null ? '' : 'at most ';
  if (Number.isFinite(left) && recorded < total) parts.push(`${limit}${formatDuration(left)} left`);
  return parts.join(', ');
}

/** Returns the lines of the table of a run. */
export function formatLiveTable(run: LeagueRun, now: number): string[] {
  const { tournament, comparison } = run.state;
  const lines = [formatProgress(run, now)];
  for (const { name, standings } of tournament.tables()) {
    lines.push('', `${name.padEnd(17)} matches    won  drawn   lost    goals  points`);
    for (const row of standings.slice(0, MAX_TEAMS)) {
      const goals = `${row.scored}:${row.conceded}`;
      lines.push(
        `${row.team.padEnd(17)}${[row.games, row.win, row.draw, row.lose].map((n) => String(n).padStart(7)).join('')}${goals.padStart(9)}${String(row.points).padStart(8)}`,
      );
    }
    if (standings.length > MAX_TEAMS) lines.push(`… ${standings.length - MAX_TEAMS} more teams`);
  }
  if (comparison !== null && comparison.values.length > 0) {
    const mean =
      comparison.values.reduce((sum, { goalDifference }) => sum + goalDifference, 0) /
      comparison.values.length;
    lines.push('', `Goal difference of the candidate: ${mean >= 0 ? '+' : ''}${mean.toFixed(2)} per match`);
    if (comparison.test !== null) lines.push(describeSprt(comparison.test));
  }
  return lines.map(escapeControls);
}

/**
 * Returns the lines that fit on a terminal: the cursor cannot go back to lines that have scrolled off, so a longer table would be drawn
 * again and again.
 *
 * @param tail Number of last lines that are kept.
 */
function fitLines(lines: readonly string[], rows: number, tail: number): readonly string[] {
  const limit = Math.max(rows - 1, MIN_LINES);
  if (lines.length <= limit) return lines;
  const head = limit - tail - 1;
  const omitted = `… ${lines.length - head - tail} more lines`;
  return [...lines.slice(0, head), omitted, ...lines.slice(lines.length - tail)];
}

/**
 * Creates the view of a run on a stream: a table that is drawn again on a terminal; otherwise lines, at the end one per minute.
 *
 * @param now Clock, ms.
 */
export function createLiveView(stream: OutputStream, now: () => number = () => performance.now()): LiveView {
  let drawnLines = 0;
  let nextDraw = Number.NEGATIVE_INFINITY;
  let lineInterval = FIRST_LINE_INTERVAL_MS;
  const erase = (): void => {
    if (drawnLines > 0) stream.write(`\u001b[${drawnLines}A\u001b[J`);
    drawnLines = 0;
  };
  const draw = (lines: readonly string[]): void => {
    erase();
    const width = Math.max((stream.columns || 80) - 1, 20);
    stream.write(`${lines.map((line) => line.slice(0, width)).join('\n')}\n`);
    drawnLines = lines.length;
  };
  let shown: readonly string[] = [];
  return {
    update(run) {
      const begin = now();
      if (begin < nextDraw) return;
      if (stream.isTTY !== true) {
        stream.write(`${formatProgress(run, begin)}\n`);
        nextDraw = begin + lineInterval;
        lineInterval = Math.min(2 * lineInterval, MAX_LINE_INTERVAL_MS);
        return;
      }
      // Terminals of unknown size report 0 rows.
      const rows = stream.rows || Number.POSITIVE_INFINITY;
      shown = fitLines(formatLiveTable(run, begin), rows, run.state.comparison?.test == null ? 0 : 2);
      draw(shown);
      nextDraw = begin + Math.max(REDRAW_INTERVAL_MS, (now() - begin) / MAX_TIME_SHARE);
    },
    note(text) {
      erase();
      stream.write(`${text}\n`);
      if (stream.isTTY === true && shown.length > 0) draw(shown);
    },
    close() {
      erase();
      shown = [];
    },
  };
}
