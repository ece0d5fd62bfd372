import { expect, it } from 'vitest';
import {
  countInversions,
  drawTeams,
  measureCoverage,
  playLadder,
  playRoundRobins,
} from '../../test/simulate-ladder.js';

it('60 teams, 5,000 matches: 95 % of the intervals contain the strength, and the order is found with fewer matches than a round robin', () => {
  const robin = (60 * 59) / 2;
  let coverage = 0;
  let half = 0;
  let robins = 0;
  const seeds = [1, 2, 3, 4];
  for (const seed of seeds) {
    const teams = drawTeams(60, seed);
    const ladder = playLadder(teams, 5000, {
      seed,
      visit: (count, { ladder: read }) => {
        if (count === robin / 2) half += countInversions(read()!.current, teams);
      },
    });
    coverage += measureCoverage(ladder.ladder()!.current, teams) / seeds.length;
    robins += countInversions(playRoundRobins(teams, 1, seed), teams);
  }
  expect(coverage).toBeGreaterThan(0.9);
  expect(half).toBeLessThan(robins);
}, 600_000);
