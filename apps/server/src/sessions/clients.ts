import { teamOf } from '@rcss/core';
import type { Connection } from '../net/connection.js';
import type { Server } from '../server.js';

/** What kinds of client there are, as logs name them. */
export type ClientKind = 'player' | 'coach' | 'trainer' | 'monitor';

/** A connected client with the name that people know it by. */
export interface Client {
  readonly kind: ClientKind;
  readonly name: string;
  readonly connection: Connection;
}

/** Everybody who is connected. */
export function allClients(server: Server): Client[] {
  const clients: Client[] = [];
  const { world } = server.match;
  for (const session of server.players) {
    if (!session) continue;
    const { player, connection } = session;
    const name = `player (${teamOf(world, player.side).name} ${player.unum})`;
    clients.push({ kind: 'player', name, connection });
  }
  for (const coach of [server.coaches.l, server.coaches.r]) {
    if (!coach) continue;
    const name = `online coach (${teamOf(world, coach.side).name})`;
    clients.push({ kind: 'coach', name, connection: coach.connection });
  }
  if (server.trainer)
    clients.push({ kind: 'trainer', name: 'trainer', connection: server.trainer.connection });
  for (const { connection } of server.monitors) {
    const name = `monitor (${connection.socket.address}:${connection.socket.port})`;
    clients.push({ kind: 'monitor', name, connection });
  }
  return clients;
}
