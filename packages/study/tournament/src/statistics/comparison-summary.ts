import type { BlockValue } from './blocks.js';
import { normalQuantile } from './distributions.js';
import { eloOfScore, eloSlope } from './elo.js';
import {
  type BootstrapOptions,
  bootstrapInterval,
  boundedInterval,
  studentInterval,
  wilsonInterval,
} from './intervals.js';
import { checkLevel, computeMoments, type Interval } from './moments.js';

export interface Estimate extends Interval {
  readonly value: number;
}

/** Share of matches with an outcome. */
export interface OutcomeShare extends Estimate {
  readonly count: number;
}

/** Result of a comparison of a candidate with a base. */
export interface ComparisonSummary {
  readonly blocks: number;
  /** Matches of the candidate. */
  readonly matches: number;
  /** Shares of the matches of the candidate, with Wilson intervals. They take the matches as independent. */
  readonly wins: OutcomeShare;
  readonly draws: OutcomeShare;
  readonly losses: OutcomeShare;
  /** Mean goal difference per match, in goals. */
  readonly goalDifference: Estimate;
  /** Standard deviation of the goal difference of blocks; what {@link planBlocks} needs. */
  readonly deviation: number;
  /** Mean score per match, 0–1; 0.5 if both are equal. */
  readonly score: Estimate;
  /** Elo difference; against opponents that of the candidate less that of the base. Infinite if a version won or lost all. */
  readonly elo: Estimate;
}

/** Blocks below which Student's interval replaces the bootstrap, which covers the mean too rarely in small samples. */
const MIN_BOOTSTRAP_BLOCKS = 30;
/** Blocks above which Student's interval replaces the bootstrap; both agree then, and the bootstrap is slow. */
const MAX_BOOTSTRAP_BLOCKS = 5000;

function estimateMean(values: readonly number[], options: BootstrapOptions): Estimate {
  const { mean } = computeMoments(values);
  const interval =
    values.length < MIN_BOOTSTRAP_BLOCKS || values.length > MAX_BOOTSTRAP_BLOCKS
      ? studentInterval(values, options.level)
      : bootstrapInterval(values, options);
  return { value: mean, ...interval };
}

/** Mean score of blocks, with an interval that stays inside 0–1. */
function estimateScore(blocks: readonly BlockValue[], level?: number): Estimate {
  const values = blocks.map(({ score }) => score);
  return { value: computeMoments(values).mean, ...boundedInterval(values, level) };
}

/**
 * Estimates the Elo difference from the scores of blocks. Two versions that play each other: the interval of the mean score of blocks
 * ({@link boundedInterval}), which are those of the pentanomial model of paired games (Van den Bergh, "The pentanomial model"), transformed to Elo. Against opponents: the
 * difference of two Elo values by the delta method over blocks.
 *
 * @throws RangeError without blocks.
 */
export function estimateElo(blocks: readonly BlockValue[], level: number = 0.95): Estimate {
  checkLevel(level);
  if (blocks.length === 0) throw new RangeError('there are no complete blocks');
  if (blocks.every(({ isPooled }) => !isPooled)) {
    const { value, low, high } = estimateScore(blocks, level);
    return { value: eloOfScore(value), low: eloOfScore(low), high: eloOfScore(high) };
  }
  const candidate = computeMoments(blocks.map((b) => b.candidateScore)).mean;
  const base = computeMoments(blocks.map((b) => b.baseScore)).mean;
  const value = eloOfScore(candidate) - eloOfScore(base);
  if (!Number.isFinite(value) || blocks.length < 2)
    return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const influence = blocks.map(
    (b) => eloSlope(candidate) * (b.candidateScore - candidate) - eloSlope(base) * (b.baseScore - base),
  );
  const radius =
    normalQuantile(0.5 + level / 2) * Math.sqrt(computeMoments(influence).variance / blocks.length);
  return { value, low: value - radius, high: value + radius };
}

/**
 * Summarizes a comparison: goal difference with a bootstrap interval over blocks (Student's interval below 30 and above 5000 blocks), outcomes with Wilson intervals, the score with {@link boundedInterval}, Elo difference.
 * The intervals hold for a number of blocks that was fixed in advance; after a sequential test the estimates are biased away from
 * zero.
 *
 * @throws RangeError without blocks.
 */
export function summarizeComparison(
  blocks: readonly BlockValue[],
  options: BootstrapOptions = {},
): ComparisonSummary {
  if (blocks.length === 0) throw new RangeError('there are no complete blocks');
  const { level = 0.95 } = options;
  const total = (count: (block: BlockValue) => number): number =>
    blocks.reduce((sum, block) => sum + count(block), 0);
  const wins = total((b) => b.wins);
  const draws = total((b) => b.draws);
  const losses = total((b) => b.losses);
  const matches = wins + draws + losses;
  const share = (count: number): OutcomeShare => ({
    count,
    value: count / matches,
    ...wilsonInterval(count, matches, level),
  });
  const goals = blocks.map((b) => b.goalDifference);
  return {
    blocks: blocks.length,
    matches,
    wins: share(wins),
    draws: share(draws),
    losses: share(losses),
    goalDifference: estimateMean(goals, options),
    deviation: Math.sqrt(computeMoments(goals).variance),
    score: estimateScore(blocks, level),
    elo: estimateElo(blocks, level),
  };
}
