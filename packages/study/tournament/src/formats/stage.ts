import type { LadderRating } from '../ranking/ladder.js';
import type { LeagueMatch } from '../results.js';
import type { Standing, TieDecision } from '../standings.js';
import type { StageBracket } from './bracket.js';
import type { Fixture } from './plan.js';

/** Table of a part of a tournament. */
export interface StageTable {
  /** Name of the part: `league`, `group A`, … */
  readonly name: string;
  /** Rows in the order of the table. */
  readonly standings: readonly Standing[];
  /** What decided between neighbors with equal points. */
  readonly ties: readonly TieDecision[];
}

/** Place of a team at the end. Teams share a place if no match or criterion decided between them. */
export interface Placing {
  readonly team: string;
  /** Place from 1. */
  readonly place: number;
}

/** A pair of a knockout that no match has decided. */
export interface DrawnLot {
  /** Such as `semifinal`. */
  readonly stage: string;
  readonly winner: string;
  readonly loser: string;
  /** Matches of the pair, of which none decided. */
  readonly matches: readonly LeagueMatch[];
}

/** What an organizer has decided about a ladder while it goes on. */
export interface LadderChanges {
  /** Teams that play no more. If the verb is `disqualify`, their matches do not count. */
  readonly out: ReadonlyMap<string, { readonly verb: string }>;
  /** Count of further submissions by team. */
  readonly submissions: ReadonlyMap<string, number>;
  /** Whether the season is over. */
  readonly isFrozen: boolean;
}

/** The ratings after some of the matches. */
export interface LadderPoint {
  readonly matches: number;
  readonly ratings: readonly LadderRating[];
}

/** The ratings of a ladder. */
export interface LadderState {
  /** Submissions that play, the strongest first. */
  readonly current: readonly LadderRating[];
  /** Submissions that were replaced or have left and have matches that count, the strongest first. */
  readonly former: readonly LadderRating[];
  /** The ratings over time, the last with all matches. */
  readonly history: readonly LadderPoint[];
}

/** Running part of a tournament. Its state is a function of the plan and the recorded results, in any order. */
export interface Stage {
  /** Returns the fixtures that can be played from the start. */
  start(): readonly Fixture[];
  /** Adds the result of a fixture of this stage, and returns the fixtures that it makes possible. */
  record(fixture: Fixture, match: LeagueMatch): readonly Fixture[];
  isFinished(): boolean;
  /** Count of matches that are known to be played: existing fixtures and, where the format fixes them, later ones. */
  countMatches(): number;
  /** Absent: the stage has no tables. */
  tables?(): readonly StageTable[];
  /** Returns the matches that each of the tables counts, in the order of the tables. */
  tableMatches?(): readonly (readonly LeagueMatch[])[];
  /** Returns the places, also before the end, from the results so far. */
  placings(): readonly Placing[];
  /** Pairs that were decided by lot. */
  lots?(): readonly DrawnLot[];
  /** Pairs of a knockout, from the first round to the last. */
  bracket?(): StageBracket;
  /** Chooses further matches besides those that are open; absent: the format fixes the matches. */
  extend?(count: number, open: readonly Fixture[]): readonly Fixture[];
  /** Returns the match that an identifier describes, although it was not chosen here; undefined if there is none. */
  restore?(id: string): Fixture | undefined;
  /** Whether a match without a result can still be played. */
  isOpen?(fixture: Fixture): boolean;
  follow?(changes: LadderChanges): void;
  ladder?(): LadderState;
}
