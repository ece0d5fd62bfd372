import type { SideName } from '@rcss/core';
import type { MatchDocumentParameters } from '@rcss/core/match-document';
import type { LeagueMatch } from '../results.js';
import type { TableRules, WalkoverRules } from '../rules.js';

/** Every team plays every other team; `matches` times, the sides alternate. 1 is a single, 2 a double round robin. */
export interface RoundRobinFormat {
  readonly type: 'round-robin';
  /** Count of matches of each pair, at least 1. Default: 1. */
  readonly matches?: number;
}

/** A number of matches between two teams; the sides alternate. */
export interface SeriesFormat {
  readonly type: 'series';
  /** Count of matches, at least 1. */
  readonly matches: number;
}

/** Some teams play all others; the sides alternate. */
export interface GauntletFormat {
  readonly type: 'gauntlet';
  /** Teams that play against all other teams of the plan, but not against each other. */
  readonly challengers: readonly string[];
  /** Count of matches of each pair, at least 1. Default: 2. */
  readonly matches?: number;
}

/**
 * Two versions are compared. Without opponents they play each other: each block is two matches with the same seed and swapped
 * sides. With opponents, each block is four matches with the same seed: candidate and base play the same opponent from both
 * sides.
 */
export interface PairedFormat {
  readonly type: 'paired';
  /** Version that is tested. */
  readonly candidate: string;
  /** Version that it is compared with. */
  readonly base: string;
  /** Count of blocks, with opponents the count for each opponent; at least 1. */
  readonly blocks: number;
  /** Whether both versions play against the other teams of the plan. Default: if the plan has further teams. */
  readonly pool?: boolean;
}

/** A single-elimination tournament. Stronger teams, which are listed first, meet late and get the byes. */
export interface KnockoutFormat {
  readonly type: 'knockout';
  /** Largest count of matches of each pair, at least 1; wins decide, then the goal difference. A pair ends as soon as its winner is certain. Default: 1. */
  readonly matches?: number;
  /** Places that are decided by matches: only the first, also the third, or all. Default: `third`. */
  readonly placement?: KnockoutPlaces;
  /** How often a drawn pair plays again before a lot decides. Default: 1. */
  readonly replays?: number;
  /** Parameters of its matches in addition to those that all matches share, such as extra halves with golden goal. */
  readonly parameters?: MatchDocumentParameters;
}

/** Places that are decided by matches in a knockout. */
export type KnockoutPlaces = 'final' | 'third' | 'all';

/** Groups that play a round robin, and a knockout of the best teams of each group. */
export interface GroupsFormat {
  readonly type: 'groups';
  /** Count of groups, or the teams of each group. With a count, the listed teams are dealt out in turns: 1 2 3, 6 5 4, … */
  readonly groups: number | readonly (readonly string[])[];
  /** Count of matches of each pair in a group, at least 1. Default: 1. */
  readonly matches?: number;
  /** Count of teams of each group that advance to the knockout, at least 1. */
  readonly advance: number;
  /** The knockout. With `placement: all`, the other teams also play for their places. */
  readonly knockout?: Omit<KnockoutFormat, 'type'>;
}

/** Swiss system: in each round teams of similar points play, never twice against each other if that can be avoided. */
export interface SwissFormat {
  readonly type: 'swiss';
  /** Count of rounds, at least 1. */
  readonly rounds: number;
  /** Count of matches of each pair of a round, at least 1. Default: 1. */
  readonly matches?: number;
  /** Points for a bye if the number of teams is odd. Default: the points of a win. */
  readonly byePoints?: number;
}

/** Endless: the next match is always the one that shows most about the strengths of the teams. */
export interface LadderFormat {
  readonly type: 'ladder';
  /** Strengths that stay, in Elo points by the names of teams, so that the ratings of seasons can be compared. */
  readonly anchors?: Readonly<Record<string, number>>;
  /** When the ladder ends. Default: when the organizer freezes it. */
  readonly season?: {
    /** Count of matches. */
    readonly matches?: number;
    /** Time after which no match begins, ISO 8601. A program that has a clock freezes the ladder then. */
    readonly until?: string;
  };
}

/** Format of a tournament. */
export type Format =
  | LadderFormat
  | RoundRobinFormat
  | SeriesFormat
  | GauntletFormat
  | PairedFormat
  | KnockoutFormat
  | GroupsFormat
  | SwissFormat;

/** Everything that decides which matches a tournament has and how they count. */
export interface TournamentPlan {
  /** Names of the teams, the strongest first; names are unique. */
  readonly teams: readonly string[];
  /** Which matches are played. */
  readonly format: Format;
  /** Points and tie-breaks. Default: those of the league, or of a Swiss tournament. */
  readonly rules?: TableRules;
  /** How a forfeited match counts. Default: 3 : 0. */
  readonly walkover?: WalkoverRules;
  /**
   * Seed of the first block of matches; the next block has the next integer. A list has the seed of every block. Without it, the
   * matches have no seeds.
   */
  readonly seeds?: number | readonly number[];
  /** Whether matches of a pair with swapped sides share a seed. Default: true. */
  readonly sharedSeeds?: boolean;
  /** Seed of lots between teams that are equal in all criteria, where an order is necessary. Default: 0. */
  readonly lotSeed?: number | string;
}

/** Match of a tournament that can be played. */
export interface Fixture {
  /** Identifier, unique in the tournament and the same whenever the plan is the same. */
  readonly id: string;
  /** Part of the tournament: `league`, `group A`, `round 2`, `final`, … */
  readonly stage: string;
  /** Identifier of the block: matches of one block share seed and teams and are one observation of a comparison. */
  readonly block: string;
  /** Team that starts on the left side. */
  readonly left: string;
  /** Team that starts on the right side. */
  readonly right: string;
  /** Seed of the match; null if the plan has no seeds. */
  readonly seed: number | null;
}

export interface FixtureResult extends Pick<LeagueMatch, 'scoreL' | 'scoreR'> {
  /** Identifier of the fixture. */
  readonly id: string;
  /** Goals of the left team in the penalty shootout; null or absent without a shootout. */
  readonly penaltyL?: number | null;
  /** Goals of the right team in the penalty shootout; null or absent without a shootout. */
  readonly penaltyR?: number | null;
  /** Side that did not start, crashed or gave up. The score is the one at the end of the match. */
  readonly forfeit?: SideName | 'both';
}
