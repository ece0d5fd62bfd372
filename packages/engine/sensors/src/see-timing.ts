/**
 * When a see message is due (spec 04 §3.2). Two clocks, one counter per player.
 *
 * Asynchronous players have an occasion every quarter of a cycle step (`send_step` / 4): view width and quality set how many occasions make
 * a message. Synchronous players have one occasion per cycle; only the width counts.
 *
 * Invariant: a player belongs to one clock; an occasion of the other one does not change it.
 *
 * Surprising: the quality of the view, which doubles the rate of asynchronous players, means nothing to synchronous ones.
 */
import type { Player, ViewQuality, ViewWidth } from '@rcss/core';

/** Number of asynchronous see occasions between two see messages. The time between two occasions is send_step / 4 (spec 04 §3.2). */
export function asyncSeeInterval(width: ViewWidth, quality: ViewQuality): number {
  const high = width === 'narrow' ? 2 : width === 'normal' ? 4 : 8;
  return quality === 'high' ? high : high / 2;
}

/** Number of cycles between two synchronous see messages (spec 04 §3.2). */
export function syncSeeInterval(width: ViewWidth): number {
  return width === 'narrow' ? 1 : width === 'normal' ? 2 : 3;
}

function countOccasion(player: Player, interval: number): boolean {
  player.seeCounter += 1;
  if (player.seeCounter < interval) return false;
  player.seeCounter = 0;
  return true;
}

/**
 * Handles one asynchronous see occasion of a player: increases the see counter and returns whether a see message is due
 * (spec 04 §3.2). Players that are not enabled or that see synchronously are not changed.
 */
export function countAsyncSee(player: Player): boolean {
  if (!player.enabled || player.synchSee) return false;
  return countOccasion(player, asyncSeeInterval(player.viewWidth, player.viewQuality));
}

/**
 * Handles one synchronous see occasion of a player: increases the see counter and returns whether a see message is due
 * (spec 04 §3.2). Players that are not enabled or that see asynchronously are not changed.
 */
export function countSyncSee(player: Player): boolean {
  if (!player.enabled || !player.synchSee) return false;
  return countOccasion(player, syncSeeInterval(player.viewWidth));
}
