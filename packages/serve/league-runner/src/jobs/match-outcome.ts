import type { SideName } from '@rcss/core';
import type { ReportedCommand } from '@rcss/match-server';
import type { BothSides, Match, MatchEnd } from '@rcss/simulator';
import type { LeagueMatch } from '@rcss/tournament';

/** Goals of both teams while a match is played. */
export type Score = readonly [left: number, right: number];

/** Returns the goals of a match so far. */
export function readGoals({ world: { left, right } }: Pick<Match, 'world'>): Score {
  return [left.score, right.score];
}

/** Something that went wrong with a team or the match. */
export interface MatchProblem {
  /** Side of the team; null for the match. */
  readonly side: SideName | null;
  readonly message: string;
  /** The problem is a log of the match that is missing, incomplete or not where the run keeps its logs. */
  readonly isLog?: true;
}

/** Result of a match: plain data, which a queue carries. */
export interface MatchOutcome
  extends Pick<LeagueMatch, 'scoreL' | 'scoreR' | 'penaltyL' | 'penaltyR' | 'forfeit'> {
  /** Why the match ended. */
  readonly end: string;
  /** Cycles of the clock of the match. */
  readonly cycles: number;
  /** Hash of the last state: equal after equal matches. Null if there was no match, or one by the clock. */
  readonly digest: number | null;
  /** `(done)` that clients of the teams sent too late or not at all, so that the match cannot be repeated; absent: none. */
  readonly missedDone?: { readonly left: number; readonly right: number };
  /** Type of the processor on which started teams computed: another one may give another match; absent: it does not matter. */
  readonly processor?: string;
  /** Real time of the whole match with the start of the teams, s. */
  readonly seconds: number;
  /** Players on the field at the first cycle. */
  readonly players: { readonly left: number; readonly right: number };
  readonly problems: readonly MatchProblem[];
  /** Commands of the referee that clients gave, the first 100, also those that were refused; absent: none. */
  readonly refereeCommands?: readonly ReportedCommand[];
  /** Limits of the teams that the machine did not keep, a sentence for each team; absent: it kept all. */
  readonly notLimited?: readonly string[];
  /** Folder or address of the logs. */
  readonly logs?: string;
  /** Machine that played the match. */
  readonly host?: string;
}

/** Whether a team forfeited before the first cycle: it was not started, could not be loaded or left, so that nothing was played. */
export function isUnplayed({ forfeit, cycles }: Pick<MatchOutcome, 'forfeit' | 'cycles'>): boolean {
  return forfeit !== undefined && cycles === 0;
}

/** A match that gave no result because of the program or the machine, not because of a team. It can be played again. */
export class MatchFailure extends Error {
  override readonly name = 'MatchFailure';
}

/** Returns the end of a match in the form of an outcome; null: nothing was played. */
export function describeEnd(
  end: MatchEnd | null,
): Pick<
  MatchOutcome,
  'scoreL' | 'scoreR' | 'penaltyL' | 'penaltyR' | 'cycles' | 'digest' | 'players' | 'end'
> {
  const { score, penalties, time, digest, players, end: reason } = end ?? NOTHING_PLAYED;
  return {
    scoreL: score.left,
    scoreR: score.right,
    penaltyL: penalties?.left ?? null,
    penaltyR: penalties?.right ?? null,
    cycles: time,
    digest,
    players,
    end: reason.message,
  };
}

const NONE: BothSides = { left: 0, right: 0 };
const NOTHING_PLAYED = {
  score: NONE,
  penalties: null,
  time: 0,
  digest: null,
  players: NONE,
  end: { message: 'nothing was played' },
};
