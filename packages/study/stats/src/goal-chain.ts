/** How a goal came about. */
import type { MatchAnalysis } from './analyzer.js';
import type { StatEvent } from './event.js';

/** Events of a team that has the ball, or wins it. */
const OWN: ReadonlySet<string> = new Set([
  'pass',
  'shot',
  'dribble',
  'interception',
  'steal', // words-ok: term of docs/use/analyst/statistics.md
  'claim',
  'save',
  'block',
]);

/** Whether the team of an event gives the ball away with it. */
function isLost({ type, success }: StatEvent): boolean {
  return type === 'loss' || type === 'shot' || (type === 'pass' && !success);
}

/**
 * Returns the chain of events that ends with a goal: the ball that the other team lost, or the set play, after which the scoring team had the ball until the goal; then what the
 * scoring team did with it; then the goal. Only the goal, if neither is in its period.
 *
 * @param goal An event of the analysis of type `goal`.
 */
export function findGoalChain({ events }: MatchAnalysis, goal: StatEvent): StatEvent[] {
  const before = events.filter(
    (event) => event !== goal && event.period === goal.period && event.show <= goal.show,
  );
  let start = before.length - 1;
  const isStart = (event: StatEvent): boolean =>
    event.type === 'set_play' || (event.side !== goal.side && isLost(event) && event.endShow <= goal.endShow);
  while (start >= 0 && !isStart(before[start]!)) start--;
  if (start < 0) return [goal];
  const own = before
    .slice(start + 1)
    .filter(
      ({ type, side, outcome }) =>
        side === goal.side && OWN.has(type) && !(type === 'shot' && outcome === 'goal'),
    );
  return [before[start]!, ...own, goal];
}
