import { type CoachInit, type RemovalReason, type Side, teamOf } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import { applyCoachCommand, connectCoach, disconnectCoach } from '@rcss/simulator/clients';
import type { CoachSession } from './clients.js';
import { readCoachDatagrams, sendCoachError, setCompression } from './coach-input.js';
import { refuseConnection, sendParameters } from './greeting.js';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';

/** Online coaches, from init to disconnect. */

/** Handles the text of a sender that is not an online coach. */
export function handleCoachRequest<L extends Link>(host: Host<L>, visitor: Visitor<L>, text: string): void {
  const init = host.codec.decodeCoachInit(text);
  if (!init.ok) refuseConnection(host, visitor, init.error.code);
  else connectNewCoach(host, visitor, text, init.value);
}

function connectNewCoach<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  text: string,
  init: CoachInit,
): void {
  const { match, hooks } = host;
  const isAllowed = hooks.allowClient?.('participant') ?? true;
  const prepared = isAllowed ? visitor.prepare('coach') : null;
  if (prepared === null) {
    refuseConnection(host, visitor, 'connection_failed');
    return;
  }
  const accepted = connectCoach(match, init);
  if (!accepted.ok) {
    prepared.discard();
    refuseConnection(host, visitor, accepted.error);
    return;
  }
  const session = attachCoach(host, prepared.accept(), accepted.value, init);
  hooks.onConnect?.(session, 'connected');
  hooks.onReceive?.(session, text);
  greetCoach(host, session);
}

/** Adds the online coach of a side, without a message to it. */
export function attachCoach<L extends Link>(
  { clients }: Host<L>,
  connection: L,
  side: Side,
  { name, version }: Pick<CoachInit, 'name' | 'version'>,
): CoachSession<L> {
  const session: CoachSession<L> = { role: 'coach', side, version, name, connection, isDone: false };
  clients.coaches[side] = session;
  return session;
}

/** Sends the answer to the init, the parameters and the coach language versions of the players. */
export function greetCoach(host: Host, session: CoachSession): void {
  const { codec, writers, hooks } = host;
  const { side, version, connection } = session;
  connection.send(codec.encodeCoachInitReply(writers.takeWriter(), side, version).view());
  sendParameters(host, connection, version, side);
  sendClangVersions(host, session);
  if (!coachFeatures(version).includeMessage) return;
  const content = hooks.readCoachMessage?.() ?? null;
  if (content !== null) connection.send(codec.encodeInclude(writers.takeWriter(), content).view());
}

/** Sends the coach language versions that the players of both teams have declared (spec 07 §5). */
function sendClangVersions({ match, codec, writers }: Host, coach: CoachSession): void {
  if (!coachFeatures(coach.version).clangVersions) return;
  for (const player of match.world.players) {
    const { unum, goalie, clangMin, clangMax } = player;
    if (!player.enabled || (clangMin === 0 && clangMax === 0)) continue;
    const name = { team: teamOf(match.world, player.side).name, unum, goalie };
    coach.connection.send(codec.encodeClangVersion(writers.takeWriter(), name, clangMin, clangMax).view());
  }
}

/** Reads and executes all queued datagrams of an online coach. */
export function readCoach(host: Host, session: CoachSession): void {
  readCoachDatagrams(host, session, (text) => {
    executeCommand(host, session, text);
    return host.clients.coaches[session.side] === session;
  });
}

function executeCommand(host: Host, session: CoachSession, text: string): void {
  const decoded = host.codec.decodeCoachCommand(text, session.version);
  if (!decoded.ok) {
    sendCoachError(host, session, decoded.error.code, text);
    return;
  }
  const command = decoded.value;
  if (command.type === 'bye') closeCoach(host, session, 'bye');
  else if (command.type === 'done') session.isDone = true;
  else if (command.type === 'compression') setCompression(host, session, command.level);
  else applyCoachCommand(host.match, session.side, command);
}

function closeCoach({ clients, match, hooks }: Host, session: CoachSession, reason: RemovalReason): void {
  const { side, connection } = session;
  clients.coaches[side] = null;
  connection.close();
  disconnectCoach(match, side);
  hooks.onDisconnect?.(session, reason);
}

/** Closes the sessions of online coaches whose link is lost (spec 02 §2.7). */
export function closeLostCoaches(host: Host): void {
  const { l, r } = host.clients.coaches;
  for (const session of [l, r]) if (session?.connection.isLost) closeCoach(host, session, 'lost');
}
