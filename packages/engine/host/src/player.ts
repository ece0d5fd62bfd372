import { ok, type Player, type PlayerCommand, type PlayerConnect, type RemovalReason } from '@rcss/core';
import {
  createPlayerEncoding,
  decodePlayerCommands,
  decodePlayerConnect,
  encodeInitReply,
  encodeReconnectReply,
} from '@rcss/protocol/player';
import { applyPlayerCommand, connectPlayer } from '@rcss/simulator';
import { reconnectPlayer, removePlayer } from '@rcss/simulator/clients';
import { claimResumedPlayer, type PlayerSession, updateTeamNames } from './clients.js';
import { sendParameters } from './greeting.js';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';
import { refuseConnection, sendError, sendPlainReply, setCompression } from './replies.js';

/** Players, from init to disconnect. */

/** Handles the text of a sender that is neither a player nor a monitor, and does not ask to become a monitor. */
export function handlePlayerRequest<L extends Link>(host: Host<L>, visitor: Visitor<L>, text: string): void {
  const request = decodePlayerConnect(text);
  if (!request.ok) refuseConnection(host, visitor, request.error.code);
  else if (request.value.kind === 'init') connectNewPlayer(host, visitor, text, request.value);
  else reconnectKnownPlayer(host, visitor, text, request.value);
}

function connectNewPlayer<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  text: string,
  init: Extract<PlayerConnect, { readonly kind: 'init' }>,
): void {
  const { match, hooks } = host;
  if (hooks.allowClient?.('participant') === false) {
    refuseConnection(host, visitor, 'no_more_team_or_player_or_goalie');
    return;
  }
  // The link comes first: without one, the match does not get a player.
  const prepared = visitor.prepare('player');
  if (prepared === null) {
    refuseConnection(host, visitor, 'connection_failed');
    return;
  }
  const claimed = hooks.claimPlayer?.();
  const accepted = claimed === undefined ? connectPlayer(match, init) : ok(claimed);
  updateTeamNames(host);
  if (!accepted.ok) {
    prepared.discard();
    hooks.onRefuse?.('player', accepted.error, init.version, init.team);
    refuseConnection(host, visitor, accepted.error);
    return;
  }
  const session = attachPlayer(host, prepared.accept(), accepted.value, init.version);
  hooks.onConnect?.(session, 'connected');
  hooks.onReceive?.(session, text);
  greetPlayer(host, session);
}

/**
 * Gives a player of the match a client, without a message to it; a former client of the player is closed.
 *
 * @param version Protocol version of the messages; that of the player by default.
 */
export function attachPlayer<L extends Link>(
  host: Host<L>,
  connection: L,
  player: Player,
  version: number = player.version,
): PlayerSession<L> {
  const { clients } = host;
  clients.players[player.index]?.connection.close();
  const encoding = createPlayerEncoding(version, player.side, clients.names);
  const session: PlayerSession<L> = { role: 'player', player, encoding, connection, isDone: false };
  clients.players[player.index] = session;
  return session;
}

/** Sends the answer to an accepted init: side and number, parameters, and the view mode if the version has one of its own. */
export function greetPlayer<L extends Link>(host: Host<L>, session: PlayerSession<L>): void {
  const { match, writers, hooks } = host;
  const { connection, encoding, player } = session;
  const { side, unum } = player;
  connection.send(encodeInitReply(writers.takeWriter(), side, unum, match.world.playMode).view());
  sendParameters(host, connection, encoding.version, side);
  if (encoding.features.synchSeeDefault) sendPlainReply(host, session, { kind: 'ok', code: 'synch_see' });
  hooks.onGreet?.(session);
}

function reconnectKnownPlayer<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  text: string,
  { team, unum, malformed }: Extract<PlayerConnect, { readonly kind: 'reconnect' }>,
): void {
  const { match, clients, hooks } = host;
  const prepared = visitor.prepare('player');
  if (prepared === null) {
    refuseConnection(host, visitor, 'connection_failed');
    return;
  }
  const resumed = claimResumedPlayer(clients, match.world, team, unum);
  if (resumed !== undefined) {
    greetAgain(host, attachPlayer(host, prepared.accept(), resumed));
    return;
  }
  if (malformed && match.world.playMode !== 'play_on')
    refuseConnection(host, visitor, 'illegal_command_form');
  const accepted = reconnectPlayer(match, team, unum);
  if (!accepted.ok) {
    prepared.discard();
    refuseConnection(host, visitor, accepted.error);
    return;
  }
  const session = attachPlayer(host, prepared.accept(), accepted.value);
  hooks.onReceive?.(session, text);
  greetAgain(host, session);
}

function greetAgain<L extends Link>(host: Host<L>, session: PlayerSession<L>): void {
  const { match, writers, hooks } = host;
  const { player, connection, encoding } = session;
  hooks.onConnect?.(session, 'reconnected');
  const reply = encodeReconnectReply(writers.takeWriter(), player.side, match.world.playMode);
  connection.send(reply.view());
  sendParameters(host, connection, encoding.version, player.side);
  hooks.onGreet?.(session);
}

/** Executes the commands in the text of a datagram; false: the session is closed. */
export function executePlayerText(host: Host, session: PlayerSession, text: Uint8Array | string): boolean {
  const { experimental_height: hasHeight } = host.match.params.server;
  const wellFormed = decodePlayerCommands(
    text,
    (command) => executeCommand(host, session, command),
    hasHeight,
  );
  if (!isInMatch(host, session)) return false;
  if (!wellFormed) sendError(host, session, 'illegal_command_form', text);
  return true;
}

/** Whether the match has not removed the player since its client connected. */
function isInMatch({ clients }: Host, session: PlayerSession): boolean {
  const { player } = session;
  return player.enabled && clients.players[player.index] === session;
}

/** Executes one command; false ends the datagram because the player is removed. */
function executeCommand(host: Host, session: PlayerSession, command: PlayerCommand): boolean {
  const { match, hooks } = host;
  const { player, connection } = session;
  if (!isInMatch(host, session) || !connection.allowCommand()) return false;
  switch (command.type) {
    case 'done':
      session.isDone = true;
      return true;
    case 'compression':
      if (command.level <= 9) setCompression(host, session, command.level);
      return true;
    default:
      if (hooks.onCommand?.(player, command) !== false) applyPlayerCommand(match, player.index, command);
      return player.enabled;
  }
}

/** Closes the session of a player that the match has removed. */
export function closePlayer({ clients, hooks }: Host, index: number, reason: RemovalReason): void {
  const session = clients.players[index];
  if (!session) return;
  clients.players[index] = null;
  session.connection.close();
  hooks.onDisconnect?.(session, reason);
}

/** Removes the players whose link is lost (spec 02 §2.7). */
export function removeLostPlayers({ clients, match }: Host): void {
  for (const session of clients.players) {
    if (session?.connection.isLost) removePlayer(match, session.player.index, 'lost');
  }
}
