import { invertPositive, solvePositive } from './linear.js';
import type { PairCounts } from './pair-counts.js';

/** Strengths that make the results most likely. */
export interface Fit {
  /** Natural logarithms of the strengths, in the order of the teams; without priors, their mean is 0. */
  readonly strengths: readonly number[];
  /** Logarithm of the parameter of draws of Davidson's model; −∞ without draws. */
  readonly logDraw: number;
  /** Standard errors of the strengths, relative to their mean unless a prior fixes a strength; NaN where the likelihood is flat. */
  readonly errors: readonly number[];
  /** Covariances of the strengths, of which the squares of `errors` are the diagonal. */
  readonly covariance: readonly (readonly number[])[];
}

/** What is believed of a strength before the matches: it, or its difference to another one, has a normal distribution. */
export interface StrengthPrior {
  /** Index of the team. */
  readonly team: number;
  /** Index of the team to which the difference is meant; absent: the strength itself is. */
  readonly relativeTo?: number;
  /** Mean, in natural logarithms of strengths. */
  readonly mean: number;
  /** Standard deviation; 0 fixes the strength. */
  readonly deviation: number;
}

export interface FitOptions {
  /**
   * Count of draws that each team is taken to have played against a team of mean strength. It keeps strengths of teams without a win
   * or without a defeat finite and pulls all strengths a little together. Default: 0.
   */
  readonly priorDraws?: number;
  /** Default: none. With those of each team, all strengths are finite. */
  readonly priors?: readonly StrengthPrior[];
  /** Strengths, and after them the logarithm of the parameter of draws, from which the search begins: a near start is faster. Default: 0. */
  readonly start?: readonly number[];
}

const MAX_STEPS = 200;
const TOLERANCE = 1e-10;
/** Deviation of a fixed strength: 0.02 Elo points. */
const MIN_DEVIATION = 1e-4;

/**
 * Fits Davidson's model: i beats k with probability proportional to s(i), loses with s(k), draws with v √(s(i) s(k)) (Davidson, "On
 * extending the Bradley–Terry model to accommodate ties in paired comparison experiments", JASA 65, 1970). Without draws it is the model
 * of Bradley and Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952. The steps are those of Newton for the
 * log-likelihood, halved until it increases; it is concave in the logarithms, so the maximum is unique if all teams are connected.
 */
export function fitStrengths(counts: PairCounts, options: FitOptions = {}): Fit {
  const n = counts.teams.length;
  const { start = [], priors = [] } = options;
  const hasDraws = counts.draws.some((row) => row.some((draws) => draws > 0));
  // The last unknown is the logarithm of the draw parameter.
  let x = Array.from({ length: n + 1 }, (_, i) => start[i] ?? 0);
  x[n] = hasDraws ? (start[n] ?? 0) : Number.NEGATIVE_INFINITY;
  let current = evaluate(counts, x, options);
  for (let i = 0; i < MAX_STEPS; i++) {
    const step = solvePositive(current.information, current.gradient);
    if (step === null || Math.max(...step.map(Math.abs)) < TOLERANCE) break;
    let scale = 1;
    let next = current;
    let moved = x;
    for (; scale > 1e-10; scale /= 2) {
      moved = x.map((value, k) => value + scale * (step[k] ?? 0));
      next = evaluate(counts, moved, options);
      // Near the maximum, likelihoods differ by rounding only.
      if (next.likelihood >= current.likelihood - 1e-12 * Math.abs(current.likelihood)) break;
    }
    x = moved;
    current = next;
  }
  const isCentered = priors.every(({ deviation }) => deviation > 0);
  // With priors, the mean of the strengths that are not relative to others is that of their priors.
  const mean = priors.length === 0 ? x.slice(0, n).reduce((sum, value) => sum + value, 0) / n : 0;
  const covariance = computeCovariance(current.information, n, isCentered);
  return {
    strengths: x.slice(0, n).map((value) => value - mean),
    logDraw: x[n]!,
    errors: covariance.map((row, i) => Math.sqrt(row[i]!)),
    covariance,
  };
}

/** Probabilities of the outcomes of a match, and what it shows about the difference of the strengths. */
export interface PredictedOutcome {
  readonly win: number;
  readonly loss: number;
  readonly draw: number;
  /** Fisher information of the outcome about the difference of the logarithms. */
  readonly information: number;
  /** Logarithm by which the probabilities are divided so that their sum is 1. */
  readonly logNormal: number;
}

/** Predicts a match of two teams by the difference of the logarithms of their strengths. */
export function predictOutcome(difference: number, logDraw: number): PredictedOutcome {
  // Relative to the larger strength, so that nothing overflows.
  const half = difference / 2;
  const logNormal = logSum(half, -half, logDraw);
  const win = Math.exp(half - logNormal);
  const loss = Math.exp(-half - logNormal);
  const information = (win + loss - (win - loss) ** 2) / 4;
  return { win, loss, draw: Math.exp(logDraw - logNormal), information, logNormal };
}

interface Evaluation {
  likelihood: number;
  readonly gradient: number[];
  /** Negative second derivatives, with a term that fixes the mean of the strengths. */
  readonly information: number[][];
}

/** Log-likelihood, gradient and information at the logarithms x of the strengths and, last, of the draw parameter. */
function evaluate(
  counts: PairCounts,
  x: readonly number[],
  { priorDraws = 0, priors = [] }: FitOptions,
): Evaluation {
  const n = counts.teams.length;
  const size = Number.isFinite(x[n]) ? n + 1 : n;
  // Without a prior the likelihood depends on differences only; this term keeps the mean at 0.
  const fixMean = priorDraws > 0 || priors.length > 0 ? 0 : 1 / n;
  const out: Evaluation = {
    likelihood: 0,
    gradient: new Array<number>(size).fill(0),
    information: Array.from({ length: size }, (_, i) =>
      new Array<number>(size).fill(i < n ? fixMean : 0).fill(0, n),
    ),
  };
  for (let i = 0; i < n; i++) for (let k = i + 1; k < n; k++) addPair(out, counts, x, i, k);
  for (const prior of priors) addPrior(out, x, prior);
  // Half a win and half a defeat per draw against a team of strength 1.
  for (let i = 0; i < n && priorDraws > 0; i++) {
    const p = 1 / (1 + Math.exp(-x[i]!));
    out.likelihood += priorDraws * (x[i]! / 2 - logSum(0, x[i]!, Number.NEGATIVE_INFINITY));
    out.gradient[i]! += priorDraws * (0.5 - p);
    out.information[i]![i]! += priorDraws * p * (1 - p);
  }
  return out;
}

/** Adds the matches of two teams. */
function addPair(
  out: Evaluation,
  { teams: { length: n }, ...counts }: PairCounts,
  x: readonly number[],
  i: number,
  k: number,
): void {
  const wins = counts.wins[i]![k]!;
  const losses = counts.wins[k]![i]!;
  const draws = counts.draws[i]![k]!;
  const total = wins + losses + draws;
  if (total === 0) return;
  const { gradient, information } = out;
  const { win, loss, draw, information: single, logNormal } = predictOutcome(x[i]! - x[k]!, x[n]!);
  out.likelihood +=
    ((wins - losses) * (x[i]! - x[k]!)) / 2 + (draws > 0 ? draws * x[n]! : 0) - total * logNormal;
  // A win counts +1/2, a defeat −1/2.
  addDifference(out, i, k, (wins - losses - total * (win - loss)) / 2, total * single);
  if (gradient.length === n) return;
  gradient[n]! += draws - total * draw;
  information[n]![n]! += total * draw * (1 - draw);
  const mixed = (total * draw * (win - loss)) / 2;
  for (const [index, sign] of [
    [i, -1],
    [k, 1],
  ] as const) {
    information[index]![n]! += sign * mixed;
    information[n]![index]! += sign * mixed;
  }
}

/** Adds slope and curvature with respect to the difference of two strengths. */
function addDifference(
  { gradient, information }: Evaluation,
  i: number,
  k: number,
  slope: number,
  curvature: number,
): void {
  gradient[i]! += slope;
  gradient[k]! -= slope;
  information[i]![i]! += curvature;
  information[k]![k]! += curvature;
  information[i]![k]! -= curvature;
  information[k]![i]! -= curvature;
}

function addPrior(
  out: Evaluation,
  x: readonly number[],
  { team, relativeTo, mean, deviation }: StrengthPrior,
): void {
  const precision = 1 / Math.max(deviation, MIN_DEVIATION) ** 2;
  const off = x[team]! - (relativeTo === undefined ? 0 : x[relativeTo]!) - mean;
  out.likelihood -= (precision * off * off) / 2;
  if (relativeTo !== undefined) {
    addDifference(out, team, relativeTo, -precision * off, precision);
    return;
  }
  out.gradient[team]! -= precision * off;
  out.information[team]![team]! += precision;
}

function logSum(a: number, b: number, c: number): number {
  const largest = Math.max(a, b, c);
  return largest + Math.log(Math.exp(a - largest) + Math.exp(b - largest) + Math.exp(c - largest));
}

/** Covariances of the strengths, or of the strengths less their mean, from the inverse of the information. */
function computeCovariance(
  information: readonly (readonly number[])[],
  n: number,
  isCentered: boolean,
): number[][] {
  const inverse = invertPositive(information)?.slice(0, n) ?? Array.from({ length: n }, () => []);
  const whole = inverse.map((row) => Array.from({ length: n }, (_, k) => row[k] ?? Number.NaN));
  if (!isCentered) return whole;
  const means = whole.map((row) => row.reduce((sum, value) => sum + value, 0) / n);
  const mean = means.reduce((sum, value) => sum + value, 0) / n;
  return whole.map((row, i) => row.map((value, k) => value - means[i]! - means[k]! + mean));
}
