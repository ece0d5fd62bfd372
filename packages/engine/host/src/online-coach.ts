import { type CoachInit, ok, type Player, type RemovalReason, type Side, teamOf } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import {
  decodeCoachCommand,
  decodeCoachInit,
  encodeClangVersion,
  encodeCoachInitReply,
  encodeInclude,
} from '@rcss/protocol/coach';
import { applyCoachCommand, connectCoach, disconnectCoach } from '@rcss/simulator/clients';
import type { CoachSession } from './clients.js';
import { sendParameters } from './greeting.js';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';
import { refuseConnection, sendError, setCompression } from './replies.js';

/** Online coaches, from init to disconnect. */

/** Handles the text of a sender that is not an online coach. */
export function handleCoachRequest<L extends Link>(host: Host<L>, visitor: Visitor<L>, text: string): void {
  const init = decodeCoachInit(text);
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
  const claimed = hooks.claimCoach?.();
  const accepted = claimed === undefined ? connectCoach(match, init) : ok(claimed);
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
  const { writers, hooks } = host;
  const { side, version, connection } = session;
  connection.send(encodeCoachInitReply(writers.takeWriter(), side, version).view());
  sendParameters(host, connection, version, side);
  sendClangVersions(host, session);
  if (!coachFeatures(version).includeMessage) return;
  const content = hooks.readCoachMessage?.() ?? null;
  if (content !== null) connection.send(encodeInclude(writers.takeWriter(), content).view());
}

/** Sends the coach language versions that the players of both teams have declared (spec 07 §5). */
function sendClangVersions(host: Host, coach: CoachSession): void {
  for (const player of host.match.world.players) {
    const { enabled, clangMin, clangMax } = player;
    if (enabled && (clangMin !== 0 || clangMax !== 0))
      sendClangVersion(host, coach, player, clangMin, clangMax);
  }
}

/** Sends the range of coach language versions of a player, if the version of the coach has the message. */
export function sendClangVersion(
  { match, writers }: Host,
  { version, connection }: CoachSession,
  { side, unum, goalie }: Player,
  min: number,
  max: number,
): void {
  if (!coachFeatures(version).clangVersions) return;
  const name = { team: teamOf(match.world, side).name, unum, goalie };
  connection.send(encodeClangVersion(writers.takeWriter(), name, min, max).view());
}

/** Executes a command of an online coach. */
export function executeCoachText(host: Host, session: CoachSession, text: string): void {
  const decoded = decodeCoachCommand(text, session.version);
  if (!decoded.ok) {
    sendError(host, session, decoded.error.code, text);
    return;
  }
  const command = decoded.value;
  if (command.type === 'done') session.isDone = true;
  else if (command.type === 'compression') setCompression(host, session, command.level);
  else if (host.hooks.onCoachCommand?.(session.side, command) === false) return;
  else if (command.type === 'bye') closeCoach(host, session, 'bye');
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
