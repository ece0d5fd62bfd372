import { createRandomStream } from '@rcss/core/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBlock, simulateSprt } from '../../test/simulate-sprt.js';
import { logLikelihoodRatio, solveMultiplier } from './likelihood.js';
import {
  addBlock,
  createSprt,
  expectSprt,
  runSprt,
  type SprtPlan,
  sprtBounds,
  sprtRatio,
  valueOfBlock,
} from './sprt.js';

describe('likelihood ratio', () => {
  /** Published results of fishtest: counts of pairs with 0, 0.5, 1, 1.5 and 2 points, and the ratio with two decimals. */
  it.each([
    {
      counts: [665, 4806, 9333, 4893, 747],
      h0: -0.5,
      h1: 1.5,
      llr: 2.95,
      source: 'Stockfish pull request 2920',
    },
    {
      counts: [328, 4564, 15580, 4789, 371],
      h0: 0.25,
      h1: 1.75,
      llr: 2.98,
      source: 'Stockfish pull request 2920',
    },
    { counts: [59, 754, 2467, 865, 75], h0: -0.5, h1: 1.5, llr: 2.95, source: 'Stockfish pull request 2951' },
    {
      counts: [33, 1185, 8378, 1302, 50],
      h0: 0.25,
      h1: 1.75,
      llr: 2.95,
      source: 'Stockfish pull request 2951',
    },
    {
      counts: [491, 7345, 29693, 7670, 465],
      h0: -0.25,
      h1: 1.25,
      llr: 2.96,
      source: 'Stockfish pull request 3098',
    },
    {
      counts: [174, 2658, 10273, 2713, 178],
      h0: -1.5,
      h1: 0.5,
      llr: 2.96,
      source: 'Stockfish pull request 3017',
    },
  ])('of $counts between $h0 and $h1 Elo is $llr ($source)', ({ counts, h0, h1, llr }) => {
    const values = counts.map((count, i) => ({ value: i / 4, count }));
    expect(sprtRatio({ statistic: 'points', h0, h1 }, values)).toBeCloseTo(llr, 2);
  });

  it('the distribution of a multiplier has sum 1 and the required mean', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.double({ min: 0.02, max: 0.98, noNaN: true }), (list, position) => {
        const values = list.map((count, i) => ({ value: i - 3, count }));
        const mean = -3 + position * (list.length - 1);
        const multiplier = solveMultiplier(values, mean);
        const total = list.reduce((a, b) => a + b, 0);
        let sum = 0;
        let moment = 0;
        for (const { value, count } of values) {
          const p = count / total / (1 + multiplier * (value - mean));
          expect(p).toBeGreaterThan(0);
          sum += p;
          moment += p * value;
        }
        expect(sum).toBeCloseTo(1, 8);
        expect(moment).toBeCloseTo(mean, 7);
      }),
    );
  });

  it('exchanging the hypotheses changes the sign; it is positive if the mean is nearer to h1', () => {
    const values = [-2, -1, 0, 1, 2].map((value) => ({ value, count: 10 + value }));
    const ratio = logLikelihoodRatio(values, -0.4, 0.2);
    expect(ratio).toBeGreaterThan(0);
    expect(logLikelihoodRatio(values, 0.2, -0.4)).toBeCloseTo(-ratio, 12);
    expect(() => logLikelihoodRatio(values, 0, 3)).toThrow('mean 3 is not between');
  });
});

const plan: SprtPlan = { statistic: 'goals', h0: 0, h1: 0.5 };
const block = (goalDifference: number) => ({ goalDifference, score: 0.5 });

describe('sequential test', () => {
  it("has Wald's bounds: ±2.94 for errors of 0.05", () => {
    expect(sprtBounds({})).toEqual({ lower: -Math.log(19), upper: Math.log(19) });
    expect(sprtBounds({ alpha: 0.01, beta: 0.1 }).upper).toBeCloseTo(Math.log(90), 12);
  });

  it('accepts h1 for a better and h0 for an equal candidate, and not before 30 blocks', () => {
    const rng = createRandomStream(3, 'sprt');
    const draw = (lead: number) => Array.from({ length: 400 }, () => drawBlock(rng, { rate: 2, lead }));
    const better = runSprt(plan, draw(0.8));
    expect(better.state.decision).toBe('h1');
    expect(better.ratios).toHaveLength(better.state.blocks);
    expect(better.ratios.at(-1)).toBeGreaterThanOrEqual(Math.log(19));
    expect(runSprt(plan, draw(0)).state.decision).toBe('h0');
    const sure = Array.from({ length: 40 }, () => block(3));
    expect(runSprt(plan, sure).state.blocks).toBe(30);
    expect(runSprt({ ...plan, minBlocks: 4 }, sure).state.blocks).toBeLessThan(30);
  });

  it('a state continues after JSON, and keeps its decision when more blocks come', () => {
    const rng = createRandomStream(5, 'sprt');
    const blocks = Array.from({ length: 200 }, () => drawBlock(rng, { rate: 2, lead: 1 }));
    let whole = createSprt(plan);
    let resumed = createSprt(plan);
    for (const value of blocks) {
      whole = addBlock(whole, value);
      resumed = addBlock(JSON.parse(JSON.stringify(resumed)), value);
    }
    expect(resumed).toEqual(whole);
    expect(whole.decision).toBe('h1');
    for (let i = 0; i < 300; i++) whole = addBlock(whole, block(-5));
    expect(whole.llr).toBeLessThan(0);
    expect(whole.decision).toBe('h1');
  });

  it('clips goal differences, so that one match does not decide', () => {
    expect(valueOfBlock(plan, block(-17))).toBe(-10);
    expect(valueOfBlock({ ...plan, clip: 4 }, block(4.5))).toBe(4);
    expect(valueOfBlock({ ...plan, statistic: 'points' }, block(4.5))).toBe(0.5);
  });

  it('ends undecided at the maximum of blocks', () => {
    const { state } = runSprt(
      { ...plan, maxBlocks: 40 },
      Array.from({ length: 99 }, (_, i) => block(i % 2 === 0 ? 4.5 : -4)),
    );
    expect(state).toMatchObject({ decision: 'undecided', blocks: 40 });
  });

  it('a candidate and a base exchanged give the ratio of exchanged hypotheses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 30 }), (goals) => {
        const symmetric: SprtPlan = { statistic: 'goals', h0: -0.25, h1: 0.25 };
        const run = (sign: number) =>
          goals.reduce((state, value) => addBlock(state, block((sign * value) / 2)), createSprt(symmetric))
            .llr;
        expect(run(1)).toBeCloseTo(-run(-1), 8);
      }),
    );
  });

  it('rejects hypotheses and errors without meaning', () => {
    expect(() => createSprt({ ...plan, h1: 0 })).toThrow('h0 0 must be below h1 0');
    expect(() => createSprt({ ...plan, alpha: 0.7 })).toThrow('alpha 0.7 is not between 0 and 0.5');
    expect(() => createSprt({ ...plan, h1: 12 })).toThrow('must be inside ±clip, ±10 goals');
    expect(() => createSprt({ ...plan, minBlocks: 0 })).toThrow('minBlocks 0 is not a whole number from 1');
  });
});

describe('errors and length (short simulation; sprt.long.ts has the long one)', () => {
  const model = { rate: 2, lead: 0 };

  it('error rates are near 0.05 at both hypotheses', () => {
    const atH0 = simulateSprt(plan, (rng) => drawBlock(rng, model), 400, 1);
    const atH1 = simulateSprt(plan, (rng) => drawBlock(rng, { ...model, lead: 0.5 }), 400, 2);
    expect(atH0.acceptance).toBeLessThan(0.09);
    expect(atH1.acceptance).toBeGreaterThan(0.9);
  });

  it('the expected length and acceptance agree with the simulation', () => {
    // Variance of the mean of two Poisson differences with rates 2.25 and 2: half of 4.25.
    const lead = 0.25;
    const expected = expectSprt(plan, lead, Math.sqrt(4.25 / 2));
    expect(expected.acceptance).toBeCloseTo(0.5, 10);
    const found = simulateSprt(plan, (rng) => drawBlock(rng, { ...model, lead }), 400, 3);
    expect(Math.abs(found.acceptance - expected.acceptance)).toBeLessThan(0.09);
    expect(found.blocks / expected.blocks).toBeGreaterThan(0.85);
    expect(found.blocks / expected.blocks).toBeLessThan(1.35);
  });

  it('at the hypotheses, acceptance is α and 1 − β', () => {
    const errors = { ...plan, alpha: 0.02, beta: 0.1 };
    expect(expectSprt(errors, 0, 2).acceptance).toBeCloseTo(0.02, 10);
    expect(expectSprt(errors, 0.5, 2).acceptance).toBeCloseTo(0.9, 10);
    expect(expectSprt(errors, 0.5, 2).blocks).toBeLessThan(expectSprt(errors, 0.25, 2).blocks);
  });
});
