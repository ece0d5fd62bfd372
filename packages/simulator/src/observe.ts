import {
  createSeeObservation,
  createSenseBodyObservation,
  type Player,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core';
import { see, senseBody } from '@rcss/sensors';
import type { Match } from './match.js';

/** What a player perceives at a moment, beside what he hears (`hear` events of the match). */
export interface PlayerObservation {
  readonly body: SenseBodyObservation;
  /** Objects from 0 to `see.count`; the list behind it is kept for reuse. */
  readonly see: SeeObservation;
}

/** A buffer for `observe`; one serves any number of players and cycles, one after the other. */
export function createPlayerObservation(): PlayerObservation {
  return { body: createSenseBodyObservation(), see: createSeeObservation() };
}

/**
 * What the player of an index (left 0..10, right 11..21) sees and feels now, written into `out`. Without a buffer a
 * new one is made. Looking draws from the stream of the sensors alone: it never changes the course of the match.
 * Throws a RangeError for an index that no player has.
 */
export function observe(
  match: Match,
  index: number,
  out: PlayerObservation = createPlayerObservation(),
): PlayerObservation {
  const player = match.world.players[index] as Player | undefined;
  if (player === undefined) throw new RangeError(`no player has the index ${index}`);
  senseBody(match.world, match.params, player, out.body);
  see(match.world, match.params, match.chance.sensors, player, out.see);
  return out;
}
