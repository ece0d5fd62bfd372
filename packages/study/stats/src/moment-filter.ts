/** Selects moments by player, zone, result and time. */
import { type Side, sideSign } from '@rcss/core';
import { PENALTY_AREA_LENGTH, PENALTY_AREA_WIDTH, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { StatEvent } from './event.js';
import type { Moment } from './figures.js';

/** Parts of the pitch, as the team of the moment sees them; a penalty area is a part of its third. */
export const ZONES = ['own third', 'middle third', 'last third', 'own area', 'their area'] as const;
/** A part of the pitch. */
export type Zone = (typeof ZONES)[number];

/** Which moments are listed; a condition that is absent holds for all. */
export interface MomentFilter {
  readonly unum?: number;
  /** Part of the pitch in which the event began. */
  readonly zone?: Zone;
  /** `success`, `failure`, or the outcome of the event. */
  readonly result?: string;
  readonly period?: number;
  /** First and last game time, cycles. */
  readonly from?: number;
  readonly to?: number;
  /** Set play of the same team from which the moment follows: see {@link findSetPlay}. */
  readonly after?: string;
}

const AREA_X = PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH;

/** Whether an event began in a zone, seen by the team `side`. */
export function isInZone({ x, y }: Pick<StatEvent, 'x' | 'y'>, side: Side, zone: Zone): boolean {
  const forward = sideSign(side) * x;
  const isInArea = Math.abs(y) <= PENALTY_AREA_WIDTH / 2;
  const third = PITCH_HALF_LENGTH / 3;
  return {
    'own third': forward < -third,
    'middle third': Math.abs(forward) <= third,
    'last third': forward > third,
    'own area': isInArea && forward <= -AREA_X,
    'their area': isInArea && forward >= AREA_X,
  }[zone];
}

/** Cycles after a set play within which events follow from it. */
const SET_PLAY_CYCLES = 150;

/**
 * Returns the kind of the set play from which an event follows: the last set play before its end, if it belongs to the team of the event, is in the
 * same period and was given at most 150 cycles before the event began; else an empty text.
 */
export function findSetPlay(events: readonly StatEvent[], event: StatEvent): string {
  let last: StatEvent | undefined;
  for (const other of events) {
    if (other.show > event.show) break;
    if (other.type === 'set_play' && other !== event) last = other;
  }
  const follows =
    last !== undefined &&
    last.side === event.side &&
    last.period === event.period &&
    event.time - last.time <= SET_PLAY_CYCLES;
  return follows ? last!.outcome : '';
}

/** Selects the moments that a filter allows. `events` are those of the match. */
export function filterMoments(
  moments: readonly Moment[],
  { unum, zone, result, period, from, to, after }: MomentFilter,
  events: readonly StatEvent[] = [],
): Moment[] {
  return moments.filter(
    ({ event, side, unum: own }) =>
      (unum === undefined || own === unum) &&
      (zone === undefined || isInZone(event, side, zone)) &&
      (result === undefined || isResult(event, result)) &&
      (period === undefined || event.period === period) &&
      (from === undefined || event.time >= from) &&
      (to === undefined || event.time <= to) &&
      (after === undefined || findSetPlay(events, event) === after),
  );
}

function isResult({ success, outcome }: StatEvent, result: string): boolean {
  if (result === 'success') return success;
  return result === 'failure' ? !success : outcome === result;
}
