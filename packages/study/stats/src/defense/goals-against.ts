/** Causes of the goals against a team: how the other team got the ball, and how the goal was made. */
import type { Side } from '@rcss/core';
import { distance, type Vec2 } from '@rcss/core/vec2';
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import type { StatEvent } from '../event.js';
import { findGoalChain } from '../goal-chain.js';

/** X up to which a lost ball counts as lost in the own third, meters. */
const OWN_THIRD = -17.5;
/** Distance of the receiver of a pass from the nearest field player from which on it counts as free, meters. */
const FREE_GAP = 3;
/** Way with the ball before the shot from which on the goal counts as a run with the ball, meters. */
const LONG_RUN = 12;
/** Stamina below which a player counts as exhausted: slightly above the limit at which effort falls. */
const EXHAUSTED = 3000;
const PLAYERS = 11;

/** How the scoring team got the ball. */
export type BallOrigin =
  | 'own set play'
  | 'set play of the opponents'
  | 'ball lost in the own third'
  | 'ball lost farther ahead'
  | 'not known';

/** How the goal was made. */
export type GoalEnding =
  | 'at once'
  | 'pass to a free player'
  | 'pass to a marked player'
  | 'run with the ball'
  | 'not known';

/** A goal against a team. Positions are in the frame of that team, which attacks towards x = 52.5. */
export interface GoalAgainst {
  readonly time: number;
  readonly origin: BallOrigin;
  readonly ending: GoalEnding;
  /** Count of exhausted field players at the last pass, or when the ball was lost if there is none. */
  readonly exhausted: number;
  readonly lostAt: Readonly<Vec2>;
  readonly shotAt: Readonly<Vec2>;
  /** Distance of the receiver of the last pass from the nearest field player, meters; null without a pass. */
  readonly gap: number | null;
}

/** Returns the goals against one side of a match with their causes, in the order of the match. */
export function explainGoalsAgainst(analysis: MatchAnalysis, own: Side): GoalAgainst[] {
  return analysis.events
    .filter((event) => event.type === 'goal' && event.side !== own)
    .map((event) => explainGoal(analysis, event, own));
}

function explainGoal(analysis: MatchAnalysis, goal: StatEvent, own: Side): GoalAgainst {
  const sign = own === 'l' ? 1 : -1;
  const first = own === 'l' ? 0 : PLAYERS;
  const { x, y, stamina } = analysis.columns;
  const place = (show: number, object: number): Vec2 => ({
    x: sign * x[show * OBJECT_COUNT + object]!,
    y: sign * y[show * OBJECT_COUNT + object]!,
  });
  const field = Array.from({ length: PLAYERS }, (_, i) => first + i).filter(
    (i) => i !== analysis.goalies[own],
  );
  const chain = findGoalChain(analysis, goal);
  const start = chain[0]!;
  const lastPass = chain
    .slice(1)
    .filter(({ type }) => type === 'pass')
    .at(-1);
  // After an own goal, the last shot of the side can be one of minutes before.
  const firstShow = chain.length > 1 ? start.show : 0;
  const shot = analysis.events
    .filter(
      ({ type, side, show }) =>
        type === 'shot' && side === goal.side && show >= firstShow && show <= goal.show,
    )
    .at(-1);
  const shotAt = place(Math.max(0, (shot?.show ?? goal.show) - 1), 0);
  const moment = lastPass?.show ?? start.endShow;
  const lostAt = { x: sign * start.x, y: sign * start.y };
  let gap: number | null = null;
  if (lastPass !== undefined) {
    const receiver = place(moment, (goal.side === 'l' ? 0 : PLAYERS) + lastPass.otherUnum);
    gap = Math.min(
      ...field.map((i) => distance(place(moment, i + 1), receiver)).filter((d) => !Number.isNaN(d)),
    );
  }
  const { endX, endY } = lastPass ?? start;
  const isRun = distance({ x: sign * endX, y: sign * endY }, shotAt) >= LONG_RUN;
  return {
    time: goal.time,
    origin: nameOrigin(start, own, lostAt.x),
    ending: chain.length === 1 ? 'not known' : isRun ? 'run with the ball' : nameEnding(gap),
    exhausted: field.filter((i) => stamina[moment * 2 * PLAYERS + i]! < EXHAUSTED).length,
    lostAt,
    shotAt,
    gap,
  };
}

function nameOrigin(start: StatEvent, own: Side, lostX: number): BallOrigin {
  if (start.type === 'set_play') return start.side === own ? 'own set play' : 'set play of the opponents';
  if (start.type === 'goal') return 'not known';
  return lostX < OWN_THIRD ? 'ball lost in the own third' : 'ball lost farther ahead';
}

function nameEnding(gap: number | null): GoalEnding {
  if (gap === null) return 'at once';
  return gap >= FREE_GAP ? 'pass to a free player' : 'pass to a marked player';
}

/** Returns one line for a goal; `log` is the name of its game log. */
export function formatGoalAgainst(goal: GoalAgainst, log: string): string {
  const show = ({ x, y }: Readonly<Vec2>): string => `(${x.toFixed(0)}, ${y.toFixed(0)})`;
  const gap = goal.gap === null ? 'no pass' : `gap ${goal.gap.toFixed(1)}`;
  return `${log} ${goal.time}: ${goal.origin} ${show(goal.lostAt)}, ${goal.ending}, shot from ${show(goal.shotAt)}, ${gap}, exhausted ${goal.exhausted}`;
}

/** Returns a table in Markdown of goals by origin and ending. */
export function formatGoalTable(goals: readonly GoalAgainst[], matches: number): string {
  const endings = [...new Set(goals.map(({ ending }) => ending))].sort();
  const origins = [...new Set(goals.map(({ origin }) => origin))].sort();
  const count = (origin: BallOrigin | null, ending: GoalEnding | null): number =>
    goals.filter((g) => (origin === null || g.origin === origin) && (ending === null || g.ending === ending))
      .length;
  const lines = [`${goals.length} goals against in ${matches} matches`, ''];
  if (goals.length > 0) {
    const tired = goals.reduce((sum, { exhausted }) => sum + exhausted, 0) / goals.length;
    lines.push(
      `| the opponents got the ball by | ${[...endings, 'all'].join(' | ')} |`,
      `| --- |${' --: |'.repeat(endings.length + 1)}`,
      ...[...origins, null].map(
        (origin) =>
          `| ${[origin ?? 'all', ...[...endings, null].map((ending) => count(origin, ending))].join(' | ')} |`,
      ),
      '',
      `exhausted field players at the last pass: ${tired.toFixed(1)} on average`,
    );
  }
  return lines.join('\n').trimEnd();
}
