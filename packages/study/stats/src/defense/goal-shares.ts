/** How often goals follow when a team has the ball at a place. */
import type { Frame, Side } from '@rcss/core';
import { distance } from '@rcss/core/vec2';

/** A player within this distance of the ball may have it, meters; the nearest one does. */
const REACH = 1.3;
/** Goals within this time count, in shows. */
const GOAL_WITHIN = 150;
/** Size of a cell along and across the pitch, meters. */
const LENGTH = 7.5;
const WIDTH = 7;
const COLUMNS = 5;
const ROWS = 14;
const HALF_LENGTH = 52.5;

/** Shows in which the team had the ball in a cell, and how many of them its goals and those of the opponents followed. */
export interface GoalShare {
  /** Index along the pitch from the own goal line, 0 to 13, and across it from the middle, 0 to 4. */
  readonly row: number;
  readonly column: number;
  readonly shows: number;
  readonly goalsFor: number;
  readonly goalsAgainst: number;
}

/** Counts the goals that follow within 150 shows when a team has the ball in play_on, by cells of 7.5 m × 7 m; both wings are one. */
export function countGoalShares(frames: readonly Frame[], side: Side): GoalShare[] {
  const goals = listGoals(frames);
  const cells = new Map<number, { shows: number; goalsFor: number; goalsAgainst: number }>();
  let next = 0;
  frames.forEach((frame, show) => {
    while (next < goals.length && goals[next]!.show <= show) next += 1;
    if (frame.playMode !== 'play_on' || findOwner(frame) !== side) return;
    const x = (side === 'l' ? 1 : -1) * frame.ballX;
    const row = Math.min(ROWS - 1, Math.max(0, Math.floor((x + HALF_LENGTH) / LENGTH)));
    const key = row * COLUMNS + Math.min(COLUMNS - 1, Math.floor(Math.abs(frame.ballY) / WIDTH));
    const cell = cells.get(key) ?? { shows: 0, goalsFor: 0, goalsAgainst: 0 };
    cells.set(key, cell);
    cell.shows += 1;
    const goal = goals[next];
    if (goal === undefined || goal.show > show + GOAL_WITHIN) return;
    if (goal.side === side) cell.goalsFor += 1;
    else cell.goalsAgainst += 1;
  });
  return [...cells].map(([key, cell]) => ({
    row: Math.floor(key / COLUMNS),
    column: key % COLUMNS,
    ...cell,
  }));
}

function listGoals(frames: readonly Frame[]): { show: number; side: Side }[] {
  const goals: { show: number; side: Side }[] = [];
  frames.forEach(({ left, right }, show) => {
    const before = frames[show - 1];
    if (before === undefined) return;
    if (left.score > before.left.score) goals.push({ show, side: 'l' });
    if (right.score > before.right.score) goals.push({ show, side: 'r' });
  });
  return goals;
}

/** The team of the player that is nearest to the ball and in reach of it; null if there is none. */
function findOwner({ players, ballX: x, ballY: y }: Frame): Side | null {
  let owner: Side | null = null;
  let least = REACH;
  for (const player of players) {
    const gap = distance({ x, y }, player);
    if (gap >= least) continue;
    least = gap;
    owner = player.side;
  }
  return owner;
}

/** Returns a table: a row for each part of the pitch, with the shares of shows before goals for and against, percent, and the shows. */
export function formatGoalShares(shares: readonly GoalShare[], matches: number): string {
  const names = Array.from({ length: COLUMNS }, (_, i) =>
    i === COLUMNS - 1 ? `${i * WIDTH} m and more` : `${i * WIDTH} to ${(i + 1) * WIDTH} m`,
  );
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const cells = names.map((_, column) =>
      formatCell(shares.filter((share) => share.row === row && share.column === column)),
    );
    return `| ${row * LENGTH - HALF_LENGTH} to ${(row + 1) * LENGTH - HALF_LENGTH} m | ${cells.join(' | ')} |`;
  });
  return [
    `goals for and against within ${GOAL_WITHIN} cycles, percent of the cycles with the ball in play, in ${matches} matches`,
    '',
    `| x | ${names.join(' | ')} |`,
    `| ---${' | ---'.repeat(COLUMNS)} |`,
    ...rows,
  ].join('\n');
}

function formatCell(shares: readonly GoalShare[]): string {
  const sum = (name: 'shows' | 'goalsFor' | 'goalsAgainst') =>
    shares.reduce((total, share) => total + share[name], 0);
  const shows = sum('shows');
  if (shows === 0) return '';
  const percent = (count: number) => ((100 * count) / shows).toFixed(1);
  return `${percent(sum('goalsFor'))}, ${percent(sum('goalsAgainst'))} (${shows})`;
}
