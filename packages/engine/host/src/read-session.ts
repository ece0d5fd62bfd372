import { coachFeatures } from '@rcss/core/versions';
import { splitDatagram } from '@rcss/protocol/player';
import { decodeLatin1 } from '@rcss/sexp';
import type { ClientSession, PlayerSession } from './clients.js';
import type { Host } from './host.js';
import { executeMonitorText } from './monitor.js';
import { executeCoachText } from './online-coach.js';
import { executePlayerText } from './player.js';
import { sendPlainReply } from './replies.js';
import { executeTrainerText } from './trainer.js';

/** Reads and executes all that waits on the link of a client. */
export function readSession(host: Host, session: ClientSession): void {
  const { connection, role } = session;
  for (let next = connection.takeDatagram(); next !== undefined; next = connection.takeDatagram()) {
    // Texts of this process need no NUL at their end.
    const { text, terminated } =
      typeof next === 'string' ? { text: next, terminated: true } : splitDatagram(next);
    if (role !== 'monitor') host.hooks.onReceive?.(session, text);
    if (!terminated && readFeatures(session).nulWarning)
      sendPlainReply(host, session, { kind: 'warning', code: 'message_not_null_terminated' });
    const isOpen =
      role === 'player' ? executePlayerText(host, session, text) : executeText(host, session, toText(text));
    if (!isOpen) return;
  }
}

/** Executes a text of a client that is not a player; false: the session is closed. */
function executeText(host: Host, session: Exclude<ClientSession, PlayerSession>, text: string): boolean {
  switch (session.role) {
    case 'coach':
      executeCoachText(host, session, text);
      return host.clients.coaches[session.side] === session;
    case 'trainer':
      executeTrainerText(host, session, text);
      return true;
    case 'monitor':
      executeMonitorText(host, session, text);
      return host.clients.monitors.includes(session);
  }
}

/** Returns what the protocol version of a client decides about its datagrams. */
export function readFeatures(session: ClientSession): {
  readonly nulWarning: boolean;
  readonly initPortClosed: boolean;
} {
  if (session.role === 'player') return session.encoding.features;
  return session.role === 'monitor' ? session.codec : coachFeatures(session.version);
}

/** Returns a text as a string, one character per byte. */
function toText(text: Uint8Array | string): string {
  return typeof text === 'string' ? text : decodeLatin1(text);
}
