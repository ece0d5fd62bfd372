/** What the files of the Common Data Format have in common: ids, names of periods, times. */
import { type Side, sideName } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import type { MatchInfo } from './match-frames.js';

/** Names of the periods; period 1 is the first. */
export const COMMON_DATA_PERIODS = [
  'first_half',
  'second_half',
  'first_half_extratime',
  'second_half_extratime',
  'shootout',
] as const;

/** Id of the official of every match: fouls, cards and offsides are its events. */
export const REFEREE_ID = 'referee';

/** Returns the id of a team: ids must be lower-case words. */
export function commonDataTeamId(side: Side): string {
  return side === 'l' ? 'team_left' : 'team_right';
}

export function commonDataPlayerId(side: Side, unum: number): string {
  return `${sideName(side)}_${unum}`;
}

/** Returns the time of a frame: that of the kickoff plus the length of a cycle per show. */
export function timeOfFrame(a: MatchAnalysis, { kickoff }: MatchInfo, frame: number): string {
  return new Date(kickoff.getTime() + frame * a.server.simulator_step).toISOString();
}

/** Rounds to millimeters; adding 0 turns -0 into 0. */
export function roundToMillimeters(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
