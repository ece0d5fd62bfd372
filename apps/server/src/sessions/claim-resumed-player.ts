import type { Player } from '@rcss/core';
import type { Server } from '../server.js';

/**
 * The player of a resumed match whom a reconnecting client takes on, or undefined when nobody is awaited there. He goes
 * on exactly as he was, in any play mode: nothing of his state is touched, unlike at a reconnect during a match.
 */
export function claimResumedPlayer(server: Server, team: string, unum: number): Player | undefined {
  if (server.awaited.size === 0) return undefined;
  const { left, right, players } = server.match.world;
  for (const index of server.awaited) {
    const player = players[index] as Player;
    if (player.unum !== unum || (player.side === 'l' ? left : right).name !== team) continue;
    server.awaited.delete(index);
    return player;
  }
  return undefined;
}
