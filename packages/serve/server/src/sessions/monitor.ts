import type { Frame, RemovalReason, Reply, Side, TeamGraphicTile } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import { formatReply } from '@rcss/protocol/coach';
import {
  BOARD_SERVER,
  createMonitorCodec,
  decodeMonitorCommand,
  type decodeMonitorInit,
  type MonitorCodec,
} from '@rcss/protocol/monitor';
import { splitDatagram } from '@rcss/protocol/player';
import { decodeLatin1 } from '@rcss/sexp';
import { applyTrainerCommand } from '@rcss/simulator';
import { applyMonitorCommand } from '@rcss/simulator/clients';
import { prepareConnection } from '../net/network.js';
import type { Datagram } from '../net/port-queue.js';
import type { Server, SessionContext } from '../server.js';
import type { Clients, KnownTile, MonitorSession } from './clients.js';
import { sendInitPortError, sendRefusal } from './connect-replies.js';
import { logConnection } from './connection-log.js';
import { canAcceptClient } from './rate-limits.js';

/** Datagrams of monitors and to monitors. */

/** What sending to monitors needs. */
type MonitorContext = Pick<Server, 'match' | 'net' | 'clients'>;

/** Handles a registration of an unknown sender. */
export function handleMonitorConnect(
  context: SessionContext,
  datagram: Datagram,
  init: NonNullable<ReturnType<typeof decodeMonitorInit>>,
): void {
  const { net, match, clients, console } = context;
  const { max_monitors: maxMonitors } = match.params.server;
  if (
    (maxMonitors > 0 && clients.monitors.length >= maxMonitors) ||
    !canAcceptClient(net, clients, 'monitor')
  ) {
    sendRefusal(net, net.ports.player, datagram, 'no_more_monitor');
    return;
  }
  if (!init.ok) {
    net.warnings.warn(
      'monitor version',
      `Unsupported monitor protocol version. version=${init.error.versionText}`,
      {
        event: 'client_refused',
        level: 'warn',
        fields: { client: 'monitor', version: init.error.versionText },
      },
      console.out,
    );
    sendRefusal(net, net.ports.player, datagram, init.error.code);
    return;
  }
  const prepared = prepareConnection(net, datagram.from, 'monitor');
  if (prepared === null) {
    sendRefusal(net, net.ports.player, datagram, 'connection_failed');
    return;
  }
  const { version, versionText, json } = init.value;
  console.out(`A new (${json ? 'json' : `v${versionText}`}) monitor connected.`, {
    event: 'client_connected',
    fields: { client: 'monitor', version: json ? 'json' : versionText },
  });
  const session: MonitorSession = {
    id: clients.nextMonitorId++,
    codec: getMonitorCodec(clients, version),
    connection: prepared.accept(),
    sentTileKeys: new Set(),
  };
  clients.monitors.push(session);
  logConnection(context, session.connection, { event: 'connected', client: 'monitor', version });
  for (const bytes of session.codec.encodeInitialData(match.params)) session.connection.send(bytes);
}

/** Returns the codec that all monitors of a version share. */
export function getMonitorCodec({ monitorCodecs }: Clients, version: MonitorVersion): MonitorCodec {
  let codec = monitorCodecs.get(version);
  if (codec === undefined) {
    codec = createMonitorCodec(version);
    monitorCodecs.set(version, codec);
  }
  return codec;
}

/** Handles a datagram that a connected monitor has sent to the player port. */
export function handleMonitorOnInitPort(
  context: SessionContext,
  session: MonitorSession,
  { bytes }: Datagram,
): void {
  if (session.codec.initPortClosed) {
    sendInitPortError(context.net, session.connection);
    return;
  }
  session.connection.enqueue(bytes);
  readMonitor(context, session);
}

/** Reads and executes all queued datagrams of a monitor. */
export function readMonitor(context: SessionContext, session: MonitorSession): void {
  const { connection } = session;
  for (let bytes = connection.takeDatagram(); bytes !== undefined; bytes = connection.takeDatagram()) {
    const { text, terminated } = splitDatagram(bytes);
    if (!terminated && session.codec.nulWarning) {
      sendMonitorMessage(context, session, '(warning message_not_null_terminated)');
    }
    executeCommand(context, session, decodeLatin1(text));
    if (!context.clients.monitors.includes(session)) return;
  }
}

function executeCommand(context: SessionContext, session: MonitorSession, text: string): void {
  const { match } = context;
  const { coach, coach_w_referee: coachWithReferee } = match.params.server;
  const decoded = decodeMonitorCommand(text, coach || coachWithReferee);
  if (!decoded.ok) {
    sendMonitorReply(context, session, { kind: 'error', code: decoded.error.code });
    return;
  }
  const { value } = decoded;
  if (value.kind === 'trainer') {
    applyTrainerCommand(match, { role: 'monitor', id: session.id }, value.command);
    return;
  }
  const { command } = value;
  if (command.type === 'dispbye') closeMonitor(context, session, 'bye');
  else if (command.type === 'compression') {
    sendMonitorReply(context, session, { kind: 'ok', code: 'compression', args: [command.level] });
    session.connection.compressionLevel = command.level;
  } else applyMonitorCommand(match, command);
}

function closeMonitor(context: SessionContext, session: MonitorSession, reason: RemovalReason): void {
  const { monitors } = context.clients;
  const index = monitors.indexOf(session);
  if (index < 0) return;
  monitors.splice(index, 1);
  session.connection.close();
  context.console.out('A monitor disconnected', {
    event: 'client_disconnected',
    fields: { client: 'monitor' },
  });
  logConnection(context, session.connection, { event: 'disconnected', client: 'monitor', reason });
}

/** Closes the sessions of monitors whose port turned out to be closed (spec 02 §2.7). */
export function closeLostMonitors(context: SessionContext): void {
  for (const session of [...context.clients.monitors]) {
    if (session.connection.isLost) closeMonitor(context, session, 'lost');
  }
}

/** Sends a text to one monitor, by default on the board of the server (spec 10 §8). */
export function sendMonitorMessage(
  { match, net }: Pick<Server, 'match' | 'net'>,
  session: MonitorSession,
  text: string,
  board: number = BOARD_SERVER,
): void {
  const { time, stoppageTime } = match.world;
  const message = { time, stoppageTime, board, text };
  session.connection.send(session.codec.writeMessage(net.writers.takeWriter(), message).view());
}

/** Sends a text to all monitors, by default on the board of the server. */
export function sendToMonitors(context: MonitorContext, text: string, board: number = BOARD_SERVER): void {
  for (const session of context.clients.monitors) sendMonitorMessage(context, session, text, board);
}

/** Sends the answer to a monitor's own command (spec 10 §10.1). */
export function sendMonitorReply(
  context: Pick<Server, 'match' | 'net'>,
  session: MonitorSession,
  reply: Reply,
): void {
  sendMonitorMessage(context, session, formatReply(reply));
}

/** Largest number of team graphic tiles that a monitor receives after one frame (spec 10 §9). */
const MAX_TILES_BEFORE_KICK_OFF = 32;
const MAX_TILES_IN_PLAY = 8;

/** Sends a frame to a monitor, then team graphics that it lacks. The frame is encoded once per protocol version. */
export function sendFrame({ net, clients }: MonitorContext, session: MonitorSession, frame: Frame): void {
  const { codec, connection, sentTileKeys } = session;
  connection.send(codec.encodeShow(frame));
  if (sentTileKeys.size >= clients.tiles.length) return;
  let left = frame.playMode === 'before_kick_off' ? MAX_TILES_BEFORE_KICK_OFF : MAX_TILES_IN_PLAY;
  for (const { key, side, tile } of clients.tiles) {
    if (left === 0) return;
    if (sentTileKeys.has(key)) continue;
    sentTileKeys.add(key);
    left -= 1;
    connection.send(codec.writeTeamGraphic(net.writers.takeWriter(), side, tile, frame.time).view());
  }
}

/** Keeps a tile for monitors, which receive it after their next frame (spec 10 §9). */
export function addTile({ tiles }: Clients, side: Side, tile: TeamGraphicTile): void {
  const known: KnownTile = { key: `${side} ${tile.x} ${tile.y}`, side, tile };
  const index = tiles.findIndex((other) => other.key === known.key);
  if (index >= 0) {
    tiles[index] = known;
    return;
  }
  tiles.push(known);
  // Left team first, then right, each in descending order of x, then y.
  tiles.sort((a, b) =>
    a.side !== b.side ? (a.side === 'l' ? -1 : 1) : b.tile.x - a.tile.x || b.tile.y - a.tile.y,
  );
}
