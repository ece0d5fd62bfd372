/**
 * Prints a table of the causes of the goals against a team in game logs: how the other team got the ball, and how the goal was made.
 *   tsx --conditions=@rcss/source model/goals-against.ts [--list] TEAM LOG...
 * `--list` also prints a line for each goal. Positions are in the frame of the team, which attacks towards x = 52.5.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { readLogBytes } from '@rcss/logs';
import { OBJECT_COUNT } from '../src/columns.js';
import type { StatEvent } from '../src/event.js';
import { findGoalChain } from '../src/goal-chain.js';
import { analyzeRecords, type MatchAnalysis } from '../src/index.js';

/** X up to which a lost ball counts as lost in the own third, meters. */
const OWN_THIRD = -17.5;
/** Distance of the receiver of a pass from the nearest field player from which on it counts as free, meters. */
const FREE_GAP = 3;
/** Way with the ball before the shot from which on the goal counts as a run with the ball, meters. */
const LONG_RUN = 12;
/** Stamina below which a player counts as exhausted: slightly above the limit at which effort falls. */
const EXHAUSTED = 3000;
const PLAYERS = 11;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Goal {
  readonly log: string;
  readonly time: number;
  readonly origin: string;
  readonly ending: string;
  /** Count of exhausted field players at the last pass, or when the ball was lost if there is none. */
  readonly exhausted: number;
  readonly lostAt: Point;
  readonly shotAt: Point;
  /** Distance of the receiver of the last pass from the nearest field player, meters; NaN without a pass. */
  readonly gap: number;
}

function distance(p: Point, q: Point): number {
  return Math.sqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2);
}

function listGoals(log: string, team: string): Goal[] {
  const a = analyzeRecords(readLogBytes(new Uint8Array(readFileSync(log))));
  const sides = (['l', 'r'] as const).filter((side) => a.names[side] === team);
  const [own] = sides;
  if (own === undefined || sides.length > 1)
    throw new Error(`${log}: one of the teams must be ${team}, found ${a.names.l} and ${a.names.r}`);
  return a.events
    .filter((event) => event.type === 'goal' && event.side !== own)
    .map((event) => ({ log: basename(log), ...explain(a, event, own) }));
}

function explain(a: MatchAnalysis, goal: StatEvent, own: 'l' | 'r'): Omit<Goal, 'log'> {
  const sign = own === 'l' ? 1 : -1;
  const first = own === 'l' ? 0 : PLAYERS;
  const { x, y, stamina } = a.columns;
  const place = (show: number, object: number): Point => ({
    x: sign * x[show * OBJECT_COUNT + object]!,
    y: sign * y[show * OBJECT_COUNT + object]!,
  });
  const field = Array.from({ length: PLAYERS }, (_, i) => first + i).filter((i) => i !== a.goalies[own]);
  const chain = findGoalChain(a, goal);
  const start = chain[0]!;
  const lastPass = chain
    .slice(1)
    .filter(({ type }) => type === 'pass')
    .at(-1);
  const shot = a.events
    .filter(({ type, side, show }) => type === 'shot' && side === goal.side && show <= goal.show)
    .at(-1);
  const shotAt = place(Math.max(0, (shot?.show ?? goal.show) - 1), 0);
  const moment = lastPass?.show ?? start.endShow;
  const lostAt = { x: sign * start.x, y: sign * start.y };
  let gap = Number.NaN;
  if (lastPass !== undefined) {
    const receiver = place(moment, (goal.side === 'l' ? 0 : PLAYERS) + lastPass.otherUnum);
    gap = Math.min(
      ...field.map((i) => distance(place(moment, i + 1), receiver)).filter((d) => !Number.isNaN(d)),
    );
  }
  const begin =
    lastPass === undefined
      ? { x: sign * start.endX, y: sign * start.endY }
      : { x: sign * lastPass.endX, y: sign * lastPass.endY };
  const isRun = distance(begin, shotAt) >= LONG_RUN;
  const pass = gap >= FREE_GAP ? 'pass to a free player' : 'pass to a marked player';
  return {
    time: goal.time,
    origin: nameOrigin(start, own, lostAt.x),
    ending: isRun ? 'run with the ball' : lastPass === undefined ? 'at once' : pass,
    exhausted: field.filter((i) => stamina[moment * 2 * PLAYERS + i]! < EXHAUSTED).length,
    lostAt,
    shotAt,
    gap,
  };
}

function nameOrigin(start: StatEvent, own: 'l' | 'r', lostX: number): string {
  if (start.type === 'set_play') return start.side === own ? 'own set play' : 'set play of the opponents';
  if (start.type === 'goal') return 'not known';
  return lostX < OWN_THIRD ? 'ball lost in the own third' : 'ball lost farther ahead';
}

function printTable(goals: readonly Goal[], matches: number): void {
  const endings = [...new Set(goals.map(({ ending }) => ending))].sort();
  const origins = [...new Set(goals.map(({ origin }) => origin))].sort();
  const count = (origin: string | null, ending: string | null): number =>
    goals.filter((g) => (origin === null || g.origin === origin) && (ending === null || g.ending === ending))
      .length;
  console.log(`${goals.length} goals against in ${matches} matches\n`);
  console.log(`| the opponents got the ball by | ${endings.join(' | ')} | all |`);
  console.log(`| --- |${' --: |'.repeat(endings.length + 1)}`);
  for (const origin of [...origins, null])
    console.log(`| ${[origin ?? 'all', ...[...endings, null].map((e) => count(origin, e))].join(' | ')} |`);
  const tired = goals.reduce((sum, { exhausted }) => sum + exhausted, 0) / Math.max(1, goals.length);
  console.log(`\nexhausted field players at the last pass: ${tired.toFixed(1)} on average`);
}

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [team, ...logs] = positionals;
if (team === undefined || logs.length === 0) throw new Error('arguments: [--list] TEAM LOG...');
const all = logs.flatMap((log) => listGoals(log, team));
const show = ({ x, y }: Point): string => `(${x.toFixed(0)}, ${y.toFixed(0)})`;
if (values.list)
  for (const goal of all)
    console.log(
      `${goal.log} ${goal.time}: ${goal.origin} ${show(goal.lostAt)}, ${goal.ending}, shot from ${show(goal.shotAt)}, gap ${goal.gap.toFixed(1)}, exhausted ${goal.exhausted}`,
    );
printTable(all, logs.length);
