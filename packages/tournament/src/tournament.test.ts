import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareScores,
  createRoundRobin,
  groupIntoPhases,
  parseResults,
  parseTeams,
  rankTeams,
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

  it('penalties decide a draw', () => {
    const [drawn, decided] = parseResults('1 A B 2 2\n2 C D 2 2 4 3\n').matches;
    expect([compareScores(drawn!), compareScores(decided!)]).toEqual([0, 1]);
  });
});
