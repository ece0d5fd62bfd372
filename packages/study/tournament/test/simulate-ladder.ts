import { createRandomStream, type RandomStream } from '@rcss/core/random';
import type { Fixture, FixtureResult } from '../src/formats/plan.js';
import { createTournament, type Tournament } from '../src/formats/tournament.js';
import { predictOutcome } from '../src/ranking/fit.js';
import { type LadderRating, rateLadder } from '../src/ranking/ladder.js';
import { logitOfElo } from '../src/statistics/elo.js';

/** Logarithm of the parameter of draws: one match in four of equal teams is drawn. */
const LOG_DRAW = Math.log(2 / 3);

/** Teams whose strengths are known, in Elo points by their names. */
export function drawTeams(count: number, seed: number): Map<string, number> {
  const rng = createRandomStream(seed, 'teams');
  // The sum of twelve uniform numbers is nearly normal with a variance of 1.
  const normal = (): number => Array.from({ length: 12 }, () => rng.next()).reduce((a, b) => a + b, -6);
  return new Map(Array.from({ length: count }, (_, i) => [`T${i}`, i === 0 ? 0 : 200 * normal()]));
}

/** Draws the result of a match from the model. */
export function drawResult(
  { id, left, right }: Pick<Fixture, 'id' | 'left' | 'right'>,
  teams: ReadonlyMap<string, number>,
  rng: RandomStream,
): FixtureResult {
  const { win, draw } = predictOutcome(logitOfElo(teams.get(left)! - teams.get(right)!), LOG_DRAW);
  const at = rng.next();
  return { id, scoreL: at < win ? 1 : 0, scoreR: at >= win + draw ? 1 : 0 };
}

/** Plays matches of a ladder; `open` of them are chosen before the first of them has a result. */
export function playLadder(
  teams: ReadonlyMap<string, number>,
  matches: number,
  { seed, open = 1, visit }: { seed: number; open?: number; visit?(count: number, ladder: Tournament): void },
): Tournament {
  const format = { type: 'ladder', anchors: { T0: 0 } } as const;
  const tournament = createTournament({ teams: [...teams.keys()], format, seeds: 1, lotSeed: seed });
  const rng = createRandomStream(seed, 'results');
  for (let i = 0; i < matches; i++) {
    tournament.record(drawResult(tournament.ready(open)[0]!, teams, rng));
    visit?.(i + 1, tournament);
  }
  return tournament;
}

/** Rates teams after complete single round robins. */
export function playRoundRobins(
  teams: ReadonlyMap<string, number>,
  rounds: number,
  seed: number,
): readonly LadderRating[] {
  const rng = createRandomStream(seed, 'round robin');
  const names = [...teams.keys()];
  const matches = Array.from({ length: rounds }, () =>
    names.flatMap((left, i) =>
      names.slice(i + 1).map((right) => {
        const { scoreL, scoreR } = drawResult({ id: '', left, right }, teams, rng);
        const none = { date: '', penaltyL: null, penaltyR: null };
        return { ...none, left, right, scoreL, scoreR, submissions: [0, 0] as const };
      }),
    ),
  ).flat();
  const players = names.map((team) => ({ team, submission: 0 }));
  return rateLadder(players, matches, { T0: 0 }).ratings;
}

/** Share of the intervals that contain the strength; the anchor does not count. */
export function measureCoverage(
  ratings: readonly LadderRating[],
  teams: ReadonlyMap<string, number>,
): number {
  const rated = ratings.filter(({ team }) => team !== 'T0');
  const inside = rated.filter(({ team, low, high }) => low <= teams.get(team)! && teams.get(team)! <= high);
  return inside.length / rated.length;
}

/** Slope of the line through the ratings over the strengths: above 1 if differences are rated too large. */
export function measureScale(ratings: readonly LadderRating[], teams: ReadonlyMap<string, number>): number {
  const mean = [...teams.values()].reduce((sum, strength) => sum + strength, 0) / teams.size;
  const sum = (of: (rating: LadderRating) => number): number =>
    ratings.reduce((total, rating) => total + of(rating) * (teams.get(rating.team)! - mean), 0);
  return sum(({ elo }) => elo) / sum(({ team }) => teams.get(team)!);
}

/** Count of pairs in the wrong order. */
export function countInversions(
  ratings: readonly LadderRating[],
  teams: ReadonlyMap<string, number>,
): number {
  const order = [...ratings].sort((a, b) => b.elo - a.elo).map(({ team }) => teams.get(team)!);
  return order.reduce((sum, own, i) => sum + order.slice(i + 1).filter((other) => other > own).length, 0);
}
