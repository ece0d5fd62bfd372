import { LEAGUE_RULES, type TableRules } from '../rules.js';
import { countBlocks, createPairFixtures, createSeeds, type SeedOfBlock } from './fixtures.js';
import { KnockoutStage } from './knockout-stage.js';
import { LadderStage } from './ladder-stage.js';
import { type LeagueGroup, LeagueStage } from './league-stage.js';
import { createRounds, dealGroups, nameGroup } from './pairings.js';
import type { Fixture, Format, GroupsFormat, KnockoutFormat, TournamentPlan } from './plan.js';
import type { Stage } from './stage.js';
import { SwissStage } from './swiss-stage.js';

/** Creates the stages that follow the first one, from its results so far. */
export type LaterStages = () => readonly Stage[];

const NO_STAGES: LaterStages = () => [];

/** What all formats take from the plan. */
interface Context {
  readonly plan: TournamentPlan;
  readonly rules: TableRules;
  readonly seedOf: SeedOfBlock;
  readonly sharedSeeds: boolean;
  readonly lotSeed: number | string;
}

type Pair = readonly [left: string, right: string];

/** Fixtures of pairs that each play `matches` times: first all first blocks, then all second blocks, and so on. */
function createLeagueFixtures(
  { seedOf, sharedSeeds }: Context,
  pairs: readonly Pair[],
  matches: number,
  key: string,
  stage: string,
  firstBlock: number,
): Fixture[] {
  const blocks = countBlocks(matches, sharedSeeds);
  const all = pairs.map(([left, right], i) =>
    createPairFixtures(
      { key: `${key}-${i + 1}`, stage, left, right, matches, sharedSeeds, firstBlock: 0 },
      // Blocks of one repetition have neighboring seeds.
      (block) => seedOf(firstBlock + block * pairs.length + i),
    ),
  );
  const size = sharedSeeds ? 2 : 1;
  return Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: size }, (_, leg) =>
      all.flatMap((fixtures) => fixtures.slice(block * size + leg, block * size + leg + 1)),
    ).flat(),
  ).flat();
}

function createLeague(context: Context, pairs: readonly Pair[], matches: number): LeagueStage {
  const fixtures = createLeagueFixtures(context, pairs, matches, 'league', 'league', 0);
  const group = { name: 'league', teams: context.plan.teams, fixtures };
  return new LeagueStage([group], context.rules, context.lotSeed);
}

function listGauntletPairs(teams: readonly string[], challengers: readonly string[]): Pair[] {
  const others = teams.filter((team) => !challengers.includes(team));
  return others.flatMap((other) => challengers.map((challenger): Pair => [challenger, other]));
}

/** Opponents of a paired comparison; empty if the two versions play each other. */
function listPool(plan: TournamentPlan, format: Format & { type: 'paired' }): string[] {
  if (format.pool === false) return [];
  return plan.teams.filter((team) => team !== format.candidate && team !== format.base);
}

/** Blocks of a paired comparison: all matches of a block have the same seed. */
function createPaired(context: Context, format: Format & { type: 'paired' }): LeagueStage {
  const { plan, seedOf } = context;
  const { candidate, base } = format;
  const pool = listPool(plan, format);
  const fixtures: Fixture[] = [];
  const add = (block: number, pairs: readonly Pair[]): void => {
    const key = `paired-${block + 1}`;
    for (const [i, [left, right]] of pairs.entries()) {
      fixtures.push({ id: `${key}-${i + 1}`, stage: 'paired', block: key, left, right, seed: seedOf(block) });
    }
  };
  for (let i = 0; i < format.blocks; i++) {
    if (pool.length === 0) {
      add(i, [
        [candidate, base],
        [base, candidate],
      ]);
    }
    for (const [k, opponent] of pool.entries()) {
      add(i * pool.length + k, [
        [candidate, opponent],
        [base, opponent],
        [opponent, candidate],
        [opponent, base],
      ]);
    }
  }
  const teams = pool.length === 0 ? [candidate, base] : plan.teams;
  return new LeagueStage([{ name: 'paired', teams, fixtures }], context.rules, context.lotSeed);
}

function createKnockout(
  { seedOf, sharedSeeds, lotSeed }: Context,
  format: Omit<KnockoutFormat, 'type'>,
  teams: readonly string[],
  key: string,
  firstPlace: number,
  firstBlock: number,
  replayStride: (stage: KnockoutStage) => number = (stage) => stage.countBlocks(),
): KnockoutStage {
  const { matches = 1, placement = 'third', replays = 1 } = format;
  return new KnockoutStage({
    key,
    teams,
    firstPlace,
    matches,
    placement,
    replays,
    sharedSeeds,
    seedOf,
    lotSeed,
    firstBlock,
    replayStride,
  });
}

/**
 * Orders the teams that advance: first the winners of the groups, then the second teams, and so on. Each rank is rotated such that
 * teams of the same group do not meet in the first round, if that is possible.
 */
function orderQualifiers(ranks: readonly (readonly string[])[], groupOf: (team: string) => string): string[] {
  let order: string[] = [];
  const total = ranks.reduce((sum, rank) => sum + rank.length, 0);
  const size = 2 ** Math.ceil(Math.log2(Math.max(total, 1)));
  for (const rank of ranks) {
    let best: string[] = [];
    let bestClashes = Number.POSITIVE_INFINITY;
    for (let shift = 0; shift < rank.length; shift++) {
      const candidate = [...order, ...rank.slice(shift), ...rank.slice(0, shift)];
      const clashes = candidate.filter((team, i) => {
        const opponent = candidate[size - 1 - i];
        return opponent !== undefined && opponent !== team && groupOf(opponent) === groupOf(team);
      }).length;
      if (clashes < bestClashes) [best, bestClashes] = [candidate, clashes];
    }
    if (rank.length > 0) order = best;
  }
  return order;
}

const GROUPS_KNOCKOUT = 'knockout';

/** Whether a fixture of the format `groups` belongs to a knockout; matches of a group begin with the letter of the group. */
export function isKnockoutFixture({ id }: Pick<Fixture, 'id'>): boolean {
  return id.startsWith(GROUPS_KNOCKOUT);
}

/** Knockout stages after the groups: one for the teams that advance and, with all places, one per further set of ranks. */
function createKnockouts(
  context: Context,
  format: GroupsFormat,
  groups: readonly LeagueGroup[],
  stage: LeagueStage,
  firstBlock: number,
): KnockoutStage[] {
  const ranked = stage.rankGroups();
  const groupOf = (team: string): string => groups.find(({ teams }) => teams.includes(team))!.name;
  const longest = Math.max(...ranked.map((teams) => teams.length));
  const stages: KnockoutStage[] = [];
  let place = 1;
  let block = firstBlock;
  for (let from = 0; from < longest; from += format.advance) {
    if (from > 0 && format.knockout?.placement !== 'all') break;
    const ranks = Array.from({ length: format.advance }, (_, i) =>
      ranked.flatMap((teams) => teams.slice(from + i, from + i + 1)),
    );
    const teams = orderQualifiers(ranks, groupOf);
    const key = `${GROUPS_KNOCKOUT}${place}`;
    const stride = (): number => block - firstBlock;
    const knockout = createKnockout(context, format.knockout ?? {}, teams, key, place, block, stride);
    stages.push(knockout);
    place += teams.length;
    block += knockout.countBlocks();
  }
  return stages;
}

function createGroups(context: Context, format: GroupsFormat): { first: Stage; later: LaterStages } {
  const { plan, rules, lotSeed, sharedSeeds } = context;
  const lists = typeof format.groups === 'number' ? dealGroups(plan.teams, format.groups) : format.groups;
  const matches = format.matches ?? 1;
  let block = 0;
  const groups = lists.map((teams, i): LeagueGroup => {
    const letter = nameGroup(i);
    const pairs = createRounds(teams).flat();
    const name = `group ${letter}`;
    const fixtures = createLeagueFixtures(context, pairs, matches, letter, name, block);
    block += pairs.length * countBlocks(matches, sharedSeeds);
    return { name, teams, fixtures };
  });
  const first = new LeagueStage(groups, rules, lotSeed, true);
  return { first, later: () => createKnockouts(context, format, groups, first, block) };
}

/** Creates the first stage of a plan, and the function that creates the others once it is finished. */
export function createStages(plan: TournamentPlan, rules: TableRules): { first: Stage; later: LaterStages } {
  const sharedSeeds = plan.sharedSeeds ?? true;
  const lotSeed = plan.lotSeed ?? 0;
  const context: Context = { plan, rules, seedOf: createSeeds(plan.seeds), sharedSeeds, lotSeed };
  const { teams, format } = plan;
  const { seedOf } = context;
  const alone = (first: Stage) => ({ first, later: NO_STAGES });
  switch (format.type) {
    case 'round-robin':
      return alone(createLeague(context, createRounds(teams).flat(), format.matches ?? 1));
    case 'series':
      return alone(createLeague(context, [[teams[0]!, teams[1]!]], format.matches));
    case 'gauntlet': {
      const pairs = listGauntletPairs(teams, format.challengers);
      return alone(createLeague(context, pairs, format.matches ?? 2));
    }
    case 'paired':
      return alone(createPaired(context, format));
    case 'knockout':
      return alone(createKnockout(context, format, teams, 'knockout', 1, 0));
    case 'groups':
      return createGroups(context, format);
    case 'ladder':
      return alone(new LadderStage(plan, format, seedOf));
    case 'swiss': {
      const { rounds, matches = 1, byePoints = rules.points.win } = format;
      const options = { teams, rounds, matches, byePoints, rules, lotSeed, sharedSeeds, seedOf };
      return alone(new SwissStage(options));
    }
  }
}

/** Count of blocks of matches of a plan, without replays: the count of seeds that it needs. */
export function countPlanBlocks(plan: TournamentPlan): number {
  const { teams, format, sharedSeeds = true } = plan;
  // Its later rounds depend on results.
  if (format.type === 'swiss')
    return Math.floor(teams.length / 2) * format.rounds * countBlocks(format.matches ?? 1, sharedSeeds);
  const { first, later } = createStages(plan, LEAGUE_RULES);
  const knockouts = [first, ...later()].filter((stage) => stage instanceof KnockoutStage);
  const fixtures = first instanceof LeagueStage ? first.start() : [];
  const blocks = new Set(fixtures.map(({ block }) => block)).size;
  return blocks + knockouts.reduce((sum, stage) => sum + stage.countBlocks(), 0);
}
