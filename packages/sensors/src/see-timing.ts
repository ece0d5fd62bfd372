import { type Player, type ViewQuality, type ViewWidth, viewAngle } from '@rcss/core';
import type { MatchParams } from '@rcss/params';

/** Asynchronous see occasions, of send_step / 4 each, between two see messages (04 §3.2). */
export function asyncSeeInterval(width: ViewWidth, quality: ViewQuality): number {
  const high = width === 'narrow' ? 2 : width === 'normal' ? 4 : 8;
  return quality === 'high' ? high : high / 2;
}

/** Cycles between two synchronous see messages (04 §3.2). */
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
 * (04 §3.2). Nothing happens to players on the bench or in synchronous mode.
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

/**
 * Switches a player to synchronous sight (04 §3.2): high quality, the angle of his width; the counter, the width and
 * the focus stay as they are. There is no way back.
 */
export function useSynchronousSee(player: Player, params: MatchParams): void {
  player.synchSee = true;
  player.viewQuality = 'high';
  player.viewAngle = viewAngle(player.viewWidth, true, params.server.visible_angle);
}
