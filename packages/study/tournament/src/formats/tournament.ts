import type { LeagueMatch } from '../results.js';
import { DEFAULT_WALKOVER, LEAGUE_RULES, SWISS_RULES, scoreWalkover, type TableRules } from '../rules.js';
import type { StageBracket } from './bracket.js';
import { checkPlan } from './check-plan.js';
import { createStages, type LaterStages } from './create-stages.js';
import type { Fixture, FixtureResult, TournamentPlan } from './plan.js';
import type { DrawnLot, LadderChanges, LadderState, Placing, Stage, StageTable } from './stage.js';

/** Match of a tournament that has a result, with the score that counts. */
export interface PlayedMatch extends LeagueMatch, Pick<Fixture, 'id' | 'stage' | 'block' | 'seed'> {}

/** A tournament with the results so far. Create it with {@link createTournament}. */
export interface Tournament {
  /** Returns the matches that can be played now, in order, at most `limit`. A ladder chooses as many as that; without a limit, those that it has chosen, or one. */
  ready(limit?: number): readonly Fixture[];
  /**
   * Adds the result of a match. Returns `repeated`, and changes nothing, if the match has a result already: a match that was
   * played twice counts once.
   *
   * @throws RangeError if the tournament does not have the match yet, or if the goals are not whole numbers from 0.
   */
  record(result: FixtureResult): 'recorded' | 'repeated';
  /** Returns the results in the order of recording: with the plan, they are the whole state. */
  results(): readonly FixtureResult[];
  /** Returns a fixture by its identifier; undefined if the tournament does not have it yet. A ladder knows each match that an identifier of its form describes. */
  find(id: string): Fixture | undefined;
  /** Returns the results as matches of a league, with the scores that count. */
  matches(): readonly PlayedMatch[];
  /** Whether all matches have a result. */
  isFinished(): boolean;
  /** Returns the count of recorded matches, and of all matches as far as the format fixes it (without replays); infinite for a ladder without an end. */
  progress(): { readonly recorded: number; readonly total: number };
  /** Returns the tables of the league or the groups. */
  tables(): readonly StageTable[];
  /** Returns the matches that each of the tables counts, in the order of the tables. */
  tableMatches(): readonly (readonly LeagueMatch[])[];
  /** Returns the places, from the results so far; none before the last matches of a group phase, which has tables. */
  placings(): readonly Placing[];
  /** Returns the pairs of a knockout that were decided by lot, because their matches were drawn or forfeited by both. */
  lots(): readonly DrawnLot[];
  /** Returns the brackets of the knockouts whose entrants are known. */
  brackets(): readonly StageBracket[];
  /** Gives a ladder what the organizer has decided; other formats do not depend on it. */
  follow(changes: LadderChanges): void;
  /** Returns the ratings of a ladder; null for other formats. */
  ladder(): LadderState | null;
}

function rulesOf({ rules, format }: TournamentPlan): TableRules {
  return rules ?? (format.type === 'swiss' ? SWISS_RULES : LEAGUE_RULES);
}

function checkGoals(result: FixtureResult): void {
  for (const name of ['scoreL', 'scoreR', 'penaltyL', 'penaltyR'] as const) {
    const value = result[name] ?? 0;
    if (Number.isInteger(value) && value >= 0) continue;
    throw new RangeError(`result of ${result.id}: ${name} is ${value}; it must be a whole number from 0`);
  }
}

/** A fixture with its stage and, when it is there, its result. One object per match: tournaments can have 100,000. */
interface Entry {
  readonly fixture: Fixture;
  readonly stage: Stage;
  match: PlayedMatch | null;
  /** The result as it was recorded, if its score does not count as it is. */
  forfeited: FixtureResult | null;
}

/** Returns the result that was recorded. */
function toResult({ match, forfeited }: Entry): FixtureResult {
  if (forfeited !== null) return forfeited;
  const { id, scoreL, scoreR, penaltyL, penaltyR } = match!;
  return { id, scoreL, scoreR, penaltyL, penaltyR };
}

/** Tournament as a cursor over plan and results. */
class RunningTournament implements Tournament {
  readonly #plan: TournamentPlan;
  readonly #stages: Stage[];
  readonly #later: LaterStages;
  readonly #entries = new Map<string, Entry>();
  /** All entries in the order in which they became ready. */
  readonly #order: Entry[] = [];
  /** Index of the first entry that may be without a result. */
  #firstOpen = 0;
  /** Entries with a result in the order of recording. */
  readonly #recorded: Entry[] = [];

  constructor(plan: TournamentPlan) {
    this.#plan = plan;
    const { first, later } = createStages(plan, rulesOf(plan));
    this.#stages = [first];
    this.#later = later;
    this.#open(first, first.start());
  }

  ready(limit: number = Number.POSITIVE_INFINITY): readonly Fixture[] {
    while (this.#order[this.#firstOpen]?.match != null) this.#firstOpen++;
    const out: Fixture[] = [];
    for (let i = this.#firstOpen; i < this.#order.length && out.length < limit; i++) {
      const { fixture, match, stage } = this.#order[i]!;
      if (match === null && (stage.isOpen?.(fixture) ?? true)) out.push(fixture);
    }
    const missing = limit === Number.POSITIVE_INFINITY ? Number(out.length === 0) : limit - out.length;
    const [stage] = this.#stages;
    const chosen = missing > 0 ? (stage!.extend?.(missing, out) ?? []) : [];
    this.#open(stage!, chosen);
    return [...out, ...chosen];
  }

  record(result: FixtureResult): 'recorded' | 'repeated' {
    this.find(result.id);
    const entry = this.#entries.get(result.id);
    if (entry === undefined) {
      throw new RangeError(
        `"${result.id}" is not a match of this tournament, or its teams are not known yet`,
      );
    }
    checkGoals(result);
    if (entry.match !== null) return 'repeated';
    const match = this.#toMatch(entry.fixture, result);
    entry.match = match;
    if (result.forfeit !== undefined) entry.forfeited = result;
    this.#recorded.push(entry);
    this.#open(entry.stage, entry.stage.record(entry.fixture, match));
    if (this.#stages.length === 1 && this.#stages[0]!.isFinished()) {
      for (const next of this.#later()) {
        this.#stages.push(next);
        this.#open(next, next.start());
      }
    }
    return 'recorded';
  }

  results(): readonly FixtureResult[] {
    return this.#recorded.map(toResult);
  }

  find(id: string): Fixture | undefined {
    const known = this.#entries.get(id)?.fixture;
    if (known !== undefined) return known;
    const restored = this.#stages[0]!.restore?.(id);
    if (restored !== undefined) this.#open(this.#stages[0]!, [restored]);
    return restored;
  }

  follow(changes: LadderChanges): void {
    for (const stage of this.#stages) stage.follow?.(changes);
  }

  ladder(): LadderState | null {
    return this.#stages[0]!.ladder?.() ?? null;
  }

  matches(): readonly PlayedMatch[] {
    return this.#recorded.map(({ match }) => match!);
  }

  isFinished(): boolean {
    return this.#stages.every((stage) => stage.isFinished());
  }

  progress(): { readonly recorded: number; readonly total: number } {
    const stages = this.#stages.length > 1 ? this.#stages : [this.#stages[0]!, ...this.#later()];
    return {
      recorded: this.#recorded.length,
      total: stages.reduce((sum, stage) => sum + stage.countMatches(), 0),
    };
  }

  tables(): readonly StageTable[] {
    return this.#stages.flatMap((stage) => stage.tables?.() ?? []);
  }

  tableMatches(): readonly (readonly LeagueMatch[])[] {
    return this.#stages.flatMap((stage) => stage.tableMatches?.() ?? []);
  }

  lots(): readonly DrawnLot[] {
    return this.#stages.flatMap((stage) => stage.lots?.() ?? []);
  }

  brackets(): readonly StageBracket[] {
    return this.#stages.flatMap((stage) => stage.bracket?.() ?? []);
  }

  placings(): readonly Placing[] {
    if (this.#stages.length > 1) return this.#stages.slice(1).flatMap((stage) => stage.placings());
    // The places of a group are not places of the tournament.
    return this.#later().length > 0 ? [] : this.#stages[0]!.placings();
  }

  #open(stage: Stage, fixtures: readonly Fixture[]): void {
    for (const fixture of fixtures) {
      const entry: Entry = { fixture, stage, match: null, forfeited: null };
      this.#entries.set(fixture.id, entry);
      this.#order.push(entry);
    }
  }

  #toMatch({ id, stage, block, seed, left, right }: Fixture, result: FixtureResult): PlayedMatch {
    const { forfeit, penaltyL = null, penaltyR = null } = result;
    const played = {
      id,
      stage,
      block,
      seed,
      date: '',
      left,
      right,
      scoreL: result.scoreL,
      scoreR: result.scoreR,
    };
    if (forfeit === undefined) return { ...played, penaltyL, penaltyR };
    const rules = this.#plan.walkover ?? DEFAULT_WALKOVER;
    const score = scoreWalkover(forfeit, result.scoreL, result.scoreR, rules);
    return { ...played, scoreL: score.left, scoreR: score.right, penaltyL: null, penaltyR: null, forfeit };
  }
}

/** Adds results in an order in which every match is known when its result is added. */
function replayResults(tournament: Tournament, results: readonly FixtureResult[]): void {
  let waiting = results;
  while (waiting.length > 0) {
    const unknown: FixtureResult[] = [];
    for (const result of waiting) {
      if (tournament.find(result.id) === undefined) unknown.push(result);
      else tournament.record(result);
    }
    if (unknown.length === waiting.length) tournament.record(unknown[0]!); // throws: not a match of the tournament
    waiting = unknown;
  }
}

/**
 * Creates a tournament from its plan and continues from results that were recorded earlier, in any order. The same plan and the
 * same results always give the same matches, seeds and tables.
 *
 * @throws RangeError if the plan has no meaning, for example too few teams, or if a result belongs to no match of it.
 * @example
 * ```ts
 * const tournament = createTournament({ teams: ['A', 'B', 'C'], format: { type: 'round-robin' }, seeds: 1 });
 * const [match] = tournament.ready(1); // { id: 'league-1-1', left: …, right: …, seed: 1, … }
 * tournament.record({ id: match!.id, scoreL: 2, scoreR: 0 });
 * ```
 */
export function createTournament(plan: TournamentPlan, results: readonly FixtureResult[] = []): Tournament {
  checkPlan(plan);
  const tournament = new RunningTournament(plan);
  replayResults(tournament, results);
  return tournament;
}
