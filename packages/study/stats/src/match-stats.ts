/** Results of the statistics, as plain data. */
import { type Side, TEAM_SIZE } from '@rcss/core';
import type { AerialCounts } from './aerial.js';

/** Counts of the actions of a player or a team; docs/use/statistics.md defines the actions. */
export interface ActionCounts {
  /** Touches of the ball. */
  touches: number;
  /** Shows in play_on in which the player or the team touched the ball last. */
  possessionCycles: number;
  /** Passes, completed or not. */
  passes: number;
  passesCompleted: number;
  /** Sum of the lengths of completed passes, m. */
  passLength: number;
  /** Shots at the goal. */
  shots: number;
  /** Shots towards the goal between the posts. */
  shotsOnTarget: number;
  /** Sum of the expected goals of the shots (docs/inside/expected-goals.md). */
  xg: number;
  /** Goals, without own goals. */
  goals: number;
  ownGoals: number;
  /** Passes that led to a goal. */
  assists: number;
  dribbles: number;
  /** Balls lost without a pass. */
  losses: number;
  /** Balls won after an opponent had released them. */
  interceptions: number;
  /** Balls won from an opponent that had not released them. */
  steals: number; // words-ok: term of docs/use/statistics.md
  /** Tackles, successful or not. */
  tackles: number;
  /** Tackles that won the ball. */
  tacklesWon: number;
  /** Balls that the goalie caught, other than shots. */
  claims: number;
  /** Shots that the goalie stopped. */
  saves: number;
  /** Shots that another player stopped. */
  blocks: number;
  /** Fouls committed. */
  fouls: number;
  /** Fouls of opponents against the player or team. */
  fouled: number;
  offsides: number;
  yellowCards: number;
  redCards: number;
  /** Distance run, m. */
  distance: number;
}

/** Statistics of a player. */
export interface PlayerStats extends ActionCounts {
  /** Side of the player. */
  readonly side: Side;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
  /** Completed passes that this player received. */
  passesReceived: number;
  /** Lowest stamina; null if the log has no stamina or the player was never connected. */
  staminaMin: number | null;
  /** Last stamina; null likewise. */
  staminaLast: number | null;
  /** X of the mean position in play_on, m; null if the player was never connected in play_on. */
  meanX: number | null;
  /** Y of the mean position in play_on, m; null likewise. */
  meanY: number | null;
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

function createCounts(): ActionCounts {
  return {
    touches: 0,
    possessionCycles: 0,
    passes: 0,
    passesCompleted: 0,
    passLength: 0,
    shots: 0,
    shotsOnTarget: 0,
    xg: 0,
    goals: 0,
    ownGoals: 0,
    assists: 0,
    dribbles: 0,
    losses: 0,
    interceptions: 0,
    steals: 0, // words-ok
    tackles: 0,
    tacklesWon: 0,
    claims: 0,
    saves: 0,
    blocks: 0,
    fouls: 0,
    fouled: 0,
    offsides: 0,
    yellowCards: 0,
    redCards: 0,
    distance: 0,
  };
}

/** Creates the statistics of player `index` (0 to 21) without any event. */
export function createPlayerStats(index: number): PlayerStats {
  return {
    side: index < TEAM_SIZE ? 'l' : 'r',
    unum: (index % TEAM_SIZE) + 1,
    ...createCounts(),
    passesReceived: 0,
    staminaMin: null,
    staminaLast: null,
    meanX: null,
    meanY: null,
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
    ...createCounts(),
    setPlays: {},
    passNetwork: Array.from({ length: TEAM_SIZE }, () => new Array<number>(TEAM_SIZE).fill(0)),
  };
}
