/** Outcomes of continuations in words, with intervals. */
import { studentInterval, wilsonInterval } from '@rcss/tournament/statistics';
import type { Continuation, ContinuationPlan, FollowedAdvice, TeamSpec } from '../sandbox/tasks.js';

/** Formats a share from 0 to 1. */
export function formatPercent(value: number): string {
  return `${Math.round(100 * value)} %`;
}

/** Formats a share of continuations with its interval. */
function formatShare(count: number, all: number): string {
  const { low, high } = wilsonInterval(count, all);
  return `${count} of ${all} (${formatPercent(low)}–${formatPercent(high)})`;
}

function formatMean(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return mean.toFixed(digits);
  const { low, high } = studentInterval(values);
  return `${mean.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** Formats the outcomes of the continuations of a plan. */
export function formatPlan(name: string, results: readonly Continuation[]): string {
  const all = results.length;
  const count = (test: (one: Continuation) => boolean): number => results.filter(test).length;
  const share = (test: (one: Continuation) => boolean): string => formatShare(count(test), all);
  const mean = (read: (one: Continuation) => number, digits: number): string =>
    formatMean(results.map(read), digits);
  const impossible = count(({ isCarriedOut }) => !isCarriedOut);
  const parts = [
    `keeps the ball ${share(({ keeps }) => keeps)}`,
    ...(results[0]?.isReceived === null ? [] : [`arrives ${share(({ isReceived }) => isReceived === true)}`]),
    `scores ${share(({ goals }) => goals > 0)}`,
    `concedes ${share(({ conceded }) => conceded > 0)}`,
    `shots ${mean(({ shots }) => shots, 2)}`,
    `xG difference ${mean(({ xgDifference }) => xgDifference, 3)}`,
    `gains ${mean(({ gained }) => gained, 1)} m.`,
  ];
  const refused =
    impossible === 0
      ? ''
      : ` Not possible in ${impossible} of ${all}: the player did not see the receiver, or the ball was out of reach.`;
  return `${name}: ${parts.join('; ')}${refused}`;
}

/** Name of a plan in answers. */
export function namePlan({ order, change }: ContinuationPlan): string {
  if (change !== undefined) {
    const { commands, team, server } = change;
    return [commands, team?.name, server && JSON.stringify(server)].filter(Boolean).join(', ') || 'no change';
  }
  if (order === null) return 'as the team decides';
  return order.action === 'pass' ? `pass to ${order.to}` : order.action;
}

/**
 * Compares each plan with the first one by an interval of the paired differences.
 *
 * @param base The first plan in words.
 */
export function comparePlans(
  names: readonly string[],
  plans: readonly (readonly Continuation[])[],
  base: string,
): string[] {
  const [own = []] = plans;
  if (own.length < 5) return ['Fewer than 5 continuations: no comparison of plans.'];
  return names.slice(1).map((name, i) => {
    const differences = plans[i + 1]!.map((one, k) => ratePlan(one) - ratePlan(own[k]!));
    const { low, high } = differences.every((value) => value === differences[0])
      ? { low: differences[0]!, high: differences[0]! }
      : studentInterval(differences);
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'no difference is shown';
    return `${name} against ${base}: ${verdict} (value ${mean.toFixed(2)}, ${low.toFixed(2)}–${high.toFixed(2)}; value = goals for less against + xG difference + 0.1 if it keeps the ball).`;
  });
}

/** One figure for the order of plans; the answer says how it is made. */
function ratePlan({ goals, conceded, xgDifference, keeps }: Continuation): number {
  return goals - conceded + xgDifference + (keeps ? 0.1 : 0);
}

const MAX_DIRECTIVES = 8;

/** Says how a team followed its coach. */
export function formatFollowed(all: readonly FollowedAdvice[], team: TeamSpec): string {
  const messages = team.advice?.length ?? 0;
  const said = all.reduce((sum, one) => sum + one.said, 0);
  const counts = new Map<string, number>();
  for (const { decisions } of all)
    for (const [text, count] of decisions) counts.set(text, (counts.get(text) ?? 0) + count);
  const parts = [`the coach said ${said} of ${messages * all.length} messages`];
  if ('code' in team)
    parts.push('what the players of a team file followed is not counted; they follow with followAdvice');
  else if ('program' in team) parts.push('what a program followed is not counted');
  else if (team.builtIn !== 'base') parts.push(`${team.builtIn} does not follow a coach; use base`);
  else if (counts.size === 0) parts.push('no player followed a directive');
  else
    parts.push(
      `followed in decisions: ${[...counts]
        .sort((a, b) => b[1] - a[1])
        .slice(0, MAX_DIRECTIVES)
        .map(([text, count]) => `${count} × ${text}`)
        .join('; ')}`,
    );
  return `${parts.join('; ')}.`;
}
