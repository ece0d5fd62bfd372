import { type Player, type RandomStream, shuffle } from '@rcss/core';
import { asyncSeeDue, clearCollisionMarks, syncSeeDue } from '@rcss/sensors';
import { hearAll } from './audio.js';
import type { Match } from './match.js';

/** All slots in a new random order; the list belongs to the match and is filled again at the next occasion. */
function randomOrder(match: Match, rng: RandomStream): readonly number[] {
  const { order } = match;
  for (let i = 0; i < order.length; i++) order[i] = i;
  return shuffle(rng, order);
}

/**
 * The sense_body occasion (02 §3.1, phase 3): `each` gets every player on the field, in random order, and tells him
 * what his body feels; then his collision marks are cleared. Afterwards the audio of the cycle is delivered as `hear`
 * events.
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
 * An occasion of synchronous or asynchronous vision (02 §3.1, phases 4 and 5; 04 §3.2): `each` gets, in random
 * order, the players whose see message is due. It has to take the look from `match.chance.sensors` exactly once,
 * so that a replay, which looks for everybody too, meets the same chance.
 */
export function lookAround(match: Match, synchronous: boolean, each: (player: Player) => void): void {
  match.record?.({ do: 'vision', synchronous });
  for (const index of randomOrder(match, match.chance.sensors)) {
    const player = match.world.players[index] as Player;
    if (synchronous ? syncSeeDue(player) : asyncSeeDue(player)) each(player);
  }
}
