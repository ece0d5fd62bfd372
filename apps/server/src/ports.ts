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
import { takeOn } from './awaited.js';
import { readCoachMessageFile } from './coach-message-file.js';
import type { CoachSession, TrainerSession } from './coach-session.js';
import { Connection } from './connection.js';
import { logConnection } from './connection-log.js';
import { admits, hasRoom } from './limits.js';
import type { MonitorSession } from './monitor-session.js';
import { createPlayerSession, type PlayerSession } from './player-session.js';
import { executeTrainer, readCoach, readMonitor, readPlayer, readTrainer } from './reading.js';
import { recordReceived } from './received.js';
import type { Letter, Mailbox, Server } from './server-state.js';
import { teamNamesChanged } from './team-names.js';

/** The three well-known ports: who knocks there, and what becomes of it (02 §2.4). */

function refuse(server: Server, mailbox: Mailbox, letter: Letter, code: string): void {
  mailbox.listener.send(encodeError(server.outbox.writer(), code).view(), letter.port, letter.address);
}

function isFrom(connection: Connection, letter: Letter): boolean {
  return connection.socket.port === letter.port && connection.socket.address === letter.address;
}

function connectionFor(server: Server, letter: Letter): Connection {
  const { bind_address: address, max_datagrams_per_cycle: limit } = server.config.extension;
  const { dispatch } = server;
  return new Connection(dispatch, bindAddressFor(address), letter.port, letter.address, limit, () =>
    server.onArrival(),
  );
}

/** Clients of a server that listens on all addresses are served from whichever address the system chooses. */
function bindAddressFor(address: string): string {
  return address === '' ? '0.0.0.0' : address;
}

// ---------------------------------------------------------------- player port

export function readPlayerPort(server: Server): void {
  const { letters } = server.playerPort;
  for (let letter = letters.shift(); letter !== undefined; letter = letters.shift())
    onPlayerPort(server, letter);
}

function onPlayerPort(server: Server, letter: Letter): void {
  for (const session of server.players) {
    if (session && isFrom(session.connection, letter)) {
      if (session.encoding.features.initPortClosed) refuseOnInitPort(server, session.connection);
      else {
        session.connection.accept(letter.bytes);
        readPlayer(server, session);
      }
      return;
    }
  }
  for (const monitor of server.monitors) {
    if (isFrom(monitor.connection, letter)) {
      if (monitor.codec.initPortClosed) refuseOnInitPort(server, monitor.connection);
      else {
        monitor.connection.accept(letter.bytes);
        readMonitor(server, monitor);
      }
      return;
    }
  }
  if (!admits(server)) return;
  const text = connectText(letter.bytes);
  const monitorInit = decodeMonitorInit(text);
  if (monitorInit !== null) {
    acceptMonitor(server, letter, monitorInit);
    return;
  }
  const decoded = decodePlayerConnect(text);
  if (!decoded.ok) {
    refuse(server, server.playerPort, letter, decoded.error.code);
    return;
  }
  if (decoded.value.kind === 'init') acceptPlayer(server, letter, text, decoded.value);
  else acceptReconnect(server, letter, text, decoded.value);
}

function refuseOnInitPort(server: Server, connection: Connection): void {
  if (!connection.spend()) return;
  connection.send(encodeError(server.outbox.writer(), 'only_init_allowed_on_init_port').view());
}

function acceptPlayer(
  server: Server,
  letter: Letter,
  text: string,
  init: { readonly team: string; readonly version: number; readonly goalie: boolean },
): void {
  if (!hasRoom(server)) {
    refuse(server, server.playerPort, letter, 'no_more_team_or_player_or_goalie');
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
    refuse(server, server.playerPort, letter, result.error);
    return;
  }
  const player = result.value;
  const session = openPlayer(server, letter, player);
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
    encodeInitReply(server.outbox.writer(), player.side, player.unum, server.match.world.playMode).view(),
  );
  sendHandshake(server, connection, session.encoding.features, player);
  if (session.encoding.features.synchSeeDefault) {
    connection.send(encodeReply(server.outbox.writer(), { kind: 'ok', code: 'synch_see' }).view());
  }
}

function openPlayer(server: Server, letter: Letter, player: Player): PlayerSession {
  server.players[player.index]?.connection.close();
  const session = createPlayerSession(player, connectionFor(server, letter), server.names);
  server.players[player.index] = session;
  return session;
}

function acceptReconnect(
  server: Server,
  letter: Letter,
  text: string,
  request: { readonly team: string; readonly unum: number; readonly malformed: boolean },
): void {
  const { world } = server.match;
  const returned = takeOn(server, request.team, request.unum);
  if (returned !== undefined) {
    welcomeBack(server, openPlayer(server, letter, returned), request);
    return;
  }
  if (request.malformed && world.playMode !== 'play_on') {
    refuse(server, server.playerPort, letter, 'illegal_command_form');
  }
  const result = reconnectPlayer(server.match, request.team, request.unum);
  if (!result.ok) {
    refuse(server, server.playerPort, letter, result.error);
    return;
  }
  recordReceived(server, `${request.team}_${request.unum}`, text);
  welcomeBack(server, openPlayer(server, letter, result.value), request);
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
  session.connection.send(encodeReconnectReply(server.outbox.writer(), player.side, playMode).view());
  sendHandshake(server, session.connection, session.encoding.features, player);
}

/** Parameters, types and changed players after an accepted init (03 §2.5; 07 §5 for coaches, who own a side too). */
function sendHandshake(
  server: Server,
  connection: Connection,
  features: Features,
  receiver: { readonly side: 'l' | 'r' } | null,
): void {
  const { params, outbox } = server;
  if (!features.paramMessages) return;
  connection.send(encodeServerParam(outbox.writer(), params.server, features).view());
  connection.send(encodePlayerParam(outbox.writer(), params.player, features).view());
  for (const type of params.types) connection.send(encodePlayerType(outbox.writer(), type, features).view());
  if (receiver === null || !features.changePlayerType) return;
  for (const other of server.match.world.players) {
    if (other.typeId === 0) continue;
    const typeId = other.side === receiver.side ? other.typeId : null;
    connection.send(encodeChangePlayerType(outbox.writer(), other.unum, typeId).view());
  }
}

// ---------------------------------------------------------------- monitors

function acceptMonitor(
  server: Server,
  letter: Letter,
  init: NonNullable<ReturnType<typeof decodeMonitorInit>>,
): void {
  const { max_monitors: most } = server.params.server;
  if ((most > 0 && server.monitors.length >= most) || !hasRoom(server)) {
    refuse(server, server.playerPort, letter, 'no_more_monitor');
    return;
  }
  if (!init.ok) {
    server.console.out(`Unsupported monitor protocol version. version=${init.error.shown}`);
    refuse(server, server.playerPort, letter, init.error.code);
    return;
  }
  const { value } = init;
  server.console.out(`A new (${value.json ? 'json' : `v${value.shown}`}) monitor connected.`);
  const session: MonitorSession = {
    id: server.nextMonitorId++,
    codec: codecFor(server, value.version),
    connection: connectionFor(server, letter),
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
  const { letters } = server.coachPort;
  for (let letter = letters.shift(); letter !== undefined; letter = letters.shift())
    onCoachPort(server, letter);
}

function onCoachPort(server: Server, letter: Letter): void {
  const { coach, coach_w_referee: coachWithReferee } = server.params.server;
  if (!coach && !coachWithReferee) {
    if (admits(server)) {
      refuse(server, server.coachPort, letter, 'connected_offline_coach_without_coach_mode');
    }
    return;
  }
  const { trainer } = server;
  if (trainer && isFrom(trainer.connection, letter)) {
    if (trainer.version >= 8) refuseOnInitPort(server, trainer.connection);
    else {
      trainer.connection.accept(letter.bytes);
      readTrainer(server, trainer);
    }
    return;
  }
  if (trainer) {
    if (admits(server)) refuse(server, server.coachPort, letter, 'already_have_offline_coach');
    return;
  }
  if (!admits(server)) return;
  const text = connectText(letter.bytes);
  const init = decodeTrainerInit(text);
  if (init === null) {
    // Anything but init kicks off and is executed without an answer (07 §3, quirk).
    tryKickOff(server.match);
    recordReceived(server, 'Coach', text);
    executeTrainer(server, null, text);
    return;
  }
  if (!init.ok) {
    refuse(server, server.coachPort, letter, init.error.code);
    return;
  }
  const { version } = init.value;
  const connection = connectionFor(server, letter);
  server.trainer = { version, connection, done: false } satisfies TrainerSession;
  connectTrainer(server.match, version);
  server.console.out(`A new (v${version}) offline coach connected`);
  recordReceived(server, 'Coach', text);
  logConnection(server, connection, { event: 'connected', client: 'trainer', version });
  connection.send(encodeTrainerInitReply(server.outbox.writer()).view());
  sendHandshake(server, connection, featuresOf(version), null);
}

// ---------------------------------------------------------------- online coach port

export function readOlcoachPort(server: Server): void {
  const { letters } = server.olcoachPort;
  for (let letter = letters.shift(); letter !== undefined; letter = letters.shift())
    onOlcoachPort(server, letter);
}

function onOlcoachPort(server: Server, letter: Letter): void {
  for (const coach of [server.coaches.l, server.coaches.r]) {
    if (!coach || !isFrom(coach.connection, letter)) continue;
    if (coach.version >= 8) refuseOnInitPort(server, coach.connection);
    else {
      coach.connection.accept(letter.bytes);
      readCoach(server, coach);
    }
    return;
  }
  if (!admits(server)) return;
  const text = connectText(letter.bytes);
  const init = decodeCoachInit(text);
  if (!init.ok) {
    refuse(server, server.olcoachPort, letter, init.error.code);
    return;
  }
  if (!hasRoom(server)) {
    refuse(server, server.olcoachPort, letter, 'connection_failed');
    return;
  }
  const accepted = connectCoach(server.match, init.value);
  if (!accepted.ok) {
    refuse(server, server.olcoachPort, letter, accepted.error);
    return;
  }
  const side = accepted.value;
  const { team, name, version } = init.value;
  const connection = connectionFor(server, letter);
  const session: CoachSession = { side, version, name, connection, done: false };
  server.coaches[side] = session;
  server.console.out(`A new (v${Math.trunc(version)}) online coach (${team}) connected.`);
  recordReceived(server, `${team}_Coach`, text);
  logConnection(server, connection, { event: 'connected', client: 'coach', team, version });
  connection.send(encodeCoachInitReply(server.outbox.writer(), side, version).view());
  sendHandshake(server, connection, featuresOf(version), session);
  sendClangVersions(server, session);
  if (version >= 11) {
    const content = readCoachMessageFile(server);
    if (content !== null) connection.send(encodeInclude(server.outbox.writer(), content).view());
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
      server.outbox.writer(),
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
