import { solvePositive } from './linear.js';
import type { PairCounts } from './pair-counts.js';

/** Strengths that make the results most likely. */
export interface Fit {
  /** Natural logarithms of the strengths, in the order of the teams; their mean is 0. */
  readonly strengths: readonly number[];
  /** Logarithm of the parameter of draws of Davidson's model; −∞ without draws. */
  readonly logDraw: number;
  /** Standard errors of the strengths; NaN where the likelihood is flat. */
  readonly errors: readonly number[];
}

export interface FitOptions {
  /**
   * Count of draws that each team is taken to have played against a team of mean strength. It keeps strengths of teams without a win
   * or without a defeat finite and pulls all strengths a little together. Default: 0.
   */
  readonly priorDraws?: number;
}

const MAX_STEPS = 200;
const TOLERANCE = 1e-10;

/**
 * Fits Davidson's model: i beats k with probability proportional to s(i), loses with s(k), draws with v √(s(i) s(k)) (Davidson, "On
 * extending the Bradley–Terry model to accommodate ties in paired comparison experiments", JASA 65, 1970). Without draws it is the model
 * of Bradley and Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952. The steps are those of Newton for the
 * log-likelihood, halved until it increases; it is concave in the logarithms, so the maximum is unique if all teams are connected.
 */
export function fitStrengths(counts: PairCounts, { priorDraws = 0 }: FitOptions = {}): Fit {
  const n = counts.teams.length;
  const hasDraws = counts.draws.some((row) => row.some((draws) => draws > 0));
  // The last unknown is the logarithm of the draw parameter.
  let x = new Array<number>(n + 1).fill(0);
  if (!hasDraws) x[n] = Number.NEGATIVE_INFINITY;
  let current = evaluate(counts, x, priorDraws, hasDraws);
  for (let i = 0; i < MAX_STEPS; i++) {
    const step = solvePositive(current.information, current.gradient);
    if (step === null || Math.max(...step.map(Math.abs)) < TOLERANCE) break;
    let scale = 1;
    let next = current;
    let moved = x;
    for (; scale > 1e-10; scale /= 2) {
      moved = x.map((value, k) => value + scale * (step[k] ?? 0));
      next = evaluate(counts, moved, priorDraws, hasDraws);
      // Near the maximum, likelihoods differ by rounding only.
      if (next.likelihood >= current.likelihood - 1e-12 * Math.abs(current.likelihood)) break;
    }
    x = moved;
    current = next;
  }
  const mean = x.slice(0, n).reduce((sum, value) => sum + value, 0) / n;
  return {
    strengths: x.slice(0, n).map((value) => value - mean),
    logDraw: hasDraws ? x[n]! : Number.NEGATIVE_INFINITY,
    errors: computeErrors(current.information, n),
  };
}

interface Evaluation {
  readonly likelihood: number;
  readonly gradient: number[];
  /** Negative second derivatives, with a term that fixes the mean of the strengths. */
  readonly information: number[][];
}

/** Log-likelihood, gradient and information at the logarithms x of the strengths and, last, of the draw parameter. */
function evaluate(
  counts: PairCounts,
  x: readonly number[],
  priorDraws: number,
  hasDraws: boolean,
): Evaluation {
  const n = counts.teams.length;
  const size = hasDraws ? n + 1 : n;
  const gradient = new Array<number>(size).fill(0);
  // Without a prior the likelihood depends on differences only; this term keeps the mean at 0.
  const fixMean = priorDraws > 0 ? 0 : 1 / n;
  const information = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, k) => (i < n && k < n ? fixMean : 0)),
  );
  let likelihood = 0;
  for (let i = 0; i < n; i++) {
    for (let k = i + 1; k < n; k++) {
      const wins = counts.wins[i]![k]!;
      const losses = counts.wins[k]![i]!;
      const draws = counts.draws[i]![k]!;
      const total = wins + losses + draws;
      if (total === 0) continue;
      // Relative to the larger strength, so that nothing overflows.
      const half = (x[i]! - x[k]!) / 2;
      const logNormal = logSum(half, -half, hasDraws ? x[n]! : Number.NEGATIVE_INFINITY);
      const pWin = Math.exp(half - logNormal);
      const pLoss = Math.exp(-half - logNormal);
      const pDraw = hasDraws ? Math.exp(x[n]! - logNormal) : 0;
      likelihood += wins * half - losses * half + (draws > 0 ? draws * x[n]! : 0) - total * logNormal;
      // Derivatives with respect to the difference of both strengths: a win counts +1/2, a defeat −1/2.
      const slope = (wins - losses) / 2 - (total * (pWin - pLoss)) / 2;
      const curvature = (total * (pWin + pLoss - (pWin - pLoss) ** 2)) / 4;
      gradient[i]! += slope;
      gradient[k]! -= slope;
      information[i]![i]! += curvature;
      information[k]![k]! += curvature;
      information[i]![k]! -= curvature;
      information[k]![i]! -= curvature;
      if (!hasDraws) continue;
      gradient[n]! += draws - total * pDraw;
      information[n]![n]! += total * pDraw * (1 - pDraw);
      const mixed = (total * pDraw * (pWin - pLoss)) / 2;
      information[i]![n]! -= mixed;
      information[n]![i]! -= mixed;
      information[k]![n]! += mixed;
      information[n]![k]! += mixed;
    }
  }
  // Prior: half a win and half a defeat per draw against a team of strength 1.
  for (let i = 0; i < n; i++) {
    const p = 1 / (1 + Math.exp(-x[i]!));
    likelihood += priorDraws * (x[i]! / 2 - logSum(0, x[i]!, Number.NEGATIVE_INFINITY));
    gradient[i]! += priorDraws * (0.5 - p);
    information[i]![i]! += priorDraws * p * (1 - p);
  }
  return { likelihood, gradient, information };
}

function logSum(a: number, b: number, c: number): number {
  const largest = Math.max(a, b, c);
  return largest + Math.log(Math.exp(a - largest) + Math.exp(b - largest) + Math.exp(c - largest));
}

/** Standard errors of the strengths less their mean, from the inverse of the information. */
function computeErrors(information: readonly (readonly number[])[], n: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    const contrast = information.map((_, k) => (k < n ? (k === i ? 1 : 0) - 1 / n : 0));
    const solved = solvePositive(information, contrast);
    if (solved === null) return Number.NaN;
    return Math.sqrt(contrast.reduce((sum, value, k) => sum + value * solved[k]!, 0));
  });
}
