import { readFileSync, statSync } from 'node:fs';
import { type RemovalReason, teamOf } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import {
  decodeCoachCommand,
  decodeCoachInit,
  encodeClangVersion,
  encodeCoachInitReply,
  encodeInclude,
  MAX_INCLUDE_SIZE,
} from '@rcss/protocol/coach';
import { encodeError, readConnectText } from '@rcss/protocol/player';
import { applyCoachCommand, connectCoach, disconnectCoach } from '@rcss/simulator/clients';
import type { ConsoleOutput } from '../console-output.js';
import { prepareConnection } from '../net/network.js';
import type { Datagram } from '../net/port-queue.js';
import type { SessionContext } from '../server.js';
import type { CoachSession } from './clients.js';
import { readCoachDatagrams, setCompression } from './coach-datagrams.js';
import { sendInitPortError, sendParameters, sendRefusal } from './connect-replies.js';
import { logConnection } from './connection-log.js';
import { canAcceptClient } from './rate-limits.js';
import { reportReceived } from './received-messages.js';

/** Datagrams of online coaches: their port, from init to disconnect. */

interface InitRequest {
  readonly team: string;
  readonly name: string;
  readonly version: number;
}

/** Handles all datagrams that wait on the port of the online coaches. */
export function readOnlineCoachPort(context: SessionContext): void {
  const { datagrams } = context.net.ports.olcoach;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift()) {
    handleDatagram(context, datagram);
  }
}

function handleDatagram(context: SessionContext, datagram: Datagram): void {
  const { net, clients } = context;
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach?.connection.isFrom(datagram.from)) {
      handleConnected(context, coach, datagram);
      return;
    }
  }
  const text = readConnectText(datagram.bytes);
  const init = decodeCoachInit(text);
  if (!init.ok) sendRefusal(net, net.ports.olcoach, datagram, init.error.code);
  else connectNewCoach(context, datagram, text, init.value);
}

function handleConnected(context: SessionContext, coach: CoachSession, { bytes }: Datagram): void {
  if (coachFeatures(coach.version).initPortClosed) {
    sendInitPortError(context.net, coach.connection);
    return;
  }
  coach.connection.enqueue(bytes);
  readCoach(context, coach);
}

function connectNewCoach(context: SessionContext, datagram: Datagram, text: string, init: InitRequest): void {
  const { net, match, clients, console } = context;
  const { writers } = net;
  if (!canAcceptClient(net, clients, 'participant')) {
    sendRefusal(net, net.ports.olcoach, datagram, 'connection_failed');
    return;
  }
  const prepared = prepareConnection(net, datagram.from, 'coach');
  if (prepared === null) {
    sendRefusal(net, net.ports.olcoach, datagram, 'connection_failed');
    return;
  }
  const accepted = connectCoach(match, init);
  if (!accepted.ok) {
    prepared.discard();
    sendRefusal(net, net.ports.olcoach, datagram, accepted.error);
    return;
  }
  const side = accepted.value;
  const { team, name, version } = init;
  const connection = prepared.accept();
  const session: CoachSession = { side, version, name, connection, isDone: false };
  clients.coaches[side] = session;
  console.out(`A new (v${Math.trunc(version)}) online coach (${team}) connected.`, {
    event: 'client_connected',
    fields: { client: 'coach', team, version },
  });
  reportReceived(context, `${team}_Coach`, text);
  logConnection(context, connection, { event: 'connected', client: 'coach', team, version });
  connection.send(encodeCoachInitReply(writers.takeWriter(), side, version).view());
  sendParameters(net, match, connection, version, side);
  sendClangVersions(context, session);
  if (coachFeatures(version).includeMessage) {
    const content = readCoachMessageFile(match.params.server.coach_msg_file, console);
    if (content !== null) connection.send(encodeInclude(writers.takeWriter(), content).view());
  }
}

/** Returns the contents of `server::coach_msg_file`, or null if there is none to send; logs the reason. */
function readCoachMessageFile(path: string, console: ConsoleOutput): Uint8Array | null {
  if (path === '') return null;
  try {
    const stats = statSync(path);
    // A device or pipe could have no end; its reading would stop the match.
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_INCLUDE_SIZE) {
      console.err(
        `coach message file "${path}" is too long (${stats.size} bytes); at most ${MAX_INCLUDE_SIZE} are sent`,
        { event: 'coach_message_file', level: 'warn', fields: { path } },
      );
      return null;
    }
    const content = readFileSync(path);
    if (content.length === 0) return null;
    console.out(`send external message in [${path}]`, { event: 'coach_message_file', fields: { path } });
    return content;
  } catch (error) {
    console.err(`could not read coach message file "${path}": ${(error as Error).message}`, {
      event: 'coach_message_file',
      level: 'warn',
      fields: { path },
    });
    return null;
  }
}

/** Sends the coach language versions that the players of both teams have declared (spec 07 §5). */
function sendClangVersions({ net, match }: SessionContext, coach: CoachSession): void {
  if (!coachFeatures(coach.version).clangVersions) return;
  for (const player of match.world.players) {
    const { unum, goalie, clangMin, clangMax } = player;
    if (!player.enabled || (clangMin === 0 && clangMax === 0)) continue;
    const name = { team: teamOf(match.world, player.side).name, unum, goalie };
    coach.connection.send(encodeClangVersion(net.writers.takeWriter(), name, clangMin, clangMax).view());
  }
}

/** Reads and executes all queued datagrams of an online coach. */
export function readCoach(context: SessionContext, session: CoachSession): void {
  const { clients, match } = context;
  const sender = `${teamOf(match.world, session.side).name}_Coach`;
  readCoachDatagrams(context, session, sender, (text) => {
    executeCommand(context, session, text);
    return clients.coaches[session.side] === session;
  });
}

function executeCommand(context: SessionContext, session: CoachSession, text: string): void {
  const { net, match } = context;
  const decoded = decodeCoachCommand(text, session.version);
  if (!decoded.ok) {
    session.connection.send(encodeError(net.writers.takeWriter(), decoded.error.code).view());
    return;
  }
  const command = decoded.value;
  if (command.type === 'bye') closeCoach(context, session, 'bye');
  else if (command.type === 'done') session.isDone = true;
  else if (command.type === 'compression') setCompression(net, session, command.level);
  else applyCoachCommand(match, session.side, command);
}

function closeCoach(context: SessionContext, session: CoachSession, reason: RemovalReason): void {
  const { clients, match, console } = context;
  const { side, name, connection } = session;
  clients.coaches[side] = null;
  connection.close();
  disconnectCoach(match, side);
  const team = teamOf(match.world, side).name;
  console.out(`An online coach disconnected : (${team}${name === '' ? '' : ` ${name}`})`, {
    event: 'client_disconnected',
    fields: { client: 'coach', team },
  });
  logConnection(context, connection, { event: 'disconnected', client: 'coach', team, reason });
}

/** Closes the sessions of online coaches whose port turned out to be closed (spec 02 §2.7). */
export function closeLostCoaches(context: SessionContext): void {
  const { l, r } = context.clients.coaches;
  for (const session of [l, r]) if (session?.connection.isLost) closeCoach(context, session, 'lost');
}
