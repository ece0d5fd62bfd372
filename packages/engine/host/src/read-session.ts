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
    if (!terminated && needsNul(session))
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

function needsNul(session: ClientSession): boolean {
  switch (session.role) {
    case 'player':
      return session.encoding.features.nulWarning;
    case 'monitor':
      return session.codec.nulWarning;
    default:
      return coachFeatures(session.version).nulWarning;
  }
}

/** Returns a text as a string, one character per byte. */
function toText(text: Uint8Array | string): string {
  return typeof text === 'string' ? text : decodeLatin1(text);
}
