import { PLAYER_COUNT, type Player, type Side, type TeamGraphicTile, teamOf, type World } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import type { MonitorCodec } from '@rcss/protocol/monitor';
import {
  createPlayerEncoding,
  type PlayerEncoding,
  setTeamNames,
  type TeamNames,
} from '@rcss/protocol/player';
import type { Match } from '@rcss/simulator';
import type { Connection } from '../net/connection.js';
import type { ClientKind } from '../net/traffic.js';
import type { DebugChannel } from './debug-channel.js';

/** A connected player. */
export interface PlayerSession {
  readonly player: Player;
  /** Encoder of its messages. */
  readonly encoding: PlayerEncoding;
  readonly connection: Connection;
  /** Whether `(done)` was received since the last step. */
  isDone: boolean;
}

/** A connected online coach. Its state in the match is in `Match.coaches`. */
export interface CoachSession {
  readonly side: Side;
  readonly version: number;
  readonly name: string;
  readonly connection: Connection;
  isDone: boolean;
}

/** The connected trainer. Its state in the match is in `Match.trainer`. */
export interface TrainerSession {
  readonly version: number;
  readonly connection: Connection;
  isDone: boolean;
}

/** A connected monitor. */
export interface MonitorSession {
  readonly id: number;
  /** Format of its messages. */
  readonly codec: MonitorCodec;
  readonly connection: Connection;
  /** Keys of the team graphic tiles that were sent to it (spec 10 §9). */
  readonly sentTileKeys: Set<string>;
}

/** A tile of a team's banner; each monitor receives it once. */
export interface KnownTile {
  readonly key: string;
  readonly side: Side;
  readonly tile: TeamGraphicTile;
}

/** All sessions, and data that their messages share. */
export interface Clients {
  /** By index of the player. */
  readonly players: (PlayerSession | null)[];
  readonly coaches: { l: CoachSession | null; r: CoachSession | null };
  trainer: TrainerSession | null;
  readonly monitors: MonitorSession[];
  nextMonitorId: number;
  /** Whether monitors receive the messages of players, coaches and trainer (`rcss::send_client_messages`). */
  readonly sendsMessagesToMonitors: boolean;
  /** Receives the messages between the server and its players (`rcss::debug_channel`); null without a receiver. */
  readonly debugChannel: DebugChannel | null;
  /** One codec per protocol version, so that a frame is encoded once for all monitors of that version. */
  readonly monitorCodecs: Map<MonitorVersion, MonitorCodec>;
  /** Tiles of the team graphics, in the order in which monitors receive them. */
  readonly tiles: KnownTile[];
  /** Team names as clients receive them; replaced when a team gets its name. */
  names: TeamNames;
  /** Indices of players of a resumed match whose clients have not reconnected yet. */
  readonly awaitedPlayers: Set<number>;
}

/** Creates the state of a server without clients. */
export function createClients(options: Pick<Clients, 'sendsMessagesToMonitors' | 'debugChannel'>): Clients {
  return {
    players: new Array(PLAYER_COUNT).fill(null),
    coaches: { l: null, r: null },
    trainer: null,
    monitors: [],
    nextMonitorId: 1,
    ...options,
    monitorCodecs: new Map(),
    tiles: [],
    names: { left: '', right: '' },
    awaitedPlayers: new Set(),
  };
}

export function createPlayerSession(player: Player, connection: Connection, names: TeamNames): PlayerSession {
  return {
    player,
    encoding: createPlayerEncoding(player.version, player.side, names),
    connection,
    isDone: false,
  };
}

/** Copies the team names of the match to all slices that send or log them. Call it when a team gets its name. */
export function updateTeamNames(clients: Clients, match: Match): void {
  const { left, right } = match.world;
  const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = match.params.server;
  clients.names = { left: left.name, right: right.name, fixedLeft, fixedRight };
  for (const session of clients.players) if (session) setTeamNames(session.encoding, clients.names);
}

/** Number of connected players, online coaches and trainers: the clients that take part in a match. */
export function countParticipants({ players, coaches, trainer }: Clients): number {
  let count = 0;
  for (const session of players) if (session !== null) count += 1;
  for (const session of [coaches.l, coaches.r, trainer]) if (session !== null) count += 1;
  return count;
}

export function countClients(clients: Clients): number {
  return countParticipants(clients) + clients.monitors.length;
}

/** A client with the name that log lines show. */
export interface ConnectedClient {
  readonly kind: ClientKind;
  readonly name: string;
  readonly connection: Connection;
}

/** Lists all connected clients. */
export function listClients(clients: Clients, world: World): ConnectedClient[] {
  const list: ConnectedClient[] = [];
  for (const session of clients.players) {
    if (session) {
      const { player, connection } = session;
      list.push({ kind: 'player', name: formatPlayerName(world, player), connection });
    }
  }
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach) {
      const name = `online coach (${teamOf(world, coach.side).name})`;
      list.push({ kind: 'coach', name, connection: coach.connection });
    }
  }
  const { trainer } = clients;
  if (trainer) list.push({ kind: 'trainer', name: 'trainer', connection: trainer.connection });
  for (const { connection } of clients.monitors) {
    const name = `monitor (${connection.link.address}:${connection.link.port})`;
    list.push({ kind: 'monitor', name, connection });
  }
  return list;
}

/** `player (TEAM UNUM)`, as log lines name a player. */
export function formatPlayerName(world: World, player: Player): string {
  return `player (${teamOf(world, player.side).name} ${player.unum})`;
}
