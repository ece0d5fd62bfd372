/** What the formats of tracking data have in common: frames, periods, players. */
import { PLAYER_COUNT, type PlayMode, playerSlot, playModeOfId, type Side, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import { spadlPeriod } from '../spadl.js';

/** A match, its id and the time at which it began. */
export interface MatchInfo {
  /** Id of the match. */
  readonly id: string;
  /** Time of the first show. Logs store local times; they are written as UTC. */
  readonly kickoff: Date;
}

/** Frames of a period; frame `i` is show `i` of the log. */
export interface FramePeriod {
  /** 1 and 2 are the halves, 3 and 4 the extra halves, 5 the penalty shootout. */
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

/** Finds the first and the last show of each period. */
export function findFramePeriods(a: MatchAnalysis): FramePeriod[] {
  const periods: { id: number; first: number; last: number }[] = [];
  for (let row = 0; row < a.columns.length; row++) {
    const id = spadlPeriod(a, a.columns.period[row]!);
    const current = periods.at(-1);
    // A show of time_over can have the number of an earlier period: it belongs to the last one.
    if (current !== undefined && id <= current.id) current.last = row;
    else periods.push({ id, first: row, last: row });
  }
  return periods;
}

/** A player that was connected in at least one show. */
export interface MatchPlayer {
  /** Index, 0 to 21. */
  readonly index: number;
  readonly side: Side;
  readonly unum: number;
  /** The first and the last show in which the player was connected. */
  readonly first: number;
  readonly last: number;
  /** Whether the player was connected in the first show. */
  readonly isStarter: boolean;
}

export function findPlayers({ columns }: MatchAnalysis): MatchPlayer[] {
  const players: MatchPlayer[] = [];
  for (let index = 0; index < PLAYER_COUNT; index++) {
    const isConnected = (row: number): boolean => !Number.isNaN(columns.x[row * OBJECT_COUNT + 1 + index]!);
    let first = 0;
    while (first < columns.length && !isConnected(first)) first++;
    if (first === columns.length) continue;
    let last = columns.length - 1;
    while (!isConnected(last)) last--;
    players.push({ index, ...playerSlot(index), first, last, isStarter: first === 0 });
  }
  return players;
}

/** Returns the speed of an object in a show, m/s; 0 in the first show, and where the object was placed or not connected. */
export function speedAt({ columns, server }: MatchAnalysis, row: number, object: number): number {
  if (row === 0 || columns.time[row] === columns.time[row - 1]) return 0;
  const now = row * OBJECT_COUNT + object;
  const before = now - OBJECT_COUNT;
  const distance = Math.hypot(columns.x[now]! - columns.x[before]!, columns.y[now]! - columns.y[before]!);
  const limit = object === 0 ? server.ball_speed_max : MAX_PLAYER_STEP;
  return distance <= limit ? (distance * 1000) / server.simulator_step : 0;
}

/** A player that moved farther in a cycle was placed, m. */
const MAX_PLAYER_STEP = 2;

/** Returns the play mode of a show. */
export function modeAt({ columns }: MatchAnalysis, row: number): PlayMode {
  return playModeOfId(columns.mode[row]!) ?? 'before_kick_off';
}

/** Whether the ball is in play: not before a set play is taken. */
export function isInPlay(mode: PlayMode): boolean {
  return mode === 'play_on' || mode.startsWith('penalty_taken_');
}

/** Returns the side of the player that touched the ball last, while it is in play. */
export function ownerSide({ columns }: MatchAnalysis, row: number): Side | null {
  const owner = columns.owner[row]!;
  if (owner === 0) return null;
  return owner <= TEAM_SIZE ? 'l' : 'r';
}
