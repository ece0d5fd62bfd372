/** The chances of a win from score, time left and the goals so far (docs/use/analyst/statistics.md). */
import type { MatchAnalysis } from '../analyzer.js';
import { type MatchValues, readStateValue } from './match-values.js';

/** Probabilities of the result at the end of the normal or the extra time; their sum is 1. */
export interface WinChances {
  readonly left: number;
  readonly draw: number;
  readonly right: number;
}

/** Score and time of a match. */
export interface ScoreAndTime {
  readonly scoreL: number;
  readonly scoreR: number;
  /** Game time, and the game time at which the result is decided, cycles. */
  readonly time: number;
  readonly end: number;
}

/** Goals and cycles that a team has before the first cycle, as far as the rate of its goals is concerned: one goal in a half. */
const PRIOR_GOALS = 1;
const PRIOR_CYCLES = 3000;
/** Most further goals of a team that are counted one by one. */
const MAX_GOALS = 60;
/** Horizon of the value of a state, cycles. */
const HORIZON = 100;

/** Returns the probabilities of 0, 1, … further goals of a team: negative binomial, from a gamma distributed rate. */
function predictGoals(score: number, time: number, end: number): Float64Array {
  const goals = new Float64Array(MAX_GOALS + 1);
  const size = PRIOR_GOALS + score;
  const stay = (PRIOR_CYCLES + time) / (PRIOR_CYCLES + end);
  let left = 1;
  let chance = stay ** size;
  for (let n = 0; n < MAX_GOALS; n++) {
    goals[n] = chance;
    left -= chance;
    chance *= ((size + n) / (n + 1)) * (1 - stay);
  }
  goals[MAX_GOALS] = Math.max(0, left);
  return goals;
}

/**
 * Returns the chances of a win. The goals of a team are a Poisson process, whose rate has the mean (1 + goals) / (3000 + cycles played): what is known about it
 * after the goals so far, if one goal in 3000 cycles is expected before. The rates of both teams are independent.
 */
export function computeWinChances({ scoreL, scoreR, time, end }: ScoreAndTime): WinChances {
  const lead = scoreL - scoreR;
  if (time >= end) return { left: lead > 0 ? 1 : 0, draw: lead === 0 ? 1 : 0, right: lead < 0 ? 1 : 0 };
  const goalsL = predictGoals(scoreL, time, end);
  const goalsR = predictGoals(scoreR, time, end);
  let left = 0;
  let draw = 0;
  /** Probability that the right team scores less than `n + lead` goals. */
  let fewer = 0;
  let counted = 0;
  for (let n = 0; n <= MAX_GOALS; n++) {
    for (; counted < n + lead && counted <= MAX_GOALS; counted++) fewer += goalsR[counted]!;
    left += goalsL[n]! * fewer;
    draw += goalsL[n]! * (goalsR[n + lead] ?? 0);
  }
  return { left, draw, right: Math.max(0, 1 - left - draw) };
}

/**
 * Returns the chances of a win in a show. If the state has a value, they are those after a goal of each team and after the horizon without a goal, weighted by the
 * chances of the next goal.
 */
export function readWinChances(
  a: MatchAnalysis,
  show: number,
  values: MatchValues | null = null,
): WinChances {
  const time = a.columns.time[show]!;
  let { scoreL, scoreR } = { scoreL: 0, scoreR: 0 };
  for (const step of a.scores) {
    if (step.show > show) break;
    scoreL = step.l.score;
    scoreR = step.r.score;
  }
  const normal = a.periodStart(3);
  const end = Math.max(time, time <= normal ? normal : a.periodStart(a.shootoutPeriod));
  const state = { scoreL, scoreR, time, end };
  const next = values === null || time >= end ? null : readStateValue(values, show, 'l');
  if (next === null) return computeWinChances(state);
  const branches = [
    [next.own, computeWinChances({ ...state, scoreL: scoreL + 1 })],
    [next.other, computeWinChances({ ...state, scoreR: scoreR + 1 })],
    [
      Math.max(0, 1 - next.own - next.other),
      computeWinChances({ ...state, time: Math.min(end, time + HORIZON) }),
    ],
  ] as const;
  const mean = (key: keyof WinChances): number =>
    branches.reduce((sum, [weight, chances]) => sum + weight * chances[key], 0);
  return { left: mean('left'), draw: mean('draw'), right: mean('right') };
}
