import { describe, expect, it } from 'vitest';
import { drawBlock, type MatchModel, simulateSprt } from '../../test/simulate-sprt.js';
import type { SprtPlan } from './sprt.js';

const RUNS = 10_000;
/** Three standard deviations of a share of 0.05 in 10,000 runs. */
const SLACK = 3 * Math.sqrt((0.05 * 0.95) / RUNS);

const models: { readonly name: string; readonly model: MatchModel }[] = [
  { name: '2 goals per match', model: { rate: 2, lead: 0 } },
  { name: '4 goals per match', model: { rate: 4, lead: 0 } },
  { name: 'uneven matches with up to 6 goals', model: { rate: 2, lead: 0, isUneven: true } },
];

describe.each(models)('sequential test on goals in 10,000 simulated comparisons, $name', ({ model }) => {
  const plan: SprtPlan = { statistic: 'goals', h0: 0, h1: 0.5 };

  it('accepts h1 for equal teams in at most 5 %', () => {
    const { acceptance } = simulateSprt(plan, (rng) => drawBlock(rng, model), RUNS, 11);
    expect(acceptance).toBeLessThan(0.05 + SLACK);
  });

  it('accepts h1 for a lead of 0.5 goals in about 95 %', () => {
    const { acceptance } = simulateSprt(plan, (rng) => drawBlock(rng, { ...model, lead: 0.5 }), RUNS, 12);
    expect(acceptance).toBeGreaterThan(0.95 - SLACK);
  });
});

describe('sequential test on points in 10,000 simulated comparisons', () => {
  const plan: SprtPlan = { statistic: 'points', h0: 0, h1: 60 };

  it('accepts h1 for equal teams in at most 5 %', () => {
    const draw = { rate: 1.5, lead: 0 };
    const { acceptance } = simulateSprt(plan, (rng) => drawBlock(rng, draw), RUNS, 13);
    expect(acceptance).toBeLessThan(0.05 + SLACK);
  });
});
