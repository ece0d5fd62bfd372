import { type Player, type RandomStream, type SeeObservation, shuffle } from '@rcss/core';
import { asyncSeeDue, clearCollisionMarks, deliverAudio, see, syncSeeDue } from '@rcss/sensors';
import type { Match } from './match.js';

/** All slots in a new random order; the list belongs to the match and is filled again at the next occasion. */
function randomOrder(match: Match, rng: RandomStream): readonly number[] {
  const { order } = match.scratch;
  for (let i = 0; i < order.length; i++) order[i] = i;
  return shuffle(rng, order);
}

/**
 * An occasion of sense_body (spec 02 §3.1, phase 3): calls `each` with every player on the field, in random order, and
 * then clears the player's collision marks. Afterwards delivers the audio of the cycle as `hear` events.
 */
export function senseBodies(match: Match, each: (player: Player) => void): void {
  match.record?.({ do: 'sense' });
  for (const index of randomOrder(match, match.chance.scheduling)) {
    const player = match.world.players[index] as Player;
    if (!player.enabled) continue;
    each(player);
    clearCollisionMarks(player);
  }
  hearAll(match);
}

/**
 * An occasion of synchronous or asynchronous vision (spec 02 §3.1, phases 4 and 5; spec 04 §3.2): for every player whose
 * see message is due, in random order, fills `out` with what the player sees and calls `each`. All draws happen here, so
 * that a replay draws the same numbers whatever `each` does.
 *
 * @param out buffer of `createSeeObservation`, filled anew for each player
 */
export function lookAround(
  match: Match,
  synchronous: boolean,
  out: SeeObservation,
  each: (player: Player, seen: SeeObservation) => void = () => {},
): void {
  match.record?.({ do: 'vision', synchronous });
  const { world, params, chance } = match;
  for (const index of randomOrder(match, chance.sensors)) {
    const player = world.players[index] as Player;
    if (synchronous ? syncSeeDue(player) : asyncSeeDue(player)) {
      each(player, see(world, params, chance.sensors, player, out));
    }
  }
}

/** Delivers the audio of the cycle to players of version 8 and later, as `hear` events (spec 04 §5.5). */
export function deliverHearing(match: Match): void {
  match.record?.({ do: 'audio' });
  hearAll(match);
}

function hearAll(match: Match): void {
  const { world } = match;
  deliverAudio(match.audio, world, match.params, match.chance.sensors, (listener, heard) =>
    match.listener({ type: 'hear', time: world.time, listener, heard }),
  );
}
