import type { LeagueMatch } from '../results.js';
import type { TableRules } from '../rules.js';
import { type ExplainedRanking, explainRanking } from '../standings.js';
import type { Fixture } from './plan.js';
import type { Placing, Stage, StageTable } from './stage.js';

/** Part of a league stage with a table of its own. */
export interface LeagueGroup {
  readonly name: string;
  readonly teams: readonly string[];
  readonly fixtures: readonly Fixture[];
}

function mapGroups(groups: readonly LeagueGroup[]): Map<string, number> {
  const groupOf = new Map<string, number>();
  for (const [i, { fixtures }] of groups.entries()) for (const { id } of fixtures) groupOf.set(id, i);
  return groupOf;
}

/** Round robins, series, gauntlets and paired comparisons: all matches are known from the start. */
export class LeagueStage implements Stage {
  readonly #groups: readonly LeagueGroup[];
  readonly #rules: TableRules;
  readonly #lotSeed: number | string;
  /** Group of a fixture by its identifier; null if there is only one group. */
  readonly #groupOf: ReadonlyMap<string, number> | null;
  readonly #matches: LeagueMatch[][];
  readonly #count: number;
  readonly #hasLots: boolean;
  #remaining: number;

  /** @param hasLots Whether lots decide at the end between teams that are equal in all criteria, because places are needed. */
  constructor(
    groups: readonly LeagueGroup[],
    rules: TableRules,
    lotSeed: number | string,
    hasLots: boolean = false,
  ) {
    this.#hasLots = hasLots;
    this.#groups = groups;
    this.#rules = rules;
    this.#lotSeed = lotSeed;
    this.#groupOf = groups.length === 1 ? null : mapGroups(groups);
    this.#matches = groups.map(() => []);
    this.#count = groups.reduce((sum, { fixtures }) => sum + fixtures.length, 0);
    this.#remaining = this.#count;
  }

  /** Fixtures of all groups; the groups take turns. */
  start(): readonly Fixture[] {
    const [only, ...others] = this.#groups;
    if (only !== undefined && others.length === 0) return only.fixtures;
    const longest = Math.max(...this.#groups.map(({ fixtures }) => fixtures.length));
    const list: Fixture[] = [];
    for (let i = 0; i < longest; i++) {
      for (const { fixtures } of this.#groups) if (i < fixtures.length) list.push(fixtures[i]!);
    }
    return list;
  }

  record(fixture: Fixture, match: LeagueMatch): readonly Fixture[] {
    this.#matches[this.#groupOf?.get(fixture.id) ?? 0]!.push(match);
    this.#remaining--;
    return [];
  }

  isFinished(): boolean {
    return this.#remaining === 0;
  }

  countMatches(): number {
    return this.#count;
  }

  tables(): readonly StageTable[] {
    const isWithLots = this.#hasLots && this.isFinished();
    return this.#groups.map(({ name }, i) => ({ name, ...this.#rank(i, isWithLots) }));
  }

  tableMatches(): readonly (readonly LeagueMatch[])[] {
    return this.#matches;
  }

  placings(): readonly Placing[] {
    return this.tables().flatMap(({ standings }) => standings.map(({ team, place }) => ({ team, place })));
  }

  /** Teams of each group in order; a lot decides between teams that are equal in all criteria. */
  rankGroups(): string[][] {
    return this.#groups.map((_, i) => this.#rank(i, true).standings.map(({ team }) => team));
  }

  #rank(group: number, isWithLots: boolean): ExplainedRanking {
    const { tieBreaks } = this.#rules;
    const rules = isWithLots ? { ...this.#rules, tieBreaks: [...tieBreaks, 'lot' as const] } : this.#rules;
    const { teams } = this.#groups[group]!;
    return explainRanking(this.#matches[group]!, rules, { teams, lotSeed: this.#lotSeed });
  }
}
