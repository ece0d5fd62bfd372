import type { Player, World } from '@rcss/core';
import type { Clients } from './clients.js';

/**
 * Returns the player of a resumed match that a reconnecting client claims, or undefined if no such player is awaited. The
 * player continues unchanged in any play mode, unlike at a reconnect during a match.
 */
export function claimResumedPlayer(
  { awaited }: Clients,
  { left, right, players }: World,
  team: string,
  unum: number,
): Player | undefined {
  for (const index of awaited) {
    const player = players[index] as Player;
    if (player.unum !== unum || (player.side === 'l' ? left : right).name !== team) continue;
    awaited.delete(index);
    return player;
  }
  return undefined;
}
