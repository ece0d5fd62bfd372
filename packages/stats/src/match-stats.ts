/** What the statistics report, as plain data. */
import { type Side, TEAM_SIZE } from '@rcss/core';

/** Counts of a player or, summed up, of a team. */
export interface ActionCounts {
  touches: number;
  /** Cycles of play_on in which the player or the team touched the ball last. */
  possessionCycles: number;
  passes: number;
  passesCompleted: number;
  /** Sum of the lengths of completed passes, m. */
  passLength: number;
  shots: number;
  shotsOnTarget: number;
  goals: number;
  ownGoals: number;
  assists: number;
  dribbles: number;
  losses: number;
  interceptions: number;
  steals: number;
  tackles: number;
  tacklesWon: number;
  claims: number;
  saves: number;
  blocks: number;
  fouls: number;
  fouled: number;
  offsides: number;
  yellowCards: number;
  redCards: number;
  /** m */
  distance: number;
}

export interface PlayerStats extends ActionCounts {
  readonly side: Side;
  readonly unum: number;
  /** Passes received. */
  passesReceived: number;
  /** Lowest and last stamina; null if the log has no stamina or the player was never present. */
  staminaMin: number | null;
  staminaLast: number | null;
  /** Mean position in play_on, meters; null if the player was never present. */
  meanX: number | null;
  meanY: number | null;
}

export interface TeamStats extends ActionCounts {
  readonly side: Side;
  readonly name: string;
  score: number;
  penaltyScored: number;
  penaltyMissed: number;
  /** Share of the team in the cycles of play_on in which one side had touched the ball last; 0 to 1, null without such cycles. */
  possession: number | null;
  /** Set plays by kind: `corner_kick`, `kick_in`... */
  setPlays: Record<string, number>;
  /** `passNetwork[from - 1][to - 1]`: completed passes between uniform numbers. */
  passNetwork: number[][];
}

export interface GoalRow {
  readonly show: number;
  readonly time: number;
  readonly period: number;
  readonly side: Side;
  /** Scorer; 0 unknown or own goal. */
  readonly unum: number;
  readonly assist: number;
  /** Player that scored an own goal; 0 if there is none. */
  readonly ownGoalBy: number;
  /** Position of the shot, and its distance from the middle of the goal. */
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  readonly scoreL: number;
  readonly scoreR: number;
}

export interface PenaltyRow {
  readonly show: number;
  readonly time: number;
  readonly side: Side;
  readonly unum: number;
  readonly scored: boolean;
  readonly scoredL: number;
  readonly scoredR: number;
}

export interface MatchStats {
  /** Shows counted, and times of the first and the last one. */
  readonly shows: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly finished: boolean;
  readonly result: string | null;
  /** Cycles in play_on; cycles in which neither team had the ball. */
  readonly playOnCycles: number;
  readonly contestedCycles: number;
  readonly teams: { readonly l: TeamStats; readonly r: TeamStats };
  /** Left 1 to 11, right 1 to 11. */
  readonly players: readonly PlayerStats[];
  readonly goals: readonly GoalRow[];
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
    goals: 0,
    ownGoals: 0,
    assists: 0,
    dribbles: 0,
    losses: 0,
    interceptions: 0,
    steals: 0,
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

/** Statistics of player `index` (0 to 21) without any event. */
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

/** Statistics of a team without any event. */
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
