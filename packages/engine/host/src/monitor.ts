import type { Frame, MonitorInit, RemovalReason, Result, Side, TeamGraphicTile } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import { createMonitorCodec, decodeMonitorCommand, type MonitorInitFailure } from '@rcss/protocol/monitor';
import { applyTrainerCommand } from '@rcss/simulator';
import { applyMonitorCommand } from '@rcss/simulator/clients';
import type { Clients, KnownTile, MonitorSession } from './clients.js';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';
import { refuseConnection, sendError, sendPlainReply, setCompression } from './replies.js';

/** Monitors: their datagrams and what they receive. */

/** Handles the request of a sender that asks to become a monitor. */
export function handleMonitorRequest<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  init: Result<MonitorInit, MonitorInitFailure>,
): void {
  const { match, clients, hooks } = host;
  const { max_monitors: maxMonitors } = match.params.server;
  const isFull = maxMonitors > 0 && clients.monitors.length >= maxMonitors;
  if (isFull || hooks.allowClient?.('monitor') === false) {
    refuseConnection(host, visitor, 'no_more_monitor');
    return;
  }
  if (!init.ok) {
    hooks.onRefuse?.('monitor', init.error.code, init.error.versionText, '');
    refuseConnection(host, visitor, init.error.code);
    return;
  }
  const prepared = visitor.prepare('monitor');
  if (prepared === null) {
    refuseConnection(host, visitor, 'connection_failed');
    return;
  }
  const { version, versionText, json } = init.value;
  const session = attachMonitor(host, prepared.accept(), version);
  hooks.onConnect?.(session, 'connected', json ? 'json' : versionText);
  for (const bytes of session.codec.encodeInitialData(match.params)) session.connection.send(bytes);
}

/** Adds a monitor, without a message to it. */
export function attachMonitor<L extends Link>(
  { clients }: Host<L>,
  connection: L,
  version: MonitorVersion,
): MonitorSession<L> {
  let encoder = clients.monitorCodecs.get(version);
  if (encoder === undefined) {
    encoder = createMonitorCodec(version);
    clients.monitorCodecs.set(version, encoder);
  }
  const id = clients.nextMonitorId++;
  const sentTileKeys = new Set<string>();
  const session: MonitorSession<L> = {
    role: 'monitor',
    id,
    version,
    codec: encoder,
    connection,
    sentTileKeys,
  };
  clients.monitors.push(session);
  return session;
}

/** Executes a command of a monitor. */
export function executeMonitorText(host: Host, session: MonitorSession, text: string): void {
  const { match, hooks } = host;
  const { coach, coach_w_referee: coachWithReferee } = match.params.server;
  const decoded = decodeMonitorCommand(text, coach || coachWithReferee);
  if (!decoded.ok) {
    sendError(host, session, decoded.error.code, text);
    return;
  }
  const { value } = decoded;
  if (value.kind === 'monitor' && value.command.type === 'dispbye') closeMonitor(host, session, 'bye');
  else if (value.kind === 'monitor' && value.command.type === 'compression')
    setCompression(host, session, value.command.level);
  else if (hooks.allowReferee?.(session, text) === false)
    sendPlainReply(host, session, { kind: 'error', code: 'not_allowed' });
  else if (value.kind === 'trainer')
    applyTrainerCommand(match, { role: 'monitor', id: session.id }, value.command);
  else applyMonitorCommand(match, value.command);
}

function closeMonitor({ clients, hooks }: Host, session: MonitorSession, reason: RemovalReason): void {
  const { monitors } = clients;
  const index = monitors.indexOf(session);
  if (index < 0) return;
  monitors.splice(index, 1);
  session.connection.close();
  hooks.onDisconnect?.(session, reason);
}

/** Closes the sessions of monitors whose link is lost (spec 02 §2.7). */
export function closeLostMonitors(host: Host): void {
  for (const session of [...host.clients.monitors]) {
    if (session.connection.isLost) closeMonitor(host, session, 'lost');
  }
}

/** Largest number of team graphic tiles that a monitor receives after one frame (spec 10 §9). */
const MAX_TILES_BEFORE_KICK_OFF = 32;
const MAX_TILES_IN_PLAY = 8;

/** Sends a frame to all monitors, and then to each the team graphics that it lacks. The frame is encoded once per protocol version. */
export function sendFrame({ clients, writers }: Pick<Host, 'clients' | 'writers'>, frame: Frame): void {
  for (const { codec, connection, sentTileKeys } of clients.monitors) {
    connection.send(codec.encodeShow(frame));
    if (sentTileKeys.size >= clients.tiles.length) continue;
    let left = frame.playMode === 'before_kick_off' ? MAX_TILES_BEFORE_KICK_OFF : MAX_TILES_IN_PLAY;
    for (const { key, side, tile } of clients.tiles) {
      if (left === 0) break;
      if (sentTileKeys.has(key)) continue;
      sentTileKeys.add(key);
      left -= 1;
      connection.send(codec.writeTeamGraphic(writers.takeWriter(), side, tile, frame.time).view());
    }
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
