import { expect, it } from 'vitest';
import {
  countInversions,
  drawTeams,
  measureCoverage,
  playLadder,
  playRoundRobins,
} from '../../test/simulate-ladder.js';

it('20 ladders of 20 teams: intervals contain the strength, and three quarters of the matches of two round robins find a better order', () => {
  let coverage = 0;
  let ladders = 0;
  let robins = 0;
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
  for (const seed of seeds) {
    const teams = drawTeams(20, seed);
    const ladder = playLadder(teams, 570, {
      seed,
      visit(count, tournament) {
        if (count === 285) ladders += countInversions(tournament.ladder()!.current, teams);
      },
    });
    coverage += measureCoverage(ladder.ladder()!.current, teams) / seeds.length;
    robins += countInversions(playRoundRobins(teams, 2, seed), teams);
  }
  // 95 % less three standard errors of 20 ladders.
  expect(coverage).toBeGreaterThan(0.91);
  expect(ladders).toBeLessThan(robins);
}, 600_000);
