import { createRandomStream, type RandomStream } from '@rcss/core/random';
import { normalQuantile, studentQuantile } from './distributions.js';
import { computeMoments } from './moments.js';

/** Question of a power analysis: how many blocks show a difference. */
export interface PowerQuestion {
  /** Difference that is to be seen, in the unit of the values (goals per match). */
  readonly difference: number;
  /** Standard deviation of the values of blocks, in the same unit. */
  readonly deviation: number;
  /** Probability of a false alarm of the two-sided test, from 0 to 1. Default: 0.05. */
  readonly alpha?: number;
  /** Probability to see the difference, as a fraction. Default: 0.8. */
  readonly power?: number;
}

function checkQuestion({ difference, deviation, alpha = 0.05, power = 0.8 }: PowerQuestion): void {
  if (!(Number.isFinite(difference) && difference !== 0))
    throw new RangeError(`difference ${difference} must be a finite number other than 0`);
  if (!(Number.isFinite(deviation) && deviation > 0))
    throw new RangeError(`deviation ${deviation} must be a finite number above 0`);
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha ${alpha} is not between 0 and 1`);
  if (!(power > alpha && power < 1)) throw new RangeError(`power ${power} is not between alpha and 1`);
}

/**
 * Returns how many blocks a two-sided t test needs to see a difference: ((z(1−α/2) + z(power)) · deviation / difference)² +
 * z(1−α/2)² / 2, rounded up. The second term corrects for the estimated deviation (Guenther, "Sample size formulas for normal
 * theory t tests", The American Statistician 35, 1981).
 */
export function planBlocks(question: PowerQuestion): number {
  checkQuestion(question);
  const { difference, deviation, alpha = 0.05, power = 0.8 } = question;
  const z = normalQuantile(1 - alpha / 2);
  const effect = Math.abs(difference) / deviation;
  return Math.ceil(((z + normalQuantile(power)) / effect) ** 2 + (z * z) / 2);
}

/** Options of {@link simulatePower}. */
export interface SimulationOptions {
  /** Count of simulated comparisons. Default: 2000. */
  readonly runs?: number;
  /** Probability of a false alarm of the two-sided test. Default: 0.05. */
  readonly alpha?: number;
  /** Seed. Default: 0. */
  readonly seed?: number | string;
}

/**
 * Simulates comparisons of `blocks` blocks, and returns the share of those in which a two-sided t test is significant. `draw`
 * returns the value of a random block; with the values of earlier matches, see {@link drawShifted}.
 */
export function simulatePower(
  draw: (rng: RandomStream) => number,
  blocks: number,
  { runs = 2000, alpha = 0.05, seed = 0 }: SimulationOptions = {},
): number {
  if (!(Number.isInteger(blocks) && blocks >= 2))
    throw new RangeError(`blocks ${blocks} is not a whole number from 2`);
  const rng = createRandomStream(seed, 'power');
  const critical = studentQuantile(1 - alpha / 2, blocks - 1);
  const values = new Float64Array(blocks);
  let significant = 0;
  for (let run = 0; run < runs; run++) {
    for (let i = 0; i < blocks; i++) values[i] = draw(rng);
    const { mean, variance } = computeMoments(values);
    if (Math.abs(mean) > critical * Math.sqrt(variance / blocks)) significant++;
  }
  return significant / runs;
}

/** Returns a function that draws from earlier values, moved such that their mean is `difference`. */
export function drawShifted(values: readonly number[], difference: number): (rng: RandomStream) => number {
  const { mean } = computeMoments(values);
  return (rng) => values[Math.floor(rng.next() * values.length)]! - mean + difference;
}

/** Row of a power table. */
export interface PowerRow {
  /** Difference in goals per match. */
  readonly difference: number;
  /** Blocks that are needed. */
  readonly blocks: number;
  /** Matches that are needed. */
  readonly matches: number;
}

export interface PowerTableOptions extends Omit<PowerQuestion, 'difference'> {
  /** Differences in goals per match. Default: 0.1, 0.2, 0.3, 0.5, 0.75, 1. */
  readonly differences?: readonly number[];
  /** Matches of a block: 2 if the versions play each other, 4 against opponents. Default: 2. */
  readonly matchesPerBlock?: number;
}

/** Creates the table of the blocks and matches that show each difference. */
export function createPowerTable({
  differences = [0.1, 0.2, 0.3, 0.5, 0.75, 1],
  matchesPerBlock = 2,
  ...question
}: PowerTableOptions): PowerRow[] {
  return differences.map((difference) => {
    const blocks = planBlocks({ ...question, difference });
    return { difference, blocks, matches: blocks * matchesPerBlock };
  });
}
