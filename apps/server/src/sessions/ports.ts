import { type Player, teamOf } from '@rcss/core';
import {
  connectText,
  createMonitorCodec,
  decodeCoachInit,
  decodeMonitorInit,
  decodePlayerConnect,
  decodeTrainerInit,
  encodeChangePlayerType,
  encodeClangVersion,
  encodeCoachInitReply,
  encodeError,
  encodeInclude,
  encodeInitReply,
  encodePlayerParam,
  encodePlayerType,
  encodeReconnectReply,
  encodeReply,
  encodeServerParam,
  encodeTrainerInitReply,
  type Features,
  featuresOf,
  type MonitorCodec,
  type MonitorVersion,
  THINK,
} from '@rcss/protocol';
import { connectCoach, connectPlayer, connectTrainer, reconnectPlayer, tryKickOff } from '@rcss/simulator';
import { recordReceived } from '../logs/received-messages.js';
import { Connection } from '../net/connection.js';
import { allowUnknownSender, hasRoom } from '../net/rate-limits.js';
import type { Datagram, PortQueue, Server } from '../server.js';
import { claimResumedPlayer } from './claim-resumed-player.js';
import { executeTrainer, readCoach, readMonitor, readPlayer, readTrainer } from './client-input.js';
import { readCoachMessageFile } from './coach-message-file.js';
import type { CoachSession, TrainerSession } from './coach-session.js';
import { logConnection } from './connection-log.js';
import type { MonitorSession } from './monitor-session.js';
import { createPlayerSession, type PlayerSession } from './player-session.js';
import { teamNamesChanged } from './team-names.js';

/** The three well-known ports: who knocks there, and what becomes of it (02 §2.4). */

function refuse(server: Server, portQueue: PortQueue, datagram: Datagram, code: string): void {
  portQueue.listener.send(encodeError(server.writers.writer(), code).view(), datagram.port, datagram.address);
}

function isFrom(connection: Connection, datagram: Datagram): boolean {
  return connection.socket.port === datagram.port && connection.socket.address === datagram.address;
}

function connectionFor(server: Server, datagram: Datagram): Connection {
  const { bind_address: address, max_datagrams_per_cycle: limit } = server.config.extension;
  const { sendQueue } = server;
  return new Connection(sendQueue, bindAddressFor(address), datagram.port, datagram.address, limit, () =>
    server.onArrival(),
  );
}

/** Clients of a server that listens on all addresses are served from whichever address the system chooses. */
function bindAddressFor(address: string): string {
  return address === '' ? '0.0.0.0' : address;
}

// ---------------------------------------------------------------- player port

export function readPlayerPort(server: Server): void {
  const { datagrams } = server.playerPort;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift())
    onPlayerPort(server, datagram);
}

function onPlayerPort(server: Server, datagram: Datagram): void {
  for (const session of server.players) {
    if (session && isFrom(session.connection, datagram)) {
      if (session.encoding.features.initPortClosed) refuseOnInitPort(server, session.connection);
      else {
        session.connection.accept(datagram.bytes);
        readPlayer(server, session);
      }
      return;
    }
  }
  for (const monitor of server.monitors) {
    if (isFrom(monitor.connection, datagram)) {
      if (monitor.codec.initPortClosed) refuseOnInitPort(server, monitor.connection);
      else {
        monitor.connection.accept(datagram.bytes);
        readMonitor(server, monitor);
      }
      return;
    }
  }
  if (!allowUnknownSender(server)) return;
  const text = connectText(datagram.bytes);
  const monitorInit = decodeMonitorInit(text);
  if (monitorInit !== null) {
    acceptMonitor(server, datagram, monitorInit);
    return;
  }
  const decoded = decodePlayerConnect(text);
  if (!decoded.ok) {
    refuse(server, server.playerPort, datagram, decoded.error.code);
    return;
  }
  if (decoded.value.kind === 'init') acceptPlayer(server, datagram, text, decoded.value);
  else acceptReconnect(server, datagram, text, decoded.value);
}

function refuseOnInitPort(server: Server, connection: Connection): void {
  if (!connection.spend()) return;
  connection.send(encodeError(server.writers.writer(), 'only_init_allowed_on_init_port').view());
}

function acceptPlayer(
  server: Server,
  datagram: Datagram,
  text: string,
  init: { readonly team: string; readonly version: number; readonly goalie: boolean },
): void {
  if (!hasRoom(server)) {
    refuse(server, server.playerPort, datagram, 'no_more_team_or_player_or_goalie');
    return;
  }
  const { left, right } = server.match.world;
  const before = [left.name, right.name];
  const result = connectPlayer(server.match, init);
  if (left.name !== before[0] || right.name !== before[1]) teamNamesChanged(server);
  if (!result.ok) {
    // An unsupported version is told on the console as if a player had left (02 §2.8, quirk).
    if (result.error.includes('illegal_client_version') && !(init.version >= 1 && init.version < 20)) {
      server.console.err(`Error: Could not find serializer or sender for version ${init.version}`);
    }
    refuse(server, server.playerPort, datagram, result.error);
    return;
  }
  const player = result.value;
  const session = openPlayer(server, datagram, player);
  server.console.out(`A new (v${Math.trunc(init.version)}) player (${init.team} ${player.unum}) connected.`);
  recordReceived(server, `${init.team}_${player.unum}`, text);
  const { connection } = session;
  const { team, version } = init;
  logConnection(server, connection, {
    event: 'connected',
    client: 'player',
    team,
    unum: player.unum,
    version,
  });
  connection.send(
    encodeInitReply(server.writers.writer(), player.side, player.unum, server.match.world.playMode).view(),
  );
  sendHandshake(server, connection, session.encoding.features, player);
  if (session.encoding.features.synchSeeDefault) {
    connection.send(encodeReply(server.writers.writer(), { kind: 'ok', code: 'synch_see' }).view());
  }
}

function openPlayer(server: Server, datagram: Datagram, player: Player): PlayerSession {
  server.players[player.index]?.connection.close();
  const session = createPlayerSession(player, connectionFor(server, datagram), server.names);
  server.players[player.index] = session;
  return session;
}

function acceptReconnect(
  server: Server,
  datagram: Datagram,
  text: string,
  request: { readonly team: string; readonly unum: number; readonly malformed: boolean },
): void {
  const { world } = server.match;
  const returned = claimResumedPlayer(server, request.team, request.unum);
  if (returned !== undefined) {
    welcomeBack(server, openPlayer(server, datagram, returned), request);
    return;
  }
  if (request.malformed && world.playMode !== 'play_on') {
    refuse(server, server.playerPort, datagram, 'illegal_command_form');
  }
  const result = reconnectPlayer(server.match, request.team, request.unum);
  if (!result.ok) {
    refuse(server, server.playerPort, datagram, result.error);
    return;
  }
  recordReceived(server, `${request.team}_${request.unum}`, text);
  welcomeBack(server, openPlayer(server, datagram, result.value), request);
}

function welcomeBack(
  server: Server,
  session: PlayerSession,
  { team, unum }: { readonly team: string; readonly unum: number },
): void {
  const { player } = session;
  server.console.out(`A player (${team} ${unum}) reconnected.`);
  logConnection(server, session.connection, { event: 'reconnected', client: 'player', team, unum });
  const { playMode } = server.match.world;
  session.connection.send(encodeReconnectReply(server.writers.writer(), player.side, playMode).view());
  sendHandshake(server, session.connection, session.encoding.features, player);
}

/** Parameters, types and changed players after an accepted init (03 §2.5; 07 §5 for coaches, who own a side too). */
function sendHandshake(
  server: Server,
  connection: Connection,
  features: Features,
  receiver: { readonly side: 'l' | 'r' } | null,
): void {
  const { params, writers } = server;
  if (!features.paramMessages) return;
  connection.send(encodeServerParam(writers.writer(), params.server, features).view());
  connection.send(encodePlayerParam(writers.writer(), params.player, features).view());
  for (const type of params.types) connection.send(encodePlayerType(writers.writer(), type, features).view());
  if (receiver === null || !features.changePlayerType) return;
  for (const other of server.match.world.players) {
    if (other.typeId === 0) continue;
    const typeId = other.side === receiver.side ? other.typeId : null;
    connection.send(encodeChangePlayerType(writers.writer(), other.unum, typeId).view());
  }
}

// ---------------------------------------------------------------- monitors

function acceptMonitor(
  server: Server,
  datagram: Datagram,
  init: NonNullable<ReturnType<typeof decodeMonitorInit>>,
): void {
  const { max_monitors: most } = server.params.server;
  if ((most > 0 && server.monitors.length >= most) || !hasRoom(server)) {
    refuse(server, server.playerPort, datagram, 'no_more_monitor');
    return;
  }
  if (!init.ok) {
    server.console.out(`Unsupported monitor protocol version. version=${init.error.shown}`);
    refuse(server, server.playerPort, datagram, init.error.code);
    return;
  }
  const { value } = init;
  server.console.out(`A new (${value.json ? 'json' : `v${value.shown}`}) monitor connected.`);
  const session: MonitorSession = {
    id: server.nextMonitorId++,
    codec: codecFor(server, value.version),
    connection: connectionFor(server, datagram),
    tilesSent: new Set(),
  };
  server.monitors.push(session);
  logConnection(server, session.connection, {
    event: 'connected',
    client: 'monitor',
    version: value.version,
  });
  for (const bytes of session.codec.initialData(server.params)) session.connection.send(bytes);
}

/** One writer for all monitors of a version: a show is encoded once, whatever their number. */
export function codecFor(server: Server, version: MonitorVersion): MonitorCodec {
  let codec = server.codecs.get(version);
  if (codec === undefined) {
    codec = createMonitorCodec(version);
    server.codecs.set(version, codec);
  }
  return codec;
}

// ---------------------------------------------------------------- trainer port

export function readCoachPort(server: Server): void {
  const { datagrams } = server.coachPort;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift())
    onCoachPort(server, datagram);
}

function onCoachPort(server: Server, datagram: Datagram): void {
  const { coach, coach_w_referee: coachWithReferee } = server.params.server;
  if (!coach && !coachWithReferee) {
    if (allowUnknownSender(server)) {
      refuse(server, server.coachPort, datagram, 'connected_offline_coach_without_coach_mode');
    }
    return;
  }
  const { trainer } = server;
  if (trainer && isFrom(trainer.connection, datagram)) {
    if (trainer.version >= 8) refuseOnInitPort(server, trainer.connection);
    else {
      trainer.connection.accept(datagram.bytes);
      readTrainer(server, trainer);
    }
    return;
  }
  if (trainer) {
    if (allowUnknownSender(server)) refuse(server, server.coachPort, datagram, 'already_have_offline_coach');
    return;
  }
  if (!allowUnknownSender(server)) return;
  const text = connectText(datagram.bytes);
  const init = decodeTrainerInit(text);
  if (init === null) {
    // Anything but init kicks off and is executed without an answer (07 §3, quirk).
    tryKickOff(server.match);
    recordReceived(server, 'Coach', text);
    executeTrainer(server, null, text);
    return;
  }
  if (!init.ok) {
    refuse(server, server.coachPort, datagram, init.error.code);
    return;
  }
  const { version } = init.value;
  const connection = connectionFor(server, datagram);
  server.trainer = { version, connection, done: false } satisfies TrainerSession;
  connectTrainer(server.match, version);
  server.console.out(`A new (v${version}) offline coach connected`);
  recordReceived(server, 'Coach', text);
  logConnection(server, connection, { event: 'connected', client: 'trainer', version });
  connection.send(encodeTrainerInitReply(server.writers.writer()).view());
  sendHandshake(server, connection, featuresOf(version), null);
}

// ---------------------------------------------------------------- online coach port

export function readOlcoachPort(server: Server): void {
  const { datagrams } = server.olcoachPort;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift())
    onOlcoachPort(server, datagram);
}

function onOlcoachPort(server: Server, datagram: Datagram): void {
  for (const coach of [server.coaches.l, server.coaches.r]) {
    if (!coach || !isFrom(coach.connection, datagram)) continue;
    if (coach.version >= 8) refuseOnInitPort(server, coach.connection);
    else {
      coach.connection.accept(datagram.bytes);
      readCoach(server, coach);
    }
    return;
  }
  if (!allowUnknownSender(server)) return;
  const text = connectText(datagram.bytes);
  const init = decodeCoachInit(text);
  if (!init.ok) {
    refuse(server, server.olcoachPort, datagram, init.error.code);
    return;
  }
  if (!hasRoom(server)) {
    refuse(server, server.olcoachPort, datagram, 'connection_failed');
    return;
  }
  const accepted = connectCoach(server.match, init.value);
  if (!accepted.ok) {
    refuse(server, server.olcoachPort, datagram, accepted.error);
    return;
  }
  const side = accepted.value;
  const { team, name, version } = init.value;
  const connection = connectionFor(server, datagram);
  const session: CoachSession = { side, version, name, connection, done: false };
  server.coaches[side] = session;
  server.console.out(`A new (v${Math.trunc(version)}) online coach (${team}) connected.`);
  recordReceived(server, `${team}_Coach`, text);
  logConnection(server, connection, { event: 'connected', client: 'coach', team, version });
  connection.send(encodeCoachInitReply(server.writers.writer(), side, version).view());
  sendHandshake(server, connection, featuresOf(version), session);
  sendClangVersions(server, session);
  if (version >= 11) {
    const content = readCoachMessageFile(server);
    if (content !== null) connection.send(encodeInclude(server.writers.writer(), content).view());
  }
}

/** Declared coach language versions of the players of both teams (07 §5). */
function sendClangVersions(server: Server, coach: CoachSession): void {
  if (coach.version < 8) return;
  for (const player of server.match.world.players) {
    if (!player.enabled || (player.clangMin === 0 && player.clangMax === 0)) continue;
    const name = teamOf(server.match.world, player.side).name;
    const { unum, goalie, clangMin, clangMax } = player;
    const bytes = encodeClangVersion(
      server.writers.writer(),
      { team: name, unum, goalie },
      clangMin,
      clangMax,
    );
    coach.connection.send(bytes.view());
  }
}

/** Sends `(think)` to a connection. */
export function sendThink(connection: Connection): void {
  connection.send(THINK);
}
