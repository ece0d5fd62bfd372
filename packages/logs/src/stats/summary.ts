/** What the statistics say, for the whole match or for all up to a show. */
import { PLAYER_COUNT, playModeId, playModeOfId, type Side, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis, ScoreStep } from './analyzer.js';
import { OBJECT_COUNT } from './columns.js';
import type { StatEvent } from './event.js';

/** Counts of a player or, summed up, of a team. */
export interface ActionCounts {
  touches: number;
  /** Cycles of play_on in which he (they) touched the ball last. */
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
  /** Lowest and last stamina; null when the log does not tell it or the player was never there. */
  staminaMin: number | null;
  staminaLast: number | null;
  /** Mean place in play_on, metres; null when he was never there. */
  meanX: number | null;
  meanY: number | null;
}

export interface TeamStats extends ActionCounts {
  readonly side: Side;
  readonly name: string;
  score: number;
  penaltyScored: number;
  penaltyMissed: number;
  /** Share of all cycles of play_on in which one side had touched the ball last; 0 to 1, null when nobody did. */
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
  /** Who scored against his own side; 0 if nobody. */
  readonly ownGoalBy: number;
  /** From where, and how far from the middle of the goal. */
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
  /** Cycles in play_on; in the possession of nobody. */
  readonly playOnCycles: number;
  readonly contestedCycles: number;
  readonly teams: { readonly l: TeamStats; readonly r: TeamStats };
  /** Left 1 to 11, right 1 to 11. */
  readonly players: readonly PlayerStats[];
  readonly goals: readonly GoalRow[];
  readonly shootout: readonly PenaltyRow[];
}

const PLAY_ON = playModeId('play_on');

function counts(): ActionCounts {
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

function playerStats(index: number): PlayerStats {
  return {
    side: index < TEAM_SIZE ? 'l' : 'r',
    unum: (index % TEAM_SIZE) + 1,
    ...counts(),
    passesReceived: 0,
    staminaMin: null,
    staminaLast: null,
    meanX: null,
    meanY: null,
  };
}

function teamStats(side: Side, name: string): TeamStats {
  return {
    side,
    name,
    score: 0,
    penaltyScored: 0,
    penaltyMissed: 0,
    possession: null,
    ...counts(),
    setPlays: {},
    passNetwork: Array.from({ length: TEAM_SIZE }, () => new Array<number>(TEAM_SIZE).fill(0)),
  };
}

/** What an event adds to the counts of its player and of his team. */
function count(c: ActionCounts, event: StatEvent): void {
  switch (event.type) {
    case 'pass':
      c.passes++;
      if (event.success) {
        c.passesCompleted++;
        c.passLength += Math.hypot(event.endX - event.x, event.endY - event.y);
      }
      if (event.outcome === 'offside') c.offsides++;
      break;
    case 'shot':
      c.shots++;
      if (event.onTarget) c.shotsOnTarget++;
      break;
    case 'goal':
      c.goals++;
      break;
    case 'dribble':
      c.dribbles++;
      break;
    case 'loss':
      c.losses++;
      break;
    case 'interception':
      c.interceptions++;
      break;
    case 'steal':
      c.steals++;
      break;
    case 'tackle':
      c.tackles++;
      if (event.success) c.tacklesWon++;
      break;
    case 'claim':
      c.claims++;
      break;
    case 'save':
      if (event.success) c.saves++;
      break;
    case 'block':
      if (event.success) c.blocks++;
      break;
    case 'foul':
      c.fouls++;
      break;
    case 'card':
      if (event.outcome === 'red') c.redCards++;
      else c.yellowCards++;
      break;
    default:
  }
}

/** All statistics of the shows 0 to `until`; without it of the whole match. Equal for equal `until`, however one got there. */
export function summarize(a: MatchAnalysis, until: number = Number.POSITIVE_INFINITY): MatchStats {
  const c = a.columns;
  const last = Math.min(c.length - 1, Math.floor(until));
  const players = Array.from({ length: PLAYER_COUNT }, (_, i) => playerStats(i));
  const teams = { l: teamStats('l', a.names.l), r: teamStats('r', a.names.r) };
  const goals: GoalRow[] = [];
  const shootout: PenaltyRow[] = [];
  const playerAt = (side: Side, unum: number) => players[(side === 'l' ? 0 : TEAM_SIZE) + unum - 1];

  const whole = last === c.length - 1;
  for (const event of a.events) {
    if (event.endShow > last && !whole) continue;
    const team = teams[event.side];
    const player = event.unum > 0 ? playerAt(event.side, event.unum) : undefined;
    count(team, event);
    if (player !== undefined) count(player, event);
    if (event.type === 'offside') team.offsides++;
    if (event.type === 'pass' && event.outcome === 'offside') team.offsides--;
    if (event.type === 'foul' && event.otherSide !== '') {
      teams[event.otherSide].fouled++;
      const victim = playerAt(event.otherSide, event.otherUnum);
      if (victim !== undefined) victim.fouled++;
    }
    if (event.type === 'pass' && event.success) {
      const to = playerAt(event.side, event.otherUnum);
      if (to !== undefined) to.passesReceived++;
      const row = team.passNetwork[event.unum - 1];
      if (row !== undefined) row[event.otherUnum - 1] = (row[event.otherUnum - 1] ?? 0) + 1;
    }
    if (event.type === 'set_play') team.setPlays[event.outcome] = (team.setPlays[event.outcome] ?? 0) + 1;
    if (event.type === 'goal') addGoal(event);
    if (event.type === 'penalty') addPenalty(event);
  }

  function addGoal(event: StatEvent): void {
    const own = event.outcome === 'own_goal';
    if (own && event.otherSide !== '') {
      teams[event.otherSide].ownGoals++;
      const maker = playerAt(event.otherSide, event.otherUnum);
      if (maker !== undefined) maker.ownGoals++;
    } else if (event.otherUnum > 0) {
      teams[event.side].assists++;
      const helper = playerAt(event.side, event.otherUnum);
      if (helper !== undefined) helper.assists++;
    }
    const goalX = event.side === 'l' ? 52.5 : -52.5;
    const before = goals.at(-1);
    goals.push({
      show: event.endShow,
      time: event.endTime,
      period: event.period,
      side: event.side,
      unum: event.unum,
      assist: own ? 0 : event.otherUnum,
      ownGoalBy: own ? event.otherUnum : 0,
      x: event.x,
      y: event.y,
      distance: Math.hypot(goalX - event.x, event.y),
      scoreL: (before?.scoreL ?? firstScore(a.scores, 'l')) + (event.side === 'l' ? 1 : 0),
      scoreR: (before?.scoreR ?? firstScore(a.scores, 'r')) + (event.side === 'r' ? 1 : 0),
    });
  }

  function addPenalty(event: StatEvent): void {
    const before = shootout.at(-1);
    shootout.push({
      show: event.show,
      time: event.time,
      side: event.side,
      unum: event.unum,
      scored: event.success,
      scoredL: (before?.scoredL ?? 0) + (event.success && event.side === 'l' ? 1 : 0),
      scoredR: (before?.scoredR ?? 0) + (event.success && event.side === 'r' ? 1 : 0),
    });
  }

  for (const step of a.scores) {
    if (step.show > last && !whole) break;
    for (const side of ['l', 'r'] as const) {
      teams[side].score = step[side].score;
      teams[side].penaltyScored = step[side].penaltyScored;
      teams[side].penaltyMissed = step[side].penaltyMissed;
    }
  }
  for (let i = 0; i < a.touchShow.length && a.touchShow[i]! <= last; i++) {
    const player = players[a.touchPlayer[i]!]!;
    player.touches++;
    teams[player.side].touches++;
  }
  const { playOn, contested } = readColumns(a, last, players, teams);
  return {
    shows: last + 1,
    firstTime: c.length > 0 ? c.time[0]! : 0,
    lastTime: last >= 0 ? c.time[last]! : 0,
    finished: whole && a.finished,
    result: whole ? a.result : null,
    playOnCycles: playOn,
    contestedCycles: contested,
    teams,
    players,
    goals,
    shootout,
  };
}

function firstScore(scores: readonly ScoreStep[], side: Side): number {
  return scores[0]?.[side].score ?? 0;
}

/** A number that was kept with single precision, without the digits that this adds. */
function asTold(value: number): number {
  return Number(value.toPrecision(7));
}

function readColumns(
  a: MatchAnalysis,
  last: number,
  players: readonly PlayerStats[],
  teams: { readonly l: TeamStats; readonly r: TeamStats },
): { readonly playOn: number; readonly contested: number } {
  const c = a.columns;
  const sumX = new Float64Array(PLAYER_COUNT);
  const sumY = new Float64Array(PLAYER_COUNT);
  const seen = new Int32Array(PLAYER_COUNT);
  let playOn = 0;
  let contested = 0;
  for (let row = 0; row <= last; row++) {
    for (let i = 0; i < PLAYER_COUNT; i++) {
      const stamina = c.stamina[row * PLAYER_COUNT + i]!;
      if (Number.isNaN(stamina)) continue;
      const p = players[i]!;
      if (p.staminaMin === null || stamina < p.staminaMin) p.staminaMin = stamina;
      p.staminaLast = stamina;
    }
    if (c.mode[row] !== PLAY_ON) continue;
    playOn++;
    const owner = c.owner[row]! - 1;
    if (owner < 0) contested++;
    else players[owner]!.possessionCycles++;
    for (let i = 0; i < PLAYER_COUNT; i++) {
      const x = c.x[row * OBJECT_COUNT + 1 + i]!;
      if (Number.isNaN(x)) continue;
      sumX[i]! += x;
      sumY[i]! += c.y[row * OBJECT_COUNT + 1 + i]!;
      seen[i]!++;
    }
  }
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = players[i]!;
    if (p.staminaMin !== null) p.staminaMin = asTold(p.staminaMin);
    if (p.staminaLast !== null) p.staminaLast = asTold(p.staminaLast);
    if (last >= 0) p.distance = asTold(c.distance[last * PLAYER_COUNT + i]!);
    if (seen[i]! > 0) {
      p.meanX = sumX[i]! / seen[i]!;
      p.meanY = sumY[i]! / seen[i]!;
    }
    teams[p.side].distance += p.distance;
    teams[p.side].possessionCycles += p.possessionCycles;
  }
  const owned = playOn - contested;
  for (const side of ['l', 'r'] as const) {
    if (owned > 0) teams[side].possession = teams[side].possessionCycles / owned;
  }
  return { playOn, contested };
}

/** Play mode of a show. */
export function modeAt(a: MatchAnalysis, show: number): string {
  return playModeOfId(a.columns.mode[show] ?? 0) ?? '';
}
