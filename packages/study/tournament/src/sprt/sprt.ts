import type { BlockValue } from '../statistics/blocks.js';
import { scoreOfElo } from '../statistics/elo.js';
import { logLikelihoodRatio, type ValueCount } from './likelihood.js';

/** Sequential test of two hypotheses about the difference of two versions. */
export interface SprtPlan {
  /** What is tested: the goal difference per match, or the points (win 1, draw 0.5) per match. */
  readonly statistic: 'goals' | 'points';
  /** Difference under the first hypothesis: goals per match, or Elo for points. Usually 0: the candidate is not better. */
  readonly h0: number;
  /** Difference under the second hypothesis, above `h0`: what an improvement should be at least. */
  readonly h1: number;
  /** Probability to accept `h1` although `h0` is true, 0–0.5. Default: 0.05. */
  readonly alpha?: number;
  /** Probability to accept `h0` although `h1` is true, 0–0.5. Default: 0.05. */
  readonly beta?: number;
  /** Goal differences of blocks beyond ± this value count as this value, so that one match cannot decide. Default: 10. */
  readonly clip?: number;
  /**
   * Blocks before which the test does not end, because the distribution of the values is not known well enough. With fewer than 30
   * blocks, errors are more frequent than α and β. Default: 30.
   */
  readonly minBlocks?: number;
  /** Blocks after which the test ends without a decision. Default: no limit. */
  readonly maxBlocks?: number;
  /**
   * Whether the versions play against opponents. Then Elo hypotheses are those of a match against an opponent as strong as the
   * base. Default: false.
   */
  readonly isPooled?: boolean;
}

/** Outcome of a sequential test. `undecided`: `maxBlocks` was reached. */
export type SprtDecision = 'h0' | 'h1' | 'undecided';

/** State of a sequential test: plain data, which JSON keeps. */
export interface SprtState {
  readonly plan: SprtPlan;
  /** Values of blocks with their counts, in ascending order. */
  readonly values: readonly ValueCount[];
  /** Count of blocks. */
  readonly blocks: number;
  /** Log-likelihood ratio after the last block. */
  readonly llr: number;
  /** Decision; null while the test runs. Blocks after the decision do not change it. */
  readonly decision: SprtDecision | null;
}

/** Bounds of the log-likelihood ratio. */
export interface SprtBounds {
  /** At or below this value, `h0` is accepted: ln(β / (1 − α)). */
  readonly lower: number;
  /** At or above this value, `h1` is accepted: ln((1 − β) / α). */
  readonly upper: number;
}

/** Count of a value that has not been observed, so that both hypotheses stay possible. */
const UNSEEN_COUNT = 1e-3;
const DEFAULT_ERROR = 0.05;
const DEFAULT_CLIP = 10;
/** Fewest blocks of a test whose plan does not say otherwise. */
export const DEFAULT_MIN_BLOCKS = 30;

/** Bounds of Wald's test (Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945). */
export function sprtBounds({
  alpha = DEFAULT_ERROR,
  beta = DEFAULT_ERROR,
}: Pick<SprtPlan, 'alpha' | 'beta'>): SprtBounds {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

/** Mean of a block value under a difference: goals are the same, Elo becomes a score. */
function meanOf(difference: number, { statistic, isPooled = false }: SprtPlan): number {
  if (statistic === 'goals') return difference;
  const score = scoreOfElo(difference);
  return isPooled ? 0.5 + (score - 0.5) / 2 : score;
}

/**
 * Values that are possible although they have not been observed. For points, all values of a pair, as in the pentanomial model. For
 * goals, two goals beyond the hypotheses: if the ends of the clip were used, a few blocks of 10 goals would be the likeliest explanation
 * of any mean, and the test would need three times the matches.
 */
function supportOf({ statistic, h0, h1, isPooled = false }: SprtPlan): readonly number[] {
  if (statistic === 'goals') {
    const end = Math.max(Math.abs(h0), Math.abs(h1)) + 2;
    return [-end, end];
  }
  const steps = isPooled ? 8 : 4;
  return Array.from({ length: steps + 1 }, (_, i) => i / steps);
}

/**
 * Checks a plan.
 *
 * @throws RangeError with the name, the value and what is allowed.
 */
function checkPlan(plan: SprtPlan): void {
  const { statistic, h0, h1, alpha = DEFAULT_ERROR, beta = DEFAULT_ERROR, clip = DEFAULT_CLIP } = plan;
  if (!(Number.isFinite(h0) && Number.isFinite(h1) && h0 < h1))
    throw new RangeError(`h0 ${h0} must be below h1 ${h1}, and both must be finite`);
  for (const [name, value] of Object.entries({ alpha, beta })) {
    if (!(value > 0 && value < 0.5)) throw new RangeError(`${name} ${value} is not between 0 and 0.5`);
  }
  if (!(Number.isFinite(clip) && clip > 0))
    throw new RangeError(`clip ${clip} must be a finite number above 0`);
  if (statistic === 'goals' && Math.max(Math.abs(h0), Math.abs(h1)) >= clip)
    throw new RangeError(`h0 ${h0} and h1 ${h1} must be inside ±clip, ±${clip} goals`);
  for (const name of ['minBlocks', 'maxBlocks'] as const) {
    const value = plan[name] ?? 1;
    if (!(Number.isInteger(value) && value >= 1))
      throw new RangeError(`${name} ${value} is not a whole number from 1`);
  }
}

/**
 * Creates a generalized sequential probability ratio test (GSPRT): after each block of matches, the ratio of the largest likelihoods of
 * the data under both hypotheses decides whether the test ends. The distribution of the values is estimated, not assumed.
 *
 * @throws RangeError if the plan is not possible, for example if `h0` is not below `h1`.
 * @example
 * ```ts
 * let test = createSprt({ statistic: 'goals', h0: 0, h1: 0.3 });
 * for (const block of blocks) test = addBlock(test, block);
 * test.decision; // 'h1': at least 0.3 goals per match better, 'h0': not, null: more matches are needed
 * ```
 */
export function createSprt(plan: SprtPlan): SprtState {
  checkPlan(plan);
  return { plan, values: [], blocks: 0, llr: 0, decision: null };
}

/** Returns the value of a block that the test counts: points, or the goal difference within the clip. */
export function valueOfBlock(
  { statistic, clip = DEFAULT_CLIP }: SprtPlan,
  block: Pick<BlockValue, 'goalDifference' | 'score'>,
): number {
  if (statistic === 'points') return block.score;
  return Math.min(Math.max(block.goalDifference, -clip), clip);
}

function addCount(values: readonly ValueCount[], value: number): ValueCount[] {
  const next = values.map((entry) => (entry.value === value ? { value, count: entry.count + 1 } : entry));
  if (next.every((entry) => entry.value !== value)) next.push({ value, count: 1 });
  return next.sort((a, b) => a.value - b.value);
}

/** Returns the log-likelihood ratio of counts of block values; values of the support that are missing count 0.001. */
export function sprtRatio(plan: SprtPlan, values: readonly ValueCount[]): number {
  const unseen = supportOf(plan).filter((value) => values.every((entry) => entry.value !== value));
  const all = [...values, ...unseen.map((value) => ({ value, count: UNSEEN_COUNT }))];
  return logLikelihoodRatio(all, meanOf(plan.h0, plan), meanOf(plan.h1, plan));
}

function decide(plan: SprtPlan, blocks: number, llr: number): SprtDecision | null {
  const { lower, upper } = sprtBounds(plan);
  if (blocks >= (plan.minBlocks ?? DEFAULT_MIN_BLOCKS)) {
    if (llr >= upper) return 'h1';
    if (llr <= lower) return 'h0';
  }
  return blocks >= (plan.maxBlocks ?? Number.POSITIVE_INFINITY) ? 'undecided' : null;
}

/**
 * Returns the state after a further block. The order of the blocks matters only for the moment of the decision; add them in the order
 * of the plan, so that fast matches do not count first.
 */
export function addBlock(state: SprtState, block: Pick<BlockValue, 'goalDifference' | 'score'>): SprtState {
  const { plan } = state;
  const values = addCount(state.values, valueOfBlock(plan, block));
  const blocks = state.blocks + 1;
  const llr = sprtRatio(plan, values);
  return { plan, values, blocks, llr, decision: state.decision ?? decide(plan, blocks, llr) };
}

/** Runs a test over blocks, and returns the final state and the ratio after each block, for a chart. */
export function runSprt(
  plan: SprtPlan,
  blocks: readonly Pick<BlockValue, 'goalDifference' | 'score'>[],
): { readonly state: SprtState; readonly ratios: readonly number[] } {
  let state = createSprt(plan);
  const ratios: number[] = [];
  for (const block of blocks) {
    if (state.decision !== null) break;
    state = addBlock(state, block);
    ratios.push(state.llr);
  }
  return { state, ratios };
}

/** What {@link expectSprt} returns. */
export interface SprtExpectation {
  /** Probability that the test accepts `h1`. */
  readonly acceptance: number;
  /** Mean count of blocks until the decision. */
  readonly blocks: number;
}

/**
 * Returns how often a test accepts `h1` and how many blocks it needs on average, if the values of blocks have the given mean and
 * standard deviation, in the unit of the values (goals, or score for points). The ratio is taken as a Brownian motion between both
 * bounds (Wald 1945); real tests need a few blocks more, because they overshoot the bounds.
 */
export function expectSprt(plan: SprtPlan, mean: number, deviation: number): SprtExpectation {
  checkPlan(plan);
  const { lower, upper } = sprtBounds(plan);
  const h0 = meanOf(plan.h0, plan);
  const h1 = meanOf(plan.h1, plan);
  const scale = (h1 - h0) / deviation ** 2;
  const drift = scale * (mean - (h0 + h1) / 2);
  const variance = (scale * deviation) ** 2;
  const exponent = (-2 * drift) / variance;
  if (Math.abs(exponent * (upper - lower)) < 1e-9) {
    return { acceptance: -lower / (upper - lower), blocks: (-lower * upper) / variance };
  }
  const acceptance =
    Math.expm1(exponent * lower) / (Math.expm1(exponent * lower) - Math.expm1(exponent * upper));
  return { acceptance, blocks: (acceptance * upper + (1 - acceptance) * lower) / drift };
}
