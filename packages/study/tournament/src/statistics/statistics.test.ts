import { createRandomStream, normal } from '@rcss/core/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTournament } from '../formats/tournament.js';
import { type BlockMatch, createBlockValues } from './blocks.js';
import { estimateElo, summarizeComparison } from './comparison-summary.js';
import {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTwoSided,
} from './distributions.js';
import { eloOfScore, scoreOfElo } from './elo.js';
import {
  bootstrapInterval,
  boundedInterval,
  jackknifeAcceleration,
  studentInterval,
  wilsonInterval,
} from './intervals.js';
import { computeMoments, type Interval } from './moments.js';
import { createPowerTable, drawShifted, planBlocks, simulatePower } from './power.js';

describe('distribution functions agree with published tables', () => {
  it('normal distribution (Abramowitz and Stegun, table 26.1)', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(1)).toBeCloseTo(0.841344746068543, 14);
    expect(normalCdf(2.5)).toBeCloseTo(0.99379033467422, 13);
    expect(normalCdf(3.5)).toBeCloseTo(0.999767370920964, 14);
    expect(normalCdf(-10) / 7.6198530241605e-24).toBeCloseTo(1, 12);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect(normalQuantile(0.999)).toBeCloseTo(3.090232306167813, 12);
  });

  it('the quantile is the inverse of the distribution function', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 5, noNaN: true }), (x) => {
        expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 8);
      }),
    );
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect(() => normalQuantile(1.5)).toThrow('probability 1.5 is not in 0–1');
  });

  it("Student's distribution (Abramowitz and Stegun, table 26.10)", () => {
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.7062047361747, 9);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.22813885198627, 11);
    expect(studentQuantile(0.05, 30)).toBeCloseTo(-1.69726088659396, 11);
    expect(studentTwoSided(2.22813885198627, 10)).toBeCloseTo(0.05, 13);
  });

  it('gamma and beta functions', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(10)).toBeCloseTo(Math.log(362_880), 12);
    // I_x(1, b) = 1 − (1 − x)^b and I_x(2, 3) at 0.4 = 0.5248
    expect(incompleteBeta(0.3, 1, 4)).toBeCloseTo(1 - 0.7 ** 4, 13);
    expect(incompleteBeta(0.4, 2, 3)).toBeCloseTo(0.5248, 13);
  });
});

describe('Wilson interval', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i is %f to %f (Newcombe 1998, table I, method 3)', (r, n, low, high) => {
    const found = wilsonInterval(r, n);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('contains the share, stays in 0–1 and is symmetric in success and failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (trials, drawn) => {
        const successes = Math.min(drawn, trials);
        const { low, high } = wilsonInterval(successes, trials);
        const mirror = wilsonInterval(trials - successes, trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / trials);
        expect(high).toBeGreaterThanOrEqual(successes / trials);
        expect(mirror.low).toBeCloseTo(1 - high, 12);
      }),
    );
  });

  it('rejects impossible counts', () => {
    expect(() => wilsonInterval(3, 2)).toThrow('3 successes of 2 trials');
    expect(() => wilsonInterval(0, 0)).toThrow('0 successes of 0 trials');
    expect(() => wilsonInterval(1, 2, 95)).toThrow('level 95 is not between 0 and 1');
  });
});

describe('bootstrap', () => {
  /** Spatial test data, Efron and Tibshirani, "An introduction to the bootstrap", 1993, table 14.1. */
  const spatial = [
    48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41,
  ];
  const variance = (sample: ArrayLike<number>): number => {
    const { variance: unbiased, count } = computeMoments(sample);
    return (unbiased * (count - 1)) / count;
  };

  it('reproduces the published intervals of a variance (Efron and Tibshirani 1993, table 14.2)', () => {
    expect(variance(spatial)).toBeCloseTo(171.5, 1);
    expect(jackknifeAcceleration(spatial, variance)).toBeCloseTo(0.061, 3);
    const options = { level: 0.9, resamples: 20_000 };
    const percentile = bootstrapInterval(spatial, { ...options, method: 'percentile' }, variance);
    const bca = bootstrapInterval(spatial, options, variance);
    // Published with 2000 resamples: 100.8 to 233.9, and 115.8 to 259.6.
    expect(Math.abs(percentile.low - 100.8)).toBeLessThan(2.5);
    expect(Math.abs(percentile.high - 233.9)).toBeLessThan(2.5);
    expect(Math.abs(bca.low - 115.8)).toBeLessThan(2.5);
    expect(Math.abs(bca.high - 259.6)).toBeLessThan(4);
  });

  it('the same seed gives the same interval, another seed nearly the same', () => {
    const first = bootstrapInterval(spatial, { seed: 1 });
    expect(bootstrapInterval(spatial, { seed: 1 })).toEqual(first);
    const second = bootstrapInterval(spatial, { seed: 2 });
    expect(second).not.toEqual(first);
    expect(Math.abs(second.low - first.low)).toBeLessThan(0.7);
  });

  it("agrees with Student's interval for many values, and follows scale and shift", () => {
    const rng = createRandomStream(1, 'test');
    const values = Array.from({ length: 400 }, () => normal(rng, 0.3, 2));
    const student = studentInterval(values);
    const found = bootstrapInterval(values);
    expect(found.low).toBeCloseTo(student.low, 1);
    expect(found.high).toBeCloseTo(student.high, 1);
    const moved = bootstrapInterval(values.map((x) => 10 + 2 * x));
    expect(moved.low).toBeCloseTo(10 + 2 * found.low, 8);
    expect(moved.high).toBeCloseTo(10 + 2 * found.high, 8);
  });

  it('equal values give an interval of width 0, one value an infinite one, no value an error', () => {
    expect(bootstrapInterval([2, 2, 2])).toEqual({ low: 2, high: 2 });
    expect(bootstrapInterval([2])).toEqual({
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
    });
    expect(() => bootstrapInterval([])).toThrow('there are no values');
    expect(() => bootstrapInterval([1, 2], { resamples: 10 })).toThrow('resamples 10 is not');
  });
});

describe('Elo', () => {
  it('a score of 0.76 is 200 points (Elo 1978), and both functions are inverse', () => {
    expect(eloOfScore(0.7597)).toBeCloseTo(200, 0);
    expect(scoreOfElo(400)).toBeCloseTo(10 / 11, 12);
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (elo) => {
        expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 7);
      }),
    );
    expect([eloOfScore(0), eloOfScore(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});

const match = (block: string, left: string, right: string, scoreL: number, scoreR: number): BlockMatch => ({
  block,
  date: '',
  left,
  right,
  scoreL,
  scoreR,
  penaltyL: null,
  penaltyR: null,
});

describe('the interval of a mean from 0 to 1', () => {
  it('stays inside 0–1, has the mean in it, and is turned round with the values', () => {
    const share = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 40 }), (values) => {
        const { mean } = computeMoments(values);
        const { low, high } = boundedInterval(values);
        const turned = boundedInterval(values.map((value) => 1 - value));
        expect(0 <= low && low <= mean + 1e-12 && mean <= high + 1e-12 && high <= 1).toBe(true);
        expect([turned.low, turned.high].map((end) => 1 - end)).toEqual([
          expect.closeTo(high, 9),
          expect.closeTo(low, 9),
        ]);
      }),
    );
  });

  it('is that of Student for many values', () => {
    const values = Array.from({ length: 2000 }, (_, i) => ((i * 7) % 5) / 4);
    const bounded = boundedInterval(values);
    const student = studentInterval(values);
    expect(bounded.low).toBeCloseTo(student.low, 4);
    expect(bounded.high).toBeCloseTo(student.high, 4);
  });

  it('covers the mean at least as often as that of Student, also of few and unequal values', () => {
    const rng = createRandomStream(3, 'coverage');
    // Scores of blocks, by twentieths: mostly 1.
    const scores = [0, 0.25, 0.25, 0.5, ...Array(4).fill(0.75), ...Array(12).fill(1)] as number[];
    const { mean } = computeMoments(scores);
    const draw = () => scores[Math.floor(rng.next() * scores.length)]!;
    for (const count of [6, 12, 30]) {
      const covered = { bounded: 0, student: 0 };
      const covers = ({ low, high }: Interval) => (low <= mean && mean <= high ? 1 : 0);
      for (let run = 0; run < 2000; run++) {
        const values = Array.from({ length: count }, draw);
        covered.bounded += covers(boundedInterval(values));
        covered.student += covers(studentInterval(values));
      }
      expect(covered.bounded / 2000).toBeGreaterThan(0.9);
      expect(covered.bounded).toBeGreaterThanOrEqual(covered.student);
    }
  });

  it('a score of six matches that would be above 1 has an end at or below 1', () => {
    const { value, low, high } = { value: 11 / 12, ...boundedInterval([1, 1, 1, 1, 1, 0.5]) };
    expect(studentInterval([1, 1, 1, 1, 1, 0.5]).high).toBeGreaterThan(1);
    expect([low < value, high < 1]).toEqual([true, true]);
    expect(() => boundedInterval([0, 1.5])).toThrow('1.5 is not a value from 0 to 1');
    expect(() => boundedInterval([])).toThrow('there are no values');
  });
});

describe('blocks', () => {
  it('a pair with swapped sides is one value; an incomplete pair is left out', () => {
    const values = createBlockValues(
      [
        match('1', 'new', 'old', 3, 0),
        match('2', 'new', 'old', 5, 0),
        match('1', 'old', 'new', 1, 1),
        match('x', 'old', 'other', 9, 0),
      ],
      'new',
      'old',
    );
    expect(values).toEqual([
      {
        block: '1',
        isPooled: false,
        goalDifference: 1.5,
        score: 0.75,
        candidateScore: 0.75,
        baseScore: 0.25,
        wins: 1,
        draws: 1,
        losses: 0,
      },
    ]);
  });

  it('against opponents the value is the lead of the candidate over the base', () => {
    const [value] = createBlockValues(
      [
        match('1', 'new', 'X', 2, 0),
        match('1', 'old', 'X', 1, 1),
        match('1', 'X', 'new', 0, 0),
        match('1', 'X', 'old', 4, 0),
      ],
      'new',
      'old',
    );
    expect(value).toMatchObject({
      goalDifference: (2 - -4) / 2,
      candidateScore: 0.75,
      baseScore: 0.25,
      score: 0.75,
    });
  });

  it('exchanging candidate and base changes the sign', () => {
    const goals = fc.nat(9);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(goals, goals, goals, goals), { minLength: 1, maxLength: 20 }),
        (scores) => {
          const matches = scores.flatMap(([a, b, c, d], i) => [
            match(`${i}`, 'new', 'old', a, b),
            match(`${i}`, 'old', 'new', c, d),
          ]);
          const one = createBlockValues(matches, 'new', 'old');
          const other = createBlockValues(matches, 'old', 'new');
          for (const [i, value] of one.entries()) {
            expect(value.goalDifference + other[i]!.goalDifference).toBe(0);
            expect(value.score + other[i]!.score).toBe(1);
            expect(value.wins).toBe(other[i]!.losses);
          }
        },
      ),
    );
  });

  it('a tournament of the format "paired" gives complete blocks', () => {
    const teams = ['new', 'old', 'X', 'Y'];
    const tournament = createTournament({
      teams,
      format: { type: 'paired', candidate: 'new', base: 'old', blocks: 5 },
    });
    for (const { id } of tournament.ready()) tournament.record({ id, scoreL: 1, scoreR: 0 });
    const values = createBlockValues(tournament.matches(), 'new', 'old');
    expect(values).toHaveLength(10);
    expect(values.every(({ goalDifference, score }) => goalDifference === 0 && score === 0.5)).toBe(true);
  });
});

describe('summary of a comparison', () => {
  const matches = [
    [1, 0, 2, 2],
    [0, 3, 1, 0],
    [2, 2, 0, 4],
    [3, 1, 1, 2],
    [0, 0, 0, 1],
    [1, 1, 2, 0],
  ].flatMap(([a, b, c, d], i) => [match(`${i}`, 'new', 'old', a!, b!), match(`${i}`, 'old', 'new', c!, d!)]);
  const blocks = createBlockValues(matches, 'new', 'old');

  it('counts outcomes, and its intervals contain the estimates', () => {
    const summary = summarizeComparison(blocks);
    expect(summary).toMatchObject({
      blocks: 6,
      matches: 12,
      wins: { count: 5 },
      draws: { count: 4 },
      losses: { count: 3 },
    });
    expect(summary.goalDifference.value).toBeCloseTo(3 / 12, 12);
    for (const { value, low, high } of [summary.goalDifference, summary.score, summary.elo, summary.wins]) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    expect(summary.elo.value).toBeCloseTo(eloOfScore(7 / 12), 10);
  });

  it('a version that wins all has an infinite Elo difference with a finite lower end', () => {
    const wins = createBlockValues(
      [
        match('1', 'new', 'old', 1, 0),
        match('1', 'old', 'new', 0, 1),
        match('2', 'new', 'old', 3, 0),
        match('2', 'old', 'new', 0, 1),
      ],
      'new',
      'old',
    );
    const { value, low, high } = estimateElo(wins);
    expect([value, high]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(low).toBeCloseTo(eloOfScore(boundedInterval([1, 1]).low), 10);
    expect(Number.isFinite(low)).toBe(true);
  });

  it('against opponents, the Elo difference is that of two scores', () => {
    const pool = Array.from({ length: 40 }, (_, i) => [
      match(`${i}`, 'new', 'X', i % 4 === 0 ? 0 : 1, i % 4 === 0 ? 1 : 0),
      match(`${i}`, 'old', 'X', i % 2, (i + 1) % 2),
      match(`${i}`, 'X', 'new', i % 4 === 0 ? 1 : 0, i % 4 === 0 ? 0 : 1),
      match(`${i}`, 'X', 'old', i % 2, (i + 1) % 2),
    ]).flat();
    const { value, low, high } = estimateElo(createBlockValues(pool, 'new', 'old'));
    expect(value).toBeCloseTo(eloOfScore(0.75) - eloOfScore(0.5), 8);
    expect(low).toBeGreaterThan(0);
    expect(high - value).toBeCloseTo(value - low, 8);
  });
});

describe('power', () => {
  it('an effect of 0.5 standard deviations needs 34 observations for a power of 0.8 (Cohen 1988)', () => {
    expect(planBlocks({ difference: 0.5, deviation: 1 })).toBe(34);
    expect(planBlocks({ difference: 0.2, deviation: 1 })).toBe(199);
    expect(planBlocks({ difference: 0.8, deviation: 1 })).toBe(15);
    expect(planBlocks({ difference: -0.5, deviation: 1 })).toBe(34);
  });

  it('formula and simulation agree', () => {
    const values = Array.from({ length: 200 }, (_, i) => ((i * 37) % 11) - 5);
    const deviation = Math.sqrt(computeMoments(values).variance);
    const blocks = planBlocks({ difference: 1, deviation });
    const simulated = simulatePower(drawShifted(values, 1), blocks, { runs: 4000 });
    expect(Math.abs(simulated - 0.8)).toBeLessThan(0.03);
    expect(Math.abs(simulatePower(drawShifted(values, 0), blocks, { runs: 4000 }) - 0.05)).toBeLessThan(
      0.015,
    );
  });

  it('four times the blocks show half the difference', () => {
    const [first, second] = createPowerTable({ deviation: 2, differences: [0.3, 0.15] });
    expect(first).toEqual({ difference: 0.3, blocks: 351, matches: 702 });
    expect(second!.blocks / first!.blocks).toBeCloseTo(4, 1);
    expect(createPowerTable({ deviation: 2, differences: [0.3], matchesPerBlock: 4 })[0]!.matches).toBe(1404);
  });

  it('rejects questions without an answer', () => {
    expect(() => planBlocks({ difference: 0, deviation: 1 })).toThrow('difference 0 must be');
    expect(() => planBlocks({ difference: 1, deviation: 0 })).toThrow('deviation 0 must be');
    expect(() => planBlocks({ difference: 1, deviation: 1, power: 1 })).toThrow('power 1 is not');
  });
});
