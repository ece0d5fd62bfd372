/** Formation of a team over time: mean positions of its players in intervals of a match. */
import { playModeId, type Side, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis } from './analyzer.js';
import { OBJECT_COUNT } from './columns.js';

/** Mean position of a player in an interval, m in the field frame. */
export interface MeanPosition {
  /** Uniform number. */
  readonly unum: number;
  readonly x: number;
  readonly y: number;
  /** Count of shows in play_on in which the player was connected. */
  readonly shows: number;
}

/** Formation of a team in an interval. */
export interface FormationInterval {
  /** First game time of the interval, cycles. */
  readonly from: number;
  /** Last game time of the interval, cycles. */
  readonly to: number;
  /** Count of shows in play_on. */
  readonly shows: number;
  /** Players with at least one show, by uniform number. */
  readonly players: readonly MeanPosition[];
}

/** Least count of intervals into which a match is divided. */
const INTERVAL_COUNT = 6;
/** Longest interval by default, cycles: a third of a half. */
const MAX_INTERVAL = 1000;

/** Returns the length of the intervals of a match by default, cycles: a sixth of the match, at most 1000. */
function defaultInterval(first: number, last: number): number {
  return Math.min(MAX_INTERVAL, Math.max(1, Math.ceil((last - first + 1) / INTERVAL_COUNT)));
}

/**
 * Creates the formations of a team over the time of a match: the mean positions of its players in each interval. Only shows in play_on
 * count. The last interval can be shorter.
 *
 * @param interval Length of the intervals, cycles. Default: a sixth of the match, at most 1000 cycles.
 * @throws RangeError if `interval` is not a positive whole number.
 */
export function createFormations(a: MatchAnalysis, side: Side, interval?: number): FormationInterval[] {
  if (interval !== undefined && !(Number.isInteger(interval) && interval > 0))
    throw new RangeError(`interval: ${interval} is not a positive whole number of cycles`);
  const { length, time, mode, x, y } = a.columns;
  if (length === 0) return [];
  const first = Math.max(0, time[0]!);
  // Times grow; a log that was put together from parts can have smaller ones at its end.
  const last = time.subarray(0, length).reduce((largest, value) => Math.max(largest, value), first);
  const cycles = interval ?? defaultInterval(first, last);
  const count = Math.ceil((last - first + 1) / cycles);
  const shows = new Int32Array(count);
  const sums = new Float64Array(count * TEAM_SIZE * 3);
  const playOn = playModeId('play_on');
  const firstObject = side === 'l' ? 1 : 1 + TEAM_SIZE;
  for (let row = 0; row < length; row++) {
    if (mode[row] !== playOn || time[row]! < first) continue;
    const index = Math.floor((time[row]! - first) / cycles);
    shows[index]!++;
    for (let player = 0; player < TEAM_SIZE; player++) {
      const object = row * OBJECT_COUNT + firstObject + player;
      if (Number.isNaN(x[object]!)) continue;
      const at = (index * TEAM_SIZE + player) * 3;
      sums[at]! += x[object]!;
      sums[at + 1]! += y[object]!;
      sums[at + 2]!++;
    }
  }
  return Array.from(shows, (seen, index) => ({
    from: first + index * cycles,
    to: Math.min(last, first + (index + 1) * cycles - 1),
    shows: seen,
    players: Array.from({ length: TEAM_SIZE }, (_, player): MeanPosition => {
      const at = (index * TEAM_SIZE + player) * 3;
      const n = sums[at + 2]!;
      return { unum: player + 1, x: sums[at]! / n, y: sums[at + 1]! / n, shows: n };
    }).filter((player) => player.shows > 0),
  }));
}
