import type { LeagueMatch } from '../results.js';
import type { TableRules } from '../rules.js';
import { type ExplainedRanking, explainRanking } from '../standings.js';
import { countBlocks, createPairFixtures, type SeedOfBlock } from './fixtures.js';
import { pairSwissRound, type SwissTeam } from './pairings.js';
import type { Fixture } from './plan.js';
import type { Placing, Stage, StageTable } from './stage.js';

/** What a Swiss stage is created from. */
export interface SwissOptions {
  readonly teams: readonly string[];
  readonly rounds: number;
  /** Count of matches of each pair of a round. */
  readonly matches: number;
  readonly byePoints: number;
  readonly rules: TableRules;
  readonly lotSeed: number | string;
  readonly sharedSeeds: boolean;
  readonly seedOf: SeedOfBlock;
}

/** Swiss system: the results of a round decide the pairs of the next one. */
export class SwissStage implements Stage {
  readonly #options: SwissOptions;
  readonly #matches: LeagueMatch[] = [];
  /** Pairs of the rounds so far. */
  readonly #pairs: (readonly [left: string, right: string])[] = [];
  readonly #byes = new Map<string, number>();
  #round = 0;
  /** Matches of the current round without a result. */
  #remaining = 0;

  constructor(options: SwissOptions) {
    this.#options = options;
  }

  start(): readonly Fixture[] {
    return this.#nextRound();
  }

  record(_fixture: Fixture, match: LeagueMatch): readonly Fixture[] {
    this.#matches.push(match);
    this.#remaining--;
    return this.#remaining === 0 && this.#round < this.#options.rounds ? this.#nextRound() : [];
  }

  isFinished(): boolean {
    return this.#remaining === 0 && this.#round >= this.#options.rounds;
  }

  countMatches(): number {
    const { teams, rounds, matches } = this.#options;
    return Math.floor(teams.length / 2) * rounds * matches;
  }

  tables(): readonly StageTable[] {
    return [{ name: 'swiss', ...this.#rank(this.#options.rules) }];
  }

  tableMatches(): readonly (readonly LeagueMatch[])[] {
    return [this.#matches];
  }

  placings(): readonly Placing[] {
    return this.#rank(this.#options.rules).standings.map(({ team, place }) => ({ team, place }));
  }

  #rank(rules: TableRules): ExplainedRanking {
    const { teams, lotSeed } = this.#options;
    return explainRanking(this.#matches, rules, { teams, lotSeed, extraPoints: this.#byes });
  }

  #nextRound(): Fixture[] {
    const { rules, matches, sharedSeeds, seedOf, byePoints, teams } = this.#options;
    // Before the first round, the order of the plan is the order of strength.
    const rows =
      this.#round === 0
        ? teams.map((team) => ({ team, points: 0 }))
        : this.#rank({ ...rules, tieBreaks: [...rules.tieBreaks, 'lot'] }).standings;
    const { pairs, bye } = pairSwissRound(rows.map((row) => this.#describe(row)));
    const pairsBefore = this.#pairs.length;
    this.#round++;
    this.#remaining = pairs.length * matches;
    this.#pairs.push(...pairs);
    if (bye !== null) this.#byes.set(bye, (this.#byes.get(bye) ?? 0) + byePoints);
    return pairs.flatMap(([left, right], i) =>
      createPairFixtures(
        {
          key: `s${this.#round}-${i + 1}`,
          stage: `round ${this.#round}`,
          left,
          right,
          matches,
          sharedSeeds,
          firstBlock: (pairsBefore + i) * countBlocks(matches, sharedSeeds),
        },
        seedOf,
      ),
    );
  }

  #describe({ team, points }: { readonly team: string; readonly points: number }): SwissTeam {
    const opponents: string[] = [];
    let leftBalance = 0;
    for (const [left, right] of this.#pairs) {
      if (left !== team && right !== team) continue;
      opponents.push(left === team ? right : left);
      leftBalance += left === team ? 1 : -1;
    }
    return { team, points, opponents, leftBalance, hadBye: this.#byes.has(team) };
  }
}
