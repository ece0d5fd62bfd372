import {
  type ClientRef,
  PLAYER_COUNT,
  type Player,
  type Side,
  type TeamGraphicTile,
  type TeamNames,
  type World,
} from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import type { MonitorCodec } from '@rcss/protocol/monitor';
import { type PlayerEncoding, setTeamNames } from '@rcss/protocol/player';
import type { Match } from '@rcss/simulator';
import type { Link } from './link.js';

/** A connected player. */
export interface PlayerSession<L extends Link = Link> {
  readonly role: 'player';
  readonly player: Player;
  /** Encoder of its messages. */
  readonly encoding: PlayerEncoding;
  readonly connection: L;
  /** Whether `(done)` was received since the last step. */
  isDone: boolean;
}

/** A connected online coach. Its state in the match is in `Match.coaches`. */
export interface CoachSession<L extends Link = Link> {
  readonly role: 'coach';
  readonly side: Side;
  readonly version: number;
  readonly name: string;
  readonly connection: L;
  isDone: boolean;
}

/** The connected trainer. Its state in the match is in `Match.trainer`. */
export interface TrainerSession<L extends Link = Link> {
  readonly role: 'trainer';
  /** Null: the trainer, unlike a coach, belongs to no side. */
  readonly side: null;
  readonly version: number;
  readonly connection: L;
  isDone: boolean;
}

/** A connected monitor. */
export interface MonitorSession<L extends Link = Link> {
  readonly role: 'monitor';
  readonly id: number;
  readonly version: MonitorVersion;
  /** Format of its messages, which all monitors of a version share. */
  readonly codec: MonitorCodec;
  readonly connection: L;
  /** Keys of the team graphic tiles that were sent to it (spec 10 §9). */
  readonly sentTileKeys: Set<string>;
}

/** A client of any role. */
export type ClientSession<L extends Link = Link> =
  | PlayerSession<L>
  | CoachSession<L>
  | TrainerSession<L>
  | MonitorSession<L>;

/** A tile of a team's banner; each monitor receives it once. */
export interface KnownTile {
  readonly key: string;
  readonly side: Side;
  readonly tile: TeamGraphicTile;
}

/** All sessions, and data that their messages share. */
export interface Clients<L extends Link = Link> {
  /** By index of the player. */
  readonly players: (PlayerSession<L> | null)[];
  readonly coaches: { l: CoachSession<L> | null; r: CoachSession<L> | null };
  trainer: TrainerSession<L> | null;
  readonly monitors: MonitorSession<L>[];
  nextMonitorId: number;
  /** One codec per protocol version, so that a frame is encoded once for all monitors of that version. */
  readonly monitorCodecs: Map<MonitorVersion, MonitorCodec>;
  /** Tiles of the team graphics, in the order in which monitors receive them. */
  readonly tiles: KnownTile[];
  /** Team names as clients receive them; replaced when a team gets its name. */
  names: TeamNames;
  /** Indices of players of a resumed match whose clients have not reconnected yet. */
  readonly awaitedPlayers: Set<number>;
}

/** Creates the sessions of a match without clients. */
export function createClients<L extends Link>({ params }: Match): Clients<L> {
  const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = params.server;
  return {
    players: new Array(PLAYER_COUNT).fill(null),
    coaches: { l: null, r: null },
    trainer: null,
    monitors: [],
    nextMonitorId: 1,
    monitorCodecs: new Map(),
    tiles: [],
    names: { left: '', right: '', fixedLeft, fixedRight },
    awaitedPlayers: new Set(),
  };
}

/** Copies the names of the teams to all that send them, if they have changed. Call it when a team gets its name by other ways than a client. */
export function updateTeamNames({
  match,
  clients,
}: {
  readonly match: Match;
  readonly clients: Clients;
}): void {
  const { left, right } = match.world;
  const { names } = clients;
  if (names.left === left.name && names.right === right.name) return;
  clients.names = { ...names, left: left.name, right: right.name };
  for (const session of clients.players) if (session) setTeamNames(session.encoding, clients.names);
}

/** Connected online coaches and the trainer, in the order in which a poll reads them. */
export function listCoaches<L extends Link>({
  coaches,
  trainer,
}: Clients<L>): (CoachSession<L> | TrainerSession<L>)[] {
  return [coaches.l, coaches.r, trainer].filter((session) => session !== null);
}

/** Returns the session of a client as the match names it. */
export function findSession<L extends Link>(
  { players, coaches, trainer, monitors }: Clients<L>,
  client: ClientRef,
): ClientSession<L> | null {
  switch (client.role) {
    case 'player':
      return players[client.index] ?? null;
    case 'coach':
      return coaches[client.side];
    case 'trainer':
      return trainer;
    case 'monitor':
      return monitors.find(({ id }) => id === client.id) ?? null;
  }
}

/** Number of connected players. */
export function countPlayerSessions({ players }: Clients): number {
  return players.filter((session) => session !== null).length;
}

/** Number of connected players, online coaches and trainers: the clients that take part in a match. */
export function countParticipants(clients: Clients): number {
  return countPlayerSessions(clients) + listCoaches(clients).length;
}

export function countClients(clients: Clients): number {
  return countParticipants(clients) + clients.monitors.length;
}

/** Forgets `(done)` of all clients: each step clears it (spec 02 §5). */
export function clearDone({ players, coaches, trainer }: Clients): void {
  for (const session of players) if (session) session.isDone = false;
  if (coaches.l) coaches.l.isDone = false;
  if (coaches.r) coaches.r.isDone = false;
  if (trainer) trainer.isDone = false;
}

/** Whether a poll would find something from a client. */
export function hasClientInput({ players, coaches, trainer, monitors }: Clients): boolean {
  for (const list of [players, [coaches.l, coaches.r, trainer], monitors]) {
    for (const session of list) {
      if (session && (session.connection.hasInput || session.connection.isLost)) return true;
    }
  }
  return false;
}

/**
 * Returns the player of a resumed match that a reconnecting client claims, or undefined if no such player is awaited. The
 * player continues unchanged in any play mode, unlike at a reconnect during a match.
 */
export function claimResumedPlayer(
  { awaitedPlayers }: Clients,
  { left, right, players }: World,
  team: string,
  unum: number,
): Player | undefined {
  for (const index of awaitedPlayers) {
    const player = players[index] as Player;
    if (player.unum !== unum || (player.side === 'l' ? left : right).name !== team) continue;
    awaitedPlayers.delete(index);
    return player;
  }
  return undefined;
}
