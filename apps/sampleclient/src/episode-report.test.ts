import { expect, test } from 'vitest';
import { computeShareInterval, createEpisodeReport, formatEpisodeReport } from './episode-report.js';

test('outcomes are counted with their intervals, the most frequent first', () => {
  const goal = { outcome: 'goal', cycles: 40, goalsLeft: 1, goalsRight: 0 };
  const names = { left: 'Alpha', right: 'Beta' };
  const results = [goal, { outcome: 'out', cycles: 20, goalsLeft: 0, goalsRight: 0 }, goal];
  const report = createEpisodeReport('empty-goal', { results, problems: ['a player left'], names });
  expect(report).toMatchObject({
    left: 'Alpha',
    right: 'Beta',
    episodes: 3,
    goalsLeft: 2,
    goalsRight: 0,
    outcomes: [{ outcome: 'goal', episodes: 2 }, {}],
  });
  expect(report.cycles).toBeCloseTo(100 / 3, 9);
  expect(formatEpisodeReport(report)).toBe(
    'empty-goal: 3 episodes, 33.3 cycles each, goals 2 : 0\n' +
      '  left = Alpha, right = Beta\n' +
      '  goal              2  66.7 % (20.8 % to 93.9 %)\n' +
      '  out               1  33.3 % (6.1 % to 79.2 %)\n' +
      '  problem: a player left\n',
  );
});

test('without episodes nothing is known', () => {
  expect(computeShareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(formatEpisodeReport(createEpisodeReport('1v1', { results: [], problems: [], names: null }))).toBe(
    '1v1: 0 episodes, goals 0 : 0\n',
  );
});
