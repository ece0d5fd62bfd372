/** What an organizer decides about a run. */
import type { SideName } from '@rcss/core';
import type { MatchOutcome } from '../jobs/match-outcome.js';

type DecidedScore = Pick<MatchOutcome, 'scoreL' | 'scoreR' | 'penaltyL' | 'penaltyR'>;

export type LeagueDecision =
  /** `replay`: the match is played again. `annul`: its result does not count, and it is not played until a later decision. */
  | { readonly verb: 'replay' | 'annul'; readonly fixture: string }
  | ({ readonly verb: 'set'; readonly fixture: string } & DecidedScore)
  | { readonly verb: 'walkover'; readonly fixture: string; readonly forfeit: SideName | 'both' }
  /** `withdraw`: matches that the team has not played count as forfeited. `disqualify`: likewise all of its matches. `reinstate`: neither. */
  | { readonly verb: 'withdraw' | 'disqualify' | 'reinstate'; readonly team: string }
  /** Later matches are played with the present files of a team. */
  | { readonly verb: 'version'; readonly team: string; readonly version: string }
  | {
      readonly verb: 'schedule';
      readonly fixture: string;
      /** ISO 8601; null: at any time. */
      readonly kickoff: string | null;
      /** Matches of a field are played one after the other; null: the match has none. */
      readonly field: string | null;
    }
  /** No match begins, until a time (ISO 8601) or, with null, until `resume`. */
  | { readonly verb: 'pause'; readonly until: string | null }
  /** `resume`: a pause is over, or a frozen season goes on. `freeze`: the season of a ladder is over. */
  | { readonly verb: 'resume' | 'freeze' }
  /** A broken match was continued from its recording on another server; this is its result. */
  | ({
      readonly verb: 'continue';
      readonly fixture: string;
      /** Result file of the server that has played the rest. */
      readonly recording: string;
      /** Cycles of the whole match. */
      readonly cycles: number;
    } & DecidedScore);

/** Line of a result file: a decision with its author, time and reason. */
export type DecisionLine = LeagueDecision & {
  readonly type: 'decision';
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
  /** Teams of the match when it was decided; absent without a match. */
  readonly left?: string;
  readonly right?: string;
  readonly seed?: number | null;
};
