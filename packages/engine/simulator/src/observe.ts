import type { Player } from '@rcss/core';
import {
  createSeeObservation,
  createSenseBodyObservation,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core/observation';
import { fillSee, fillSenseBody } from '@rcss/sensors';
import type { Match } from './match.js';

/** Observation of a player at one moment, without hearing (see the `hear` events of the match). */
export interface PlayerObservation {
  readonly body: SenseBodyObservation;
  /** Only the objects from 0 to `see.count` are valid; the list after them is kept for reuse. */
  readonly see: SeeObservation;
}

/** Creates a buffer for `observe`. One buffer can serve any number of players and cycles, one after the other. */
export function createPlayerObservation(): PlayerObservation {
  return { body: createSenseBodyObservation(), see: createSeeObservation() };
}

/**
 * Returns the current see and sense_body observations of a player, written into `out`.
 *
 * `index` is 0–10 for left, 11–21 for right. Without `out`, a new buffer is created. Observing draws from the
 * sensors' random stream only; it never changes the course of the match.
 *
 * @throws RangeError if no player has the index
 */
export function observe(
  match: Match,
  index: number,
  out: PlayerObservation = createPlayerObservation(),
): PlayerObservation {
  const player = match.world.players[index] as Player | undefined;
  if (player === undefined)
    throw new RangeError(
      `player index ${index} is out of range: 0–${match.world.players.length - 1} is allowed`,
    );
  fillSenseBody(match.world, match.params, player, out.body);
  fillSee(match.sensors, match.random.sensors, player, out.see);
  return out;
}
