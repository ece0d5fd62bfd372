import type { Player } from '@rcss/core';
import type { SeeObservation } from '@rcss/core/observation';
import { type RandomStream, shuffle } from '@rcss/core/random';
import { clearCollisionMarks, countAsyncSee, countSyncSee, deliverAudio, fillSee } from '@rcss/sensors';
import type { Match } from './match.js';

/** Returns all slots in a new random order. The list belongs to the match and is overwritten by the next call. */
function randomOrder(match: Match, rng: RandomStream): readonly number[] {
  const { order } = match.scratch;
  for (let i = 0; i < order.length; i++) order[i] = i;
  return shuffle(rng, order);
}

/**
 * Runs phase 3 of a cycle, sense_body (spec 02 §3.1): calls `each` for every player on the field, in random
 * order, and then clears the collision marks of that player. Afterwards delivers the audio of the cycle as
 * `hear` events.
 */
export function runSenseBody(match: Match, each: (player: Player) => void): void {
  match.record?.({ do: 'sense' });
  for (const index of randomOrder(match, match.random.scheduling)) {
    const player = match.world.players[index] as Player;
    if (!player.enabled) continue;
    each(player);
    clearCollisionMarks(player);
  }
  deliverAudioEvents(match);
}

/**
 * Runs phase 4 or 5 of a cycle, synchronous or asynchronous vision (spec 02 §3.1, spec 04 §3.2): for every
 * player whose see message is due, in random order, fills `out` with its observation and calls `each`. This
 * function makes all random draws, so that a replay draws the same numbers whatever `each` does.
 *
 * @param out buffer of `createSeeObservation`, overwritten for each player
 */
export function runVision(
  match: Match,
  synchronous: boolean,
  out: SeeObservation,
  each: (player: Player, seen: SeeObservation) => void = () => {},
): void {
  match.record?.({ do: 'vision', synchronous });
  const { world, random: chance } = match;
  for (const index of randomOrder(match, chance.sensors)) {
    const player = world.players[index] as Player;
    if (synchronous ? countSyncSee(player) : countAsyncSee(player)) {
      each(player, fillSee(match.sensors, chance.sensors, player, out));
    }
  }
}

/** Delivers the audio of the cycle to players of version 8 and later, as `hear` events (spec 04 §5.5). */
export function runAudio(match: Match): void {
  match.record?.({ do: 'audio' });
  deliverAudioEvents(match);
}

function deliverAudioEvents(match: Match): void {
  deliverAudio(match.sensors, match.random.sensors);
}
