import type { Player, ViewQuality, ViewWidth } from '@rcss/core';

/** Asynchronous see occasions, of send_step / 4 each, between two see messages (spec 04 §3.2). */
export function asyncSeeInterval(width: ViewWidth, quality: ViewQuality): number {
  const high = width === 'narrow' ? 2 : width === 'normal' ? 4 : 8;
  return quality === 'high' ? high : high / 2;
}

/** Cycles between two synchronous see messages (spec 04 §3.2). */
export function syncSeeInterval(width: ViewWidth): number {
  return width === 'narrow' ? 1 : width === 'normal' ? 2 : 3;
}

function count(player: Player, interval: number): boolean {
  player.seeCounter += 1;
  if (player.seeCounter < interval) return false;
  player.seeCounter = 0;
  return true;
}

/**
 * One asynchronous see occasion for a player: advances his counter and tells whether a see message is due
 * (spec 04 §3.2). Nothing happens to players that are not enabled or see synchronously.
 */
export function asyncSeeDue(player: Player): boolean {
  if (!player.enabled || player.synchSee) return false;
  return count(player, asyncSeeInterval(player.viewWidth, player.viewQuality));
}

/** The same for one synchronous occasion; players in asynchronous mode are left alone. */
export function syncSeeDue(player: Player): boolean {
  if (!player.enabled || !player.synchSee) return false;
  return count(player, syncSeeInterval(player.viewWidth));
}
