import { createRandomStream, type RandomStream } from '@rcss/core/random';
import { createSprt, type SprtPlan, sprtBounds, sprtRatio, valueOfBlock } from '../src/sprt/sprt.js';

/** Value of a simulated block. */
interface SimulatedBlock {
  readonly goalDifference: number;
  readonly score: number;
}

/** Poisson variable, by multiplication of uniform numbers. */
export function drawPoisson(rng: RandomStream, rate: number): number {
  const limit = Math.exp(-rate);
  let count = 0;
  for (let product = rng.next(); product > limit; product *= rng.next()) count++;
  return count;
}

/** How matches of two versions go. */
export interface MatchModel {
  /** Mean goals of the base per match. */
  readonly rate: number;
  /** Goals per match by which the candidate is better. */
  readonly lead: number;
  /** Whether the rates of a match vary, which makes large scores more frequent than in a Poisson distribution. */
  readonly isUneven?: boolean;
}

/** Draws a block: two matches with swapped sides. The rates of both teams are multiplied by a factor with mean 1. */
export function drawBlock(rng: RandomStream, { rate, lead, isUneven = false }: MatchModel): SimulatedBlock {
  let goals = 0;
  let score = 0;
  for (let i = 0; i < 2; i++) {
    const factor = isUneven ? (rng.next() < 0.2 ? 3 : 0.5) : 1;
    const difference = drawPoisson(rng, factor * (rate + lead)) - drawPoisson(rng, factor * rate);
    goals += difference;
    score += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
  }
  return { goalDifference: goals / 2, score: score / 2 };
}

/** Simulates tests; returns the share that accepts h1, and the mean count of blocks. */
export function simulateSprt(
  plan: SprtPlan,
  draw: (rng: RandomStream) => SimulatedBlock,
  runs: number,
  seed: number,
): { acceptance: number; blocks: number } {
  createSprt(plan);
  const rng = createRandomStream(seed, 'sprt');
  const { lower, upper } = sprtBounds(plan);
  let accepted = 0;
  let blocks = 0;
  for (let run = 0; run < runs; run++) {
    // As addBlock does, without copies.
    const counts = new Map<number, { value: number; count: number }>();
    for (let n = 1; ; n++) {
      const value = valueOfBlock(plan, draw(rng));
      const entry = counts.get(value);
      if (entry === undefined) counts.set(value, { value, count: 1 });
      else entry.count++;
      if (n < (plan.minBlocks ?? 30)) continue;
      const llr = sprtRatio(plan, [...counts.values()]);
      if (llr < upper && llr > lower) continue;
      if (llr >= upper) accepted++;
      blocks += n;
      break;
    }
  }
  return { acceptance: accepted / runs, blocks: blocks / runs };
}
