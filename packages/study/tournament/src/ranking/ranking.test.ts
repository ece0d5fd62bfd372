import { createRandomStream } from '@rcss/core/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeagueMatch } from '../results.js';
import { fitStrengths } from './fit.js';
import { countPairs, findConnectedGroups, hasFiniteDrawParameter, type PairCounts } from './pair-counts.js';
import { rankByStrength } from './ranking.js';

const match = (left: string, right: string, scoreL: number, scoreR: number): LeagueMatch => ({
  date: '',
  left,
  right,
  scoreL,
  scoreR,
  penaltyL: null,
  penaltyR: null,
});

function hasScored({ wins, draws }: PairCounts, i: number, k: number): boolean {
  return wins[i]![k]! + draws[i]![k]! > 0;
}

/** American League 1987: wins of the row over the column (Agresti, "Categorical data analysis", 1990, table 10.10). */
const BASEBALL: PairCounts = {
  teams: ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore'],
  wins: [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
  ],
  draws: Array.from({ length: 7 }, () => [0, 0, 0, 0, 0, 0, 0]),
};

/** Chocolate puddings: first, second, wins of the first, wins of the second, draws (Davidson 1970, example 2). */
const PUDDINGS = [
  [1, 2, 19, 22, 16],
  [1, 3, 16, 19, 12],
  [2, 3, 19, 19, 10],
  [1, 4, 18, 23, 13],
  [2, 4, 23, 19, 9],
  [3, 4, 19, 20, 15],
  [1, 5, 13, 19, 18],
  [2, 5, 16, 20, 12],
  [3, 5, 16, 15, 17],
  [4, 5, 17, 14, 16],
  [1, 6, 18, 21, 12],
  [2, 6, 22, 20, 12],
  [3, 6, 13, 18, 10],
  [4, 6, 14, 19, 18],
  [5, 6, 11, 21, 12],
] as const;

const puddingMatches = PUDDINGS.flatMap(([i, k, wins, losses, draws]) => [
  ...Array.from({ length: wins }, () => match(`${i}`, `${k}`, 1, 0)),
  ...Array.from({ length: losses }, () => match(`${i}`, `${k}`, 0, 1)),
  ...Array.from({ length: draws }, () => match(`${i}`, `${k}`, 0, 0)),
]);

describe('fits agree with published examples', () => {
  it('Bradley–Terry, baseball: abilities relative to Baltimore (Agresti 1990; Turner and Firth 2012)', () => {
    const { strengths, errors } = fitStrengths(BASEBALL);
    const relative = strengths.map((strength) => Number((strength - strengths[6]!).toFixed(4)));
    expect(relative).toEqual([1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0]);
    expect(errors.every((error) => error > 0.15 && error < 0.35)).toBe(true);
  });

  it('Davidson, puddings: strengths with sum 1, and the parameter of draws (Davidson 1970; Turner et al. 2020)', () => {
    const { strengths, logDraw } = fitStrengths(countPairs(puddingMatches));
    const worths = strengths.map(Math.exp);
    const sum = worths.reduce((a, b) => a + b, 0);
    const published = [0.1388005, 0.1729985, 0.161742, 0.165393, 0.1586805, 0.2023855];
    for (const [i, worth] of worths.entries()) expect(worth / sum).toBeCloseTo(published[i]!, 4);
    expect(Math.exp(logDraw)).toBeCloseTo(0.7468147, 4);
  });
});

describe('fits', () => {
  const counts = fc.integer({ min: 2, max: 6 }).chain((n) =>
    fc
      .array(fc.integer({ min: 1, max: 6 }), { minLength: 2 * n * n, maxLength: 2 * n * n })
      .map((numbers): PairCounts => {
        const at = (i: number, k: number, layer: number): number =>
          i === k ? 0 : numbers[layer * n * n + i * n + k]!;
        const teams = Array.from({ length: n }, (_, i) => `T${i}`);
        return {
          teams,
          wins: teams.map((_, i) => teams.map((_, k) => at(i, k, 0))),
          draws: teams.map((_, i) => teams.map((_, k) => at(Math.min(i, k), Math.max(i, k), 1))),
        };
      }),
  );

  it('the expected scores of every team equal its scores, as the likelihood equations require', () => {
    fc.assert(
      fc.property(counts, (pairs) => {
        const { strengths, logDraw } = fitStrengths(pairs);
        const s = strengths.map(Math.exp);
        const v = Math.exp(logDraw);
        let expectedDraws = 0;
        let draws = 0;
        for (const i of pairs.teams.keys()) {
          let score = 0;
          let expected = 0;
          for (const k of pairs.teams.keys()) {
            if (i === k) continue;
            const games = pairs.wins[i]![k]! + pairs.wins[k]![i]! + pairs.draws[i]![k]!;
            const tie = v * Math.sqrt(s[i]! * s[k]!);
            const total = s[i]! + s[k]! + tie;
            score += pairs.wins[i]![k]! + pairs.draws[i]![k]! / 2;
            expected += (games * (s[i]! + tie / 2)) / total;
            draws += pairs.draws[i]![k]!;
            expectedDraws += (games * tie) / total;
          }
          expect(expected).toBeCloseTo(score, 6);
        }
        expect(expectedDraws).toBeCloseTo(draws, 6);
      }),
    );
  });

  it('finds the strengths from which matches were drawn', () => {
    const rng = createRandomStream(4, 'ranking');
    const truth = [0.8, 0.3, -0.2, -0.9];
    const matches = Array.from({ length: 6000 }, (_, n) => {
      const i = n % 4;
      const k = (i + 1 + (Math.floor(n / 4) % 3)) % 4;
      const p = [Math.exp((truth[i]! - truth[k]!) / 2), Math.exp((truth[k]! - truth[i]!) / 2), 0.6];
      const draw = rng.next() * (p[0]! + p[1]! + p[2]!);
      const [a, b] = draw < p[0]! ? [1, 0] : draw < p[0]! + p[1]! ? [0, 1] : [0, 0];
      return match(`T${i}`, `T${k}`, a, b);
    });
    const { strengths, logDraw, errors } = fitStrengths(countPairs(matches));
    for (const [i, strength] of strengths.entries())
      expect(Math.abs(strength - truth[i]!)).toBeLessThan(4 * errors[i]!);
    expect(Math.exp(logDraw)).toBeCloseTo(0.6, 1);
  });
});

describe('teams that results do not connect', () => {
  it('a team that won all matches is a group of its own, before the others', () => {
    const matches = [
      match('A', 'B', 1, 0),
      match('A', 'C', 2, 0),
      match('B', 'C', 1, 0),
      match('C', 'B', 1, 0),
    ];
    expect(findConnectedGroups(countPairs(matches))).toEqual([['A'], ['B', 'C']]);
    const ranking = rankByStrength(matches, { resamples: 0 });
    expect(ranking.hasFiniteDifferences).toBe(false);
    expect(ranking.groups).toEqual([['A'], ['B', 'C']]);
    expect(ranking.ratings[0]).toMatchObject({
      team: 'A',
      group: 0,
      error: Number.POSITIVE_INFINITY,
      matches: 2,
      wins: 2,
      losses: 0,
    });
    expect(ranking.ratings[1]!.elo).toBeCloseTo(0, 8);
  });

  it('groups of random results are those of the definition, in order', () => {
    const rng = createRandomStream(7, 'groups');
    for (let round = 0; round < 300; round++) {
      const teams = Array.from({ length: 1 + Math.floor(9 * rng.next()) }, (_, i) => `T${i}`);
      const share = 0.4 * rng.next();
      const matches = teams.flatMap((left) =>
        teams
          .filter((right) => right !== left && rng.next() < share)
          .map((right) => match(left, right, 1, Number(rng.next() < 0.2))),
      );
      const counts = countPairs(matches, teams);
      // Chains of any length.
      const chained = teams.map((_, i) => teams.map((_, k) => i === k || hasScored(counts, i, k)));
      for (const via of teams.keys())
        for (const row of chained)
          for (const k of teams.keys()) if (row[via] && chained[via]![k]) row[k] = true;
      const groups = findConnectedGroups(counts).map((group) => group.map((team) => teams.indexOf(team)));
      expect(groups.flat().sort((a, b) => a - b)).toEqual([...teams.keys()]);
      for (const [at, group] of groups.entries())
        for (const i of group)
          for (const k of teams.keys()) {
            expect(group.includes(k)).toBe(chained[i]![k] && chained[k]![i]);
            if (groups.slice(0, at).flat().includes(k)) expect(hasScored(counts, i, k)).toBe(false);
          }
    }
  });

  it('a draw connects both teams', () => {
    const matches = [match('A', 'B', 1, 1), match('B', 'C', 0, 0)];
    expect(findConnectedGroups(countPairs(matches))).toEqual([['A', 'B', 'C']]);
  });

  it('a win and a draw of two teams do not determine a parameter of draws; the draw counts as half a win', () => {
    const matches = [match('A', 'B', 1, 0), match('A', 'B', 1, 1)];
    expect(hasFiniteDrawParameter(countPairs(matches))).toBe(false);
    const { ratings, drawProbability } = rankByStrength(matches, { resamples: 0 });
    expect(ratings[0]!.elo - ratings[1]!.elo).toBeCloseTo(190.848, 2);
    expect(drawProbability).toBe(0.5);
    expect(hasFiniteDrawParameter(countPairs([...matches, match('A', 'B', 0, 1)]))).toBe(true);
    expect(hasFiniteDrawParameter(countPairs([match('A', 'B', 0, 0)]))).toBe(false);
    const cycle = [
      match('A', 'B', 1, 0),
      match('B', 'C', 1, 0),
      match('C', 'A', 1, 0),
      match('A', 'B', 1, 1),
    ];
    expect(hasFiniteDrawParameter(countPairs(cycle))).toBe(true);
  });

  it('with draws against a mean team all strengths are finite', () => {
    const matches = [match('A', 'B', 1, 0), match('B', 'C', 1, 0), match('X', 'Y', 1, 0)];
    const ranking = rankByStrength(matches, { priorDraws: 1, resamples: 100 });
    expect(ranking.hasFiniteDifferences).toBe(true);
    expect(ranking.ratings.map(({ team }) => team)).toEqual(['A', 'X', 'B', 'Y', 'C']);
    for (const { elo, low, high } of ranking.ratings) {
      expect(Number.isFinite(elo) && Number.isFinite(low) && Number.isFinite(high)).toBe(true);
      expect(low).toBeLessThanOrEqual(high);
    }
  });
});

describe('ranking', () => {
  it('has intervals around the strengths, the same for the same seed', () => {
    const ranking = rankByStrength(puddingMatches, { resamples: 200 });
    expect(rankByStrength(puddingMatches, { resamples: 200 })).toEqual(ranking);
    expect(ranking.ratings[0]).toMatchObject({ team: '6', group: 0, matches: 241 });
    const curvature = rankByStrength(puddingMatches, { resamples: 0 });
    for (const [i, { elo, low, high, error }] of ranking.ratings.entries()) {
      expect(low).toBeLessThan(elo);
      expect(high).toBeGreaterThan(elo);
      expect((high - low) / (2 * 1.96 * error)).toBeGreaterThan(0.75);
      expect((high - low) / (2 * 1.96 * error)).toBeLessThan(1.25);
      expect(curvature.ratings[i]!.elo).toBe(elo);
    }
    // v / (2 + v) with the published v of 0.7468
    expect(ranking.drawProbability).toBeCloseTo(0.7468147 / 2.7468147, 5);
  });

  it('Bradley–Terry counts a draw as half a win for both', () => {
    const half = rankByStrength([match('A', 'B', 1, 0), match('A', 'B', 0, 0)], {
      model: 'bradley-terry',
      resamples: 0,
    });
    // 1.5 of 2 points: 400 log10(3) = 190.8
    expect(half.ratings[0]!.elo - half.ratings[1]!.elo).toBeCloseTo(190.848, 2);
  });

  it('a shootout decides a match, and a match that both teams forfeit does not count', () => {
    const shootout = { ...match('A', 'B', 1, 1), penaltyL: 3, penaltyR: 4 };
    const { wins } = countPairs([shootout, { ...match('A', 'B', 0, 0), forfeit: 'both' }]);
    expect(wins).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('few matches have the interval of the standard error, because their resamples vary too little', () => {
    const few = rankByStrength([match('A', 'B', 0, 0), match('A', 'B', 0, 0)]);
    for (const { low, elo, high, error } of few.ratings) {
      expect(high - elo).toBeCloseTo(1.959964 * error, 3);
      expect(elo - low).toBeCloseTo(1.959964 * error, 3);
      expect(error).toBeGreaterThan(100);
    }
  });

  it('rejects bad options', () => {
    expect(() => rankByStrength([])).toThrow('there are no matches');
    expect(() => rankByStrength(puddingMatches, { priorDraws: -1 })).toThrow('priorDraws -1');
    expect(() => rankByStrength(puddingMatches, { level: 2 })).toThrow('level 2');
  });
});
