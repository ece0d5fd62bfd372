import type { LeagueMatch } from '../results.js';
import type { TableRules } from '../rules.js';
import { rankTeams } from '../standings.js';
import type { Fixture } from './plan.js';
import type { Placing, Stage, StageTable } from './stage.js';

/** Part of a league stage with a table of its own. */
export interface LeagueGroup {
  readonly name: string;
  readonly teams: readonly string[];
  readonly fixtures: readonly Fixture[];
}

/** Round robins, series, gauntlets and paired comparisons: all matches are known from the start. */
export class LeagueStage implements Stage {
  readonly #groups: readonly LeagueGroup[];
  readonly #rules: TableRules;
  readonly #lotSeed: number | string;
  readonly #groupOf: ReadonlyMap<string, number>;
  readonly #matches: LeagueMatch[][];
  #remaining: number;

  constructor(groups: readonly LeagueGroup[], rules: TableRules, lotSeed: number | string) {
    this.#groups = groups;
    this.#rules = rules;
    this.#lotSeed = lotSeed;
    this.#groupOf = new Map(groups.flatMap(({ fixtures }, i) => fixtures.map(({ id }) => [id, i])));
    this.#matches = groups.map(() => []);
    this.#remaining = this.#groupOf.size;
  }

  /** Fixtures of all groups; the groups take turns. */
  start(): readonly Fixture[] {
    const longest = Math.max(...this.#groups.map(({ fixtures }) => fixtures.length));
    return Array.from({ length: longest }, (_, i) =>
      this.#groups.flatMap(({ fixtures }) => fixtures.slice(i, i + 1)),
    ).flat();
  }

  record(fixture: Fixture, match: LeagueMatch): readonly Fixture[] {
    this.#matches[this.#groupOf.get(fixture.id)!]!.push(match);
    this.#remaining--;
    return [];
  }

  isFinished(): boolean {
    return this.#remaining === 0;
  }

  countMatches(): number {
    return this.#groupOf.size;
  }

  tables(): readonly StageTable[] {
    return this.#groups.map(({ name, teams }, i) => ({
      name,
      standings: rankTeams(this.#matches[i]!, this.#rules, { teams, lotSeed: this.#lotSeed }),
    }));
  }

  placings(): readonly Placing[] {
    return this.tables().flatMap(({ standings }) => standings.map(({ team, place }) => ({ team, place })));
  }

  /** Teams of each group in order; a lot decides between teams that are equal in all criteria. */
  rankGroups(): string[][] {
    const rules = { ...this.#rules, tieBreaks: [...this.#rules.tieBreaks, 'lot' as const] };
    return this.#groups.map(({ teams }, i) =>
      rankTeams(this.#matches[i]!, rules, { teams, lotSeed: this.#lotSeed }).map(({ team }) => team),
    );
  }
}
