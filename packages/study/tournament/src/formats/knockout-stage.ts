import { compareScores, type LeagueMatch } from '../results.js';
import { drawLots } from '../standings.js';
import {
  addRounds,
  type BracketState,
  describeBracket,
  resolveSlot,
  type Slot,
  type StageBracket,
} from './bracket.js';
import { countBlocks, createPairFixtures, type SeedOfBlock } from './fixtures.js';
import { orderBracket } from './pairings.js';
import type { Fixture, KnockoutPlaces } from './plan.js';
import type { DrawnLot, Placing, Stage } from './stage.js';

/** What a knockout stage is created from. */
export interface KnockoutOptions {
  /** Prefix of the identifiers. */
  readonly key: string;
  /** Entrants, the strongest first. */
  readonly teams: readonly string[];
  /** Place of the winner; above 1 for the teams that did not advance from their groups. */
  readonly firstPlace: number;
  /** Largest count of matches of each pair; a pair ends as soon as the winner is certain. */
  readonly matches: number;
  readonly placement: KnockoutPlaces;
  readonly replays: number;
  readonly sharedSeeds: boolean;
  readonly seedOf: SeedOfBlock;
  /** Seed of the lots of pairs that are still drawn after their replays. */
  readonly lotSeed: number | string;
  /** Index of the first block of the stage. */
  readonly firstBlock: number;
  /** Returns the distance from the block of a pair to that of its replay: the count of blocks of all knockouts of the plan. */
  readonly replayStride: (stage: KnockoutStage) => number;
}

/** By how many wins and goals the first team leads. */
function measureLead(
  [a]: readonly [string, string],
  results: readonly LeagueMatch[],
): { wins: number; goals: number } {
  let wins = 0;
  let goals = 0;
  for (const match of results) {
    const sign = match.left === a ? 1 : -1;
    wins += sign * compareScores(match);
    goals += sign * (match.scoreL - match.scoreR);
  }
  return { wins, goals };
}

/** Single elimination, with matches for further places. */
export class KnockoutStage implements Stage {
  readonly #options: KnockoutOptions;
  readonly #bracket: BracketState = { pairs: [], places: [] };
  readonly #pairOf = new Map<string, number>();

  constructor(options: KnockoutOptions) {
    this.#options = options;
    const { teams, firstPlace, placement } = options;
    const size = 2 ** Math.ceil(Math.log2(Math.max(teams.length, 1)));
    const slots = orderBracket(size).map((seed): Slot => {
      const team = teams[seed - 1];
      return team === undefined ? null : { team };
    });
    addRounds(this.#bracket, slots, firstPlace, placement, true);
  }

  start(): readonly Fixture[] {
    return this.#openPairs();
  }

  record(fixture: Fixture, match: LeagueMatch): readonly Fixture[] {
    const index = this.#pairOf.get(fixture.id)!;
    const pair = this.#bracket.pairs[index]!;
    pair.results.push({ ...match, id: fixture.id });
    if (pair.results.length < pair.opened) return [];
    const { wins, goals } = measureLead(pair.teams!, pair.results);
    // Wins decide first: a lead that the other team cannot reach any more ends the pair.
    if (Math.abs(wins) <= pair.held.length && pair.held.length > 0)
      return this.#openHeld(index, Math.abs(wins));
    const lead = wins !== 0 ? wins : goals;
    if (lead === 0 && pair.replay < this.#options.replays) {
      pair.replay += 1;
      return this.#createMatches(index);
    }
    pair.held = [];
    pair.isLot = lead === 0;
    pair.winner = lead === 0 ? this.#drawLot(index) : pair.teams![lead > 0 ? 0 : 1];
    return this.#openPairs();
  }

  /** The draw depends on the seed, the pair and the names, not on the order of the teams. */
  #drawLot(index: number): string {
    const { key, lotSeed } = this.#options;
    const places = drawLots(this.#bracket.pairs[index]!.teams!, lotSeed, `lot ${key}-${index + 1}`);
    return [...places].find(([, place]) => place === 0)![0];
  }

  lots(): readonly DrawnLot[] {
    return this.#bracket.pairs.flatMap(({ stage, teams, winner, isLot, results }) =>
      isLot
        ? [{ stage, winner: winner!, loser: teams![winner === teams![0] ? 1 : 0], matches: results }]
        : [],
    );
  }

  isFinished(): boolean {
    return this.#bracket.pairs.every(({ winner }) => winner !== null);
  }

  countMatches(): number {
    const { matches } = this.#options;
    return this.#bracket.pairs.reduce(
      (sum, { opened, held, winner }) =>
        sum + (winner === null ? Math.max(opened + held.length, matches) : opened),
      0,
    );
  }

  bracket(): StageBracket {
    const { firstPlace, teams } = this.#options;
    const name = firstPlace === 1 ? 'knockout' : `places ${firstPlace}–${firstPlace + teams.length - 1}`;
    return describeBracket(this.#bracket, name);
  }

  placings(): readonly Placing[] {
    const { firstPlace } = this.#options;
    const found = this.#bracket.places
      .flatMap(({ place, slots }) => slots.map((slot) => ({ place, team: resolveSlot(this.#bracket, slot) })))
      .filter((entry): entry is Placing => entry.team !== null)
      .sort((a, b) => a.place - b.place);
    if (!this.isFinished()) return found;
    // Byes leave gaps between the places.
    return found.map(({ team, place }) => ({
      team,
      place: firstPlace + found.filter((other) => other.place < place).length,
    }));
  }

  /** Creates the matches of the pairs whose teams are known now. */
  #openPairs(): Fixture[] {
    return this.#bracket.pairs.flatMap((pair, index) => {
      if (pair.teams !== null) return [];
      const a = resolveSlot(this.#bracket, pair.slots[0]);
      const b = resolveSlot(this.#bracket, pair.slots[1]);
      if (a === null || b === null) return [];
      pair.teams = [a, b];
      return this.#createMatches(index);
    });
  }

  #createMatches(index: number): Fixture[] {
    const { key, matches, sharedSeeds, seedOf, firstBlock, replayStride } = this.#options;
    const pair = this.#bracket.pairs[index]!;
    const { replay } = pair;
    const fixtures = createPairFixtures(
      {
        key: `${key}-${index + 1}${replay === 0 ? '' : `-replay${replay}`}`,
        stage: pair.stage,
        left: pair.teams![replay % 2]!,
        right: pair.teams![1 - (replay % 2)]!,
        matches,
        sharedSeeds,
        firstBlock: firstBlock + index * countBlocks(matches, sharedSeeds) + replay * replayStride(this),
      },
      seedOf,
    );
    pair.held = fixtures;
    for (const { id } of fixtures) this.#pairOf.set(id, index);
    return this.#openHeld(index, 0);
  }

  /** Opens the matches that a decision needs at least, from a lead in wins. */
  #openHeld(index: number, lead: number): Fixture[] {
    const pair = this.#bracket.pairs[index]!;
    const rest = pair.held.length;
    const count = Math.min(Math.floor((rest - lead) / 2) + 1, rest);
    const opened = pair.held.slice(0, count);
    pair.held = pair.held.slice(count);
    pair.opened += count;
    return opened;
  }

  /** Count of blocks without replays. */
  countBlocks(): number {
    return this.#bracket.pairs.length * countBlocks(this.#options.matches, this.#options.sharedSeeds);
  }
}
