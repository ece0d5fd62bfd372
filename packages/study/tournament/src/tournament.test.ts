import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareScores,
  createRoundRobin,
  explainRanking,
  groupIntoPhases,
  LEAGUE_POINTS,
  parseResults,
  parseTeams,
  rankTeams,
  scoreWalkover,
  type TieBreak,
} from './index.js';

const teamNames = fc
  .integer({ min: 2, max: 12 })
  .map((count) => Array.from({ length: count }, (_, i) => `T${i}`));

describe('schedule', () => {
  it('a round robin has every pair exactly once', () => {
    fc.assert(
      fc.property(teamNames, (teams) => {
        const pairs = createRoundRobin(teams).map(({ home, away }) => [home, away].sort().join('-'));
        expect(new Set(pairs).size).toBe((teams.length * (teams.length - 1)) / 2);
        expect(pairs.length).toBe(new Set(pairs).size);
      }),
    );
  });

  it('phases contain every match once, and no team twice in a full phase', () => {
    fc.assert(
      fc.property(teamNames, fc.integer({ min: 1, max: 6 }), (teams, size) => {
        const matches = createRoundRobin(teams);
        const { phases, restCount } = groupIntoPhases(matches, size);
        expect(phases.flat().length).toBe(matches.length);
        const full = phases.slice(0, Math.floor((matches.length - restCount) / size));
        for (const phase of full) {
          expect(new Set(phase.flatMap(({ home, away }) => [home, away])).size).toBe(2 * phase.length);
        }
      }),
    );
  });

  it('a team list skips comments, invalid names and repeated names, and reports the last two', () => {
    const { teams, problems } = parseTeams('A\n# comment\n\nB C\nA\nE!\n');
    expect(teams).toEqual(['A', 'BC']);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^line 5: A /);
    expect(problems[1]).toMatch(/^line 6: "E!" /);
  });
});

describe('standings', () => {
  const match = fc.record({
    left: fc.constantFrom('A', 'B', 'C'),
    right: fc.constantFrom('D', 'E', 'F'),
    scoreL: fc.integer({ min: 0, max: 9 }),
    scoreR: fc.integer({ min: 0, max: 9 }),
  });

  it('sums of games, goals and results agree, and places follow descending points per match', () => {
    fc.assert(
      fc.property(fc.array(match, { maxLength: 20 }), (results) => {
        const text = results.map((m) => `1 ${m.left} ${m.right} ${m.scoreL} ${m.scoreR}`).join('\n');
        const { matches } = parseResults(text);
        const rows = rankTeams(matches);
        const sum = (value: (row: (typeof rows)[number]) => number) =>
          rows.reduce((all, row) => all + value(row), 0);
        expect(sum((row) => row.games)).toBe(2 * matches.length);
        expect(sum((row) => row.scored)).toBe(sum((row) => row.conceded));
        expect(sum((row) => row.win)).toBe(matches.filter((m) => compareScores(m) !== 0).length);
        for (const [i, row] of rows.entries()) {
          const before = rows[i - 1];
          if (before === undefined) continue;
          expect(row.place).toBeGreaterThanOrEqual(before.place);
          expect(row.points / row.games).toBeLessThanOrEqual(before.points / before.games);
        }
      }),
    );
  });

  it('the winner of the match between tied teams is first', () => {
    const { matches } = parseResults('1 A B 1 0\n2 B C 9 0\n3 C A 1 0\n4 C D 0 1\n5 A D 0 0\n6 B D 0 0\n');
    expect(rankTeams(matches).map((row) => `${row.place} ${row.team}`)).toEqual(['1 D', '2 A', '3 B', '4 C']);
  });

  it('every leg between the same teams counts; only a repeated line with a time of day does not', () => {
    const legs = '20200101120000 A B 1 0\n20200102120000 B A 2 2\n20200101120000 A B 1 0\n';
    const { matches, problems } = parseResults(legs);
    expect(matches).toHaveLength(2);
    expect(problems).toEqual(['line 3: repeats line 1 and does not count: 20200101120000 A B 1 0']);
    expect(rankTeams(matches)[0]).toMatchObject({ team: 'A', games: 2, win: 1, draw: 1, points: 4 });
    const withoutTime =
      '20200101 A B 1 0\n20200101 A B 1 0\n19700101000000 A B 1 0\n19700101000000 A B 1 0\n';
    expect(parseResults(withoutTime)).toMatchObject({ matches: { length: 4 }, problems: [] });
  });

  it('the direct comparison counts all legs', () => {
    // A and B have 1.5 points per match. B won the first leg and has the better goals; A won the two other legs.
    const text = '1 B A 1 0\n2 A B 1 0\n3 A B 1 0\n4 B C 9 0\n5 C A 1 0\n6 C D 0 1\n';
    const rows = rankTeams(parseResults(text).matches);
    expect(rows.map(({ team }) => team)).toEqual(['D', 'A', 'B', 'C']);
    const even = rankTeams(parseResults('1 A B 1 0\n2 B A 1 0\n').matches);
    expect(even.map(({ place }) => place)).toEqual([1, 1]);
  });

  it('a forfeit by both teams is a defeat of both', () => {
    const match = { date: '1', left: 'A', right: 'B', scoreL: 0, scoreR: 0, penaltyL: null, penaltyR: null };
    const rows = rankTeams([{ ...match, forfeit: 'both' }]);
    expect(rows).toMatchObject([
      { lose: 1, draw: 0, points: 0 },
      { lose: 1, draw: 0, points: 0 },
    ]);
    expect(rankTeams([{ ...match, forfeit: 'right' }])[0]).toMatchObject({ team: 'A', win: 1, points: 3 });
  });

  it('a forfeit counts by the walkover rule, unless the score was better for the other team', () => {
    expect(scoreWalkover('left', 2, 0)).toEqual({ left: 0, right: 3 });
    expect(scoreWalkover('right', 5, 1)).toEqual({ left: 5, right: 1 });
    expect(scoreWalkover('right', 5, 1, { goals: 3, keepBetterScore: false })).toEqual({ left: 3, right: 0 });
    expect(scoreWalkover('both', 5, 1)).toEqual({ left: 0, right: 0 });
  });

  it('criteria and points are data', () => {
    const { matches } = parseResults(
      '1 A B 0 0 5 4\n2 A C 0 4\n3 B C 2 0\n4 D C 0 1\n5 D A 0 1\n6 D B 0 0\n',
    );
    const order = (...tieBreaks: TieBreak[]) =>
      rankTeams(matches, { points: LEAGUE_POINTS, tieBreaks }).map(({ place, team }) => `${place}${team}`);
    expect(order('points')).toEqual(['1A', '1C', '3B', '4D']);
    expect(order('points', 'goal-difference')).toEqual(['1C', '2A', '3B', '4D']);
    expect(order('points', 'direct-comparison')).toEqual(['1C', '2A', '3B', '4D']);
    expect(order('goals')).toEqual(['1C', '2B', '3A', '4D']);
    expect(order('wins')).toEqual(['1A', '1C', '3B', '4D']);
    // Opponents of A have 4 + 6 + 1 points, those of C 6 + 4 + 1.
    expect(order('points', 'buchholz')).toEqual(['1A', '1C', '3B', '4D']);
    // A beat B (4) and D (1), C beat A (6) and D (1).
    expect(order('points', 'sonneborn-berger')).toEqual(['1C', '2A', '3B', '4D']);
    const european = rankTeams(matches, {
      points: { win: 3, draw: 1, loss: 0, shootoutWin: 2, shootoutLoss: 1 },
      tieBreaks: ['points', 'points-among-tied'],
    });
    expect(european.map(({ team, points }) => `${team}${points}`)).toEqual(['C6', 'A5', 'B5', 'D1']);
  });

  it('a lot gives every team its own place, the same for the same seed', () => {
    const teams = ['A', 'B', 'C', 'D', 'E', 'F'];
    const draw = (lotSeed: number) =>
      rankTeams([], { points: LEAGUE_POINTS, tieBreaks: ['points', 'lot'] }, { teams, lotSeed }).map(
        ({ team }) => team,
      );
    expect(draw(1)).toEqual(draw(1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => draw(seed).join(''))).size).toBeGreaterThan(1);
    expect([...draw(1)].sort()).toEqual(teams);
  });

  it('penalties decide a draw', () => {
    const [drawn, decided] = parseResults('1 A B 2 2\n2 C D 2 2 4 3\n').matches;
    expect([compareScores(drawn!), compareScores(decided!)]).toEqual([0, 1]);
  });
});

describe('decisions between equal points', () => {
  const explain = (text: string, tieBreaks: readonly TieBreak[]) =>
    explainRanking(parseResults(text).matches, { points: LEAGUE_POINTS, tieBreaks }).ties.map(
      ({ first, second, criterion, values }) => [first, second, criterion, values],
    );

  it('name the criterion and its values for each pair of neighbors', () => {
    expect(explain('1 A B 3 0\n2 B C 1 0\n3 C A 2 1\n', ['points', 'goal-difference'])).toEqual([
      ['A', 'C', 'goal-difference', [2, 0]],
      ['C', 'B', 'goal-difference', [0, -2]],
    ]);
  });

  it('say that a direct comparison decided, or that nothing did; different points need no decision', () => {
    expect(explain('1 A B 1 0\n2 B C 1 0\n', ['points', 'direct-comparison'])).toEqual([
      ['A', 'B', 'direct-comparison', null],
    ]);
    expect(explain('1 A B 1 1\n', ['points', 'goals'])).toEqual([['A', 'B', null, null]]);
  });

  it('name the first criterion if the points are equal, but not their mean', () => {
    const text = '1 A B 1 0\n2 E B 1 0\n3 E F 0 1\n';
    expect(explain(text, ['points-per-match'])).toEqual([
      ['A', 'F', null, null],
      ['F', 'E', 'points-per-match', [3, 1.5]],
    ]);
  });

  it('leave out teams without a match', () => {
    const { ties } = explainRanking([], undefined, { teams: ['A', 'B'] });
    expect(ties).toEqual([]);
  });
});
