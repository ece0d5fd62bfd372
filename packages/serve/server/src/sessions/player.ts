import { type Player, type PlayerCommand, type RemovalReason, teamOf, type World } from '@rcss/core';
import { isPlayerVersion } from '@rcss/core/versions';
import {
  decodePlayerCommands,
  decodePlayerConnect,
  encodeError,
  encodeInitReply,
  encodeReconnectReply,
  encodeReply,
  encodeWarning,
  splitDatagram,
} from '@rcss/protocol/player';
import { applyPlayerCommand, connectPlayer } from '@rcss/simulator';
import { reconnectPlayer, removePlayer } from '@rcss/simulator/clients';
import type { Connection } from '../net/connection.js';
import { prepareConnection } from '../net/network.js';
import type { Datagram } from '../net/port-queue.js';
import type { SessionContext } from '../server.js';
import { countCommand } from '../telemetry.js';
import { type Clients, createPlayerSession, type PlayerSession, updateTeamNames } from './clients.js';
import { sendInitPortError, sendParameters, sendRefusal } from './connect-replies.js';
import { logConnection } from './connection-log.js';
import { canAcceptClient } from './rate-limits.js';
import { reportReceived } from './received-messages.js';

/** Datagrams of players: from init to disconnect. */

interface InitRequest {
  readonly team: string;
  readonly version: number;
  readonly goalie: boolean;
}

interface ReconnectRequest {
  readonly team: string;
  readonly unum: number;
  readonly malformed: boolean;
}

/** Handles an init or reconnect request of an unknown sender. */
export function handlePlayerConnect(context: SessionContext, datagram: Datagram, text: string): void {
  const request = decodePlayerConnect(text);
  if (!request.ok) refusePlayer(context, datagram, request.error.code);
  else if (request.value.kind === 'init') connectNewPlayer(context, datagram, text, request.value);
  else reconnectKnownPlayer(context, datagram, text, request.value);
}

function refusePlayer({ net }: SessionContext, datagram: Datagram, code: string): void {
  sendRefusal(net, net.ports.player, datagram, code);
}

function connectNewPlayer(
  context: SessionContext,
  datagram: Datagram,
  text: string,
  init: InitRequest,
): void {
  const { net, match, clients, console } = context;
  if (!canAcceptClient(net, clients, 'participant')) {
    refusePlayer(context, datagram, 'no_more_team_or_player_or_goalie');
    return;
  }
  // The socket comes first: without one, the match does not get a player.
  const prepared = prepareConnection(net, datagram.from, 'player');
  if (prepared === null) {
    refusePlayer(context, datagram, 'connection_failed');
    return;
  }
  const { left, right } = match.world;
  const before = [left.name, right.name];
  const accepted = connectPlayer(match, init);
  if (left.name !== before[0] || right.name !== before[1]) updateTeamNames(clients, match);
  if (!accepted.ok) {
    prepared.discard();
    // The console reports an unsupported version as if a player had left (spec 02 §2.8, quirk).
    if (accepted.error.includes('illegal_client_version') && !isPlayerVersion(init.version)) {
      net.warnings.warn('version', `Error: Could not find serializer or sender for version ${init.version}`, {
        event: 'client_refused',
        level: 'error',
        fields: { client: 'player', team: init.team, version: init.version },
      });
    }
    refusePlayer(context, datagram, accepted.error);
    return;
  }
  const player = accepted.value;
  const { connection, encoding } = openSession(context, prepared.accept(), player);
  const { team, version } = init;
  const { unum } = player;
  console.out(`A new (v${Math.trunc(version)}) player (${team} ${unum}) connected.`, {
    event: 'client_connected',
    fields: { client: 'player', team, unum, version },
  });
  reportReceived(context, `${team}_${unum}`, text);
  logConnection(context, connection, { event: 'connected', client: 'player', team, unum, version });
  const reply = encodeInitReply(net.writers.takeWriter(), player.side, unum, match.world.playMode);
  connection.send(reply.view());
  sendParameters(net, match, connection, version, player.side);
  if (encoding.features.synchSeeDefault) {
    connection.send(encodeReply(net.writers.takeWriter(), { kind: 'ok', code: 'synch_see' }).view());
  }
  observeMessages(context.clients, player, connection);
}

/** From now on the debug channel gets the messages to the player: without the parameters that each client receives at its start. */
function observeMessages({ debugChannel }: Clients, { index }: Player, connection: Connection): void {
  if (debugChannel !== null) connection.onSend = (bytes) => debugChannel.addReceived(index, bytes);
}

function openSession({ clients }: SessionContext, connection: Connection, player: Player): PlayerSession {
  clients.players[player.index]?.connection.close();
  const session = createPlayerSession(player, connection, clients.names);
  clients.players[player.index] = session;
  return session;
}

function reconnectKnownPlayer(
  context: SessionContext,
  datagram: Datagram,
  text: string,
  { team, unum, malformed }: ReconnectRequest,
): void {
  const { net, match, clients } = context;
  const prepared = prepareConnection(net, datagram.from, 'player');
  if (prepared === null) {
    refusePlayer(context, datagram, 'connection_failed');
    return;
  }
  const resumed = claimResumedPlayer(clients, match.world, team, unum);
  if (resumed !== undefined) {
    sendReconnectReply(context, openSession(context, prepared.accept(), resumed), team);
    return;
  }
  if (malformed && match.world.playMode !== 'play_on')
    refusePlayer(context, datagram, 'illegal_command_form');
  const accepted = reconnectPlayer(match, team, unum);
  if (!accepted.ok) {
    prepared.discard();
    refusePlayer(context, datagram, accepted.error);
    return;
  }
  reportReceived(context, `${team}_${unum}`, text);
  sendReconnectReply(context, openSession(context, prepared.accept(), accepted.value), team);
}

/**
 * Returns the player of a resumed match that a reconnecting client claims, or undefined if no such player is awaited. The
 * player continues unchanged in any play mode, unlike at a reconnect during a match.
 */
function claimResumedPlayer(
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

function sendReconnectReply(context: SessionContext, session: PlayerSession, team: string): void {
  const { net, match, console } = context;
  const { player, connection, encoding } = session;
  const { unum, side } = player;
  console.out(`A player (${team} ${unum}) reconnected.`, {
    event: 'client_reconnected',
    fields: { client: 'player', team, unum },
  });
  logConnection(context, connection, { event: 'reconnected', client: 'player', team, unum });
  connection.send(encodeReconnectReply(net.writers.takeWriter(), side, match.world.playMode).view());
  sendParameters(net, match, connection, encoding.version, side);
  observeMessages(context.clients, player, connection);
}

/** Handles a datagram that a connected player has sent to the player port. */
export function handlePlayerOnInitPort(
  context: SessionContext,
  session: PlayerSession,
  { bytes }: Datagram,
): void {
  if (session.encoding.features.initPortClosed) {
    sendInitPortError(context.net, session.connection);
    return;
  }
  session.connection.enqueue(bytes);
  readPlayer(context, session);
}

/** Reads and executes all queued datagrams of a player. */
export function readPlayer(context: SessionContext, session: PlayerSession): void {
  const { net, match, clients } = context;
  const { connection, player, encoding } = session;
  const team = teamOf(match.world, player.side);
  for (let bytes = connection.takeDatagram(); bytes !== undefined; bytes = connection.takeDatagram()) {
    const { text, terminated } = splitDatagram(bytes);
    reportReceived(context, `${team.name}_${player.unum}`, text);
    clients.debugChannel?.addSent(player.index, text);
    if (!terminated && encoding.features.nulWarning) {
      connection.send(encodeWarning(net.writers.takeWriter(), 'message_not_null_terminated').view());
    }
    const wellFormed = decodePlayerCommands(text, (command) => executeCommand(context, session, command));
    if (!player.enabled || clients.players[player.index] !== session) return;
    if (!wellFormed) connection.send(encodeError(net.writers.takeWriter(), 'illegal_command_form').view());
  }
}

/** Executes one command; false ends the datagram because the player is removed. */
function executeCommand(context: SessionContext, session: PlayerSession, command: PlayerCommand): boolean {
  const { net, match, clients, telemetry } = context;
  const { player, connection } = session;
  if (clients.players[player.index] !== session || !player.enabled) return false;
  if (!connection.allowCommand()) return false;
  switch (command.type) {
    case 'done':
      session.isDone = true;
      return true;
    case 'compression':
      if (command.level <= 9) {
        const reply = { kind: 'ok', code: 'compression', args: [command.level] } as const;
        connection.send(encodeReply(net.writers.takeWriter(), reply).view());
        connection.compressionLevel = command.level;
      }
      return true;
    default:
      countCommand(telemetry, player.index, command);
      applyPlayerCommand(match, player.index, command);
      return player.enabled;
  }
}

/** Closes the session of a player that the match has removed. */
export function closePlayer(context: SessionContext, index: number, reason: RemovalReason): void {
  const { clients, match, console } = context;
  const session = clients.players[index];
  if (!session) return;
  clients.players[index] = null;
  session.connection.close();
  const { unum, side } = session.player;
  const team = teamOf(match.world, side).name;
  console.out(`A player disconnected : (${team} ${unum})`, {
    event: 'client_disconnected',
    fields: { client: 'player', team, unum, reason },
  });
  logConnection(context, session.connection, { event: 'disconnected', client: 'player', team, unum, reason });
}

/** Removes the players whose port turned out to be closed (spec 02 §2.7). */
export function removeLostPlayers({ clients, match }: SessionContext): void {
  for (const session of clients.players) {
    if (session?.connection.isLost) removePlayer(match, session.player.index, 'lost');
  }
}
