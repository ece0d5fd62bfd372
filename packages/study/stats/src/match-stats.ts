/** Results of the statistics, as plain data. */
import { playerSlot, type Side, TEAM_SIZE } from '@rcss/core';
import type { AerialCounts } from './aerial.js';
import { ACTION_FIGURES, createFigures, PLAYER_FIGURES } from './figure-rows.js';

/** Figures of a player or a team, as docs/reference/figures.md describes them. */
export type ActionCounts = { -readonly [N in keyof typeof ACTION_FIGURES]: number };

/** Figures of players alone; null if the log does not have the value. */
export type PlayerOnlyFigures = {
  -readonly [N in keyof typeof PLAYER_FIGURES]: (typeof PLAYER_FIGURES)[N] extends { unit: string }
    ? number | null
    : number;
};

/** Statistics of a player. */
export interface PlayerStats extends ActionCounts, PlayerOnlyFigures {
  /** Side of the player. */
  readonly side: Side;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
}

/** Statistics of a team. */
export interface TeamStats extends ActionCounts {
  /** Side of the team. */
  readonly side: Side;
  /** Name of the team; empty if the side has no team. */
  readonly name: string;
  /** Score, as the log stores it. */
  score: number;
  /** Goals in the penalty shootout. */
  penaltyScored: number;
  /** Kicks of the penalty shootout without a goal. */
  penaltyMissed: number;
  /** Share of the shows in play_on in which a player of this team had the ball, 0 to 1; null if neither team had it. */
  possession: number | null;
  /** Count of set plays by kind: `corner_kick`, `kick_in`… */
  setPlays: Record<string, number>;
  /** Completed passes between players: `passNetwork[from - 1][to - 1]` by uniform numbers. */
  passNetwork: number[][];
}

export interface GoalRow {
  /** Index of the show in which the score went up. */
  readonly show: number;
  /** Game time of that show, cycles. */
  readonly time: number;
  /** Period of the shot: 1 and 2 are the halves, then the extra halves. */
  readonly period: number;
  /** Side that gets the goal. */
  readonly side: Side;
  /** Uniform number of the scorer; 0 if it is not known, and for own goals. */
  readonly unum: number;
  /** Uniform number of the player whose pass led to the goal; 0 if there is none. */
  readonly assist: number;
  /** Uniform number of the opponent that scored an own goal; 0 if the goal is not an own goal. */
  readonly ownGoalBy: number;
  /** X of the position of the shot, m. */
  readonly x: number;
  /** Y of the position of the shot, m. */
  readonly y: number;
  /** Distance of the shot from the middle of the goal, m. */
  readonly distance: number;
  /** Expected goals of the shot, 0 to 1; null if no shot was found. */
  readonly xg: number | null;
  /** Score of the left team after the goal. */
  readonly scoreL: number;
  /** Score of the right team after the goal. */
  readonly scoreR: number;
}

/** A kick of the penalty shootout. */
export interface PenaltyRow {
  /** Index of the show in which the kick began. */
  readonly show: number;
  /** Game time of that show, cycles. */
  readonly time: number;
  /** Side that kicks. */
  readonly side: Side;
  /** Uniform number of the kicker; 0 if it is not known. */
  readonly unum: number;
  /** Whether the kick scored. */
  readonly scored: boolean;
  /** Goals of the left team in the shootout after this kick. */
  readonly scoredL: number;
  /** Goals of the right team in the shootout after this kick. */
  readonly scoredR: number;
}

/** Statistics of a match, or of its first shows. */
export interface MatchStats {
  /** Count of shows. */
  readonly shows: number;
  /** Game time of the first show, cycles; 0 without shows. */
  readonly firstTime: number;
  /** Game time of the last show that counts, cycles; 0 without shows. */
  readonly lastTime: number;
  /** Whether the match ended in time_over, and all its shows count. */
  readonly finished: boolean;
  /** Text of the result message, if all shows count and the log has one; else null. */
  readonly result: string | null;
  /** Count of shows in play_on. */
  readonly playOnCycles: number;
  /** Count of shows in play_on in which neither team had the ball. */
  readonly contestedCycles: number;
  /** Statistics of both teams. */
  readonly teams: { readonly l: TeamStats; readonly r: TeamStats };
  /** The ball in the air; absent if the match has no heights. */
  readonly aerial?: { readonly l: AerialCounts; readonly r: AerialCounts };
  /** Statistics of the players: left 1 to 11, then right 1 to 11. */
  readonly players: readonly PlayerStats[];
  /** Goals in order. */
  readonly goals: readonly GoalRow[];
  /** Kicks of the penalty shootout in order. */
  readonly shootout: readonly PenaltyRow[];
}

/** Creates the statistics of player `index` (0 to 21) without any event. */
export function createPlayerStats(index: number): PlayerStats {
  return {
    ...playerSlot(index),
    ...createFigures<ActionCounts>(ACTION_FIGURES),
    ...createFigures<PlayerOnlyFigures>(PLAYER_FIGURES, null),
  };
}

/** Creates the statistics of a team without any event. */
export function createTeamStats(side: Side, name: string): TeamStats {
  return {
    side,
    name,
    score: 0,
    penaltyScored: 0,
    penaltyMissed: 0,
    possession: null,
    ...createFigures<ActionCounts>(ACTION_FIGURES),
    setPlays: {},
    passNetwork: Array.from({ length: TEAM_SIZE }, () => new Array<number>(TEAM_SIZE).fill(0)),
  };
}
