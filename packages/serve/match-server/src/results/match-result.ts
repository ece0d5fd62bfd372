import type { Side, Team } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import { strftime } from '../files/strftime.js';

/** Outcome of a match for result savers and log names (spec 02 §9, §10). */
export interface MatchResult {
  /** Local start time of the server. */
  readonly start: Date;
  readonly left: TeamResult | null;
  readonly right: TeamResult | null;
  /** Whether any penalty was taken. */
  readonly penalties: boolean;
  /** Winner of a coin toss after a drawn shoot-out. */
  readonly tossWinner: Side | null;
}

export interface TeamResult {
  readonly name: string;
  readonly coach: string;
  readonly score: number;
  readonly penaltyTaken: number;
  readonly penaltyScored: number;
}

function createTeamResult(team: Team): TeamResult | null {
  if (team.name === '') return null;
  return {
    name: team.name,
    coach: team.coachName,
    score: team.score,
    penaltyTaken: team.penaltyTaken,
    penaltyScored: team.penaltyScored,
  };
}

export function createMatchResult(match: Match, start: Date): MatchResult {
  const { left, right } = match.world;
  return {
    start,
    left: createTeamResult(left),
    right: createTeamResult(right),
    penalties: left.penaltyTaken > 0 || right.penaltyTaken > 0,
    tossWinner: left.wonToss ? 'l' : right.wonToss ? 'r' : null,
  };
}

function formatTeamPart(team: TeamResult | null, penalties: boolean, toss: boolean): string {
  if (team === null) return 'null';
  const coach = team.coach === '' ? '' : `${team.coach}_`;
  const shootout = penalties ? `_${team.penaltyScored}${toss ? 'w' : ''}` : '';
  return `${team.name}_${coach}${team.score}${shootout}`;
}

/** `LEFT-vs-RIGHT` as in log names and result lines (spec 02 §10, spec 09 §1.3). */
export function formatResultName(result: MatchResult): string {
  const { left, right } = result;
  const shown =
    left !== null &&
    right !== null &&
    left.score === right.score &&
    left.penaltyTaken > 0 &&
    right.penaltyTaken > 0;
  return `${formatTeamPart(left, shown, result.tossWinner === 'l')}-vs-${formatTeamPart(right, shown, result.tossWinner === 'r')}`;
}

/** The result message at the end of a game log, at most 255 characters (spec 09 §2.7); `start` as YYYYMMDDhhmm. */
export function formatResultMessage(result: MatchResult, start: string): string {
  return `(result ${start} ${formatResultName(result)})`.slice(0, 255);
}

/** `YYYY-MM-DD hh:mm:ss` of the start. */
export function formatStart(result: MatchResult): string {
  return strftime('%Y-%m-%d %H:%M:%S', result.start);
}
