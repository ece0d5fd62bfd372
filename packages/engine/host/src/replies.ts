import type { Reply } from '@rcss/core';
import { encodeCoachReply, formatReply } from '@rcss/protocol/coach';
import { BOARD_SERVER } from '@rcss/protocol/monitor';
import { encodeError, encodeReply, type PlainReply } from '@rcss/protocol/player';
import type { ClientSession, MonitorSession } from './clients.js';
import type { Host } from './host.js';
import type { Visitor } from './link.js';

/** What one sender receives about its own text, in the form of its role. */

/** Sends `(error CODE)` to a sender that does not become a client. */
export function refuseConnection({ writers }: Pick<Host, 'writers'>, visitor: Visitor, code: string): void {
  visitor.refuse(encodeError(writers.takeWriter(), code).view(), code);
}

/** Sends a reply that has the same text for all roles. */
export function sendPlainReply(host: Host, session: ClientSession, reply: PlainReply): void {
  const { role, connection } = session;
  if (role === 'monitor') sendMonitorReply(host, session, reply);
  else {
    const encode = role === 'player' ? encodeReply : encodeCoachReply;
    connection.send(encode(host.writers.takeWriter(), reply).view());
  }
}

/** Answers a text that cannot be read. */
export function sendError(host: Host, session: ClientSession, code: string, text: Uint8Array | string): void {
  host.hooks.onError?.(session, code, text);
  sendPlainReply(host, session, { kind: 'error', code });
}

/** Confirms `(compression LEVEL)` and compresses all further messages. */
export function setCompression(host: Host, session: ClientSession, level: number): void {
  const { connection } = session;
  if (connection.setCompression === null) return;
  sendPlainReply(host, session, { kind: 'ok', code: 'compression', args: [level] });
  connection.setCompression(level);
}

/** What sending to monitors needs. */
type MonitorContext = Pick<Host, 'match' | 'clients' | 'writers'>;

/** Sends the answer to a monitor's own command, on the board of the server (spec 10 §10.1). */
export function sendMonitorReply(context: MonitorContext, session: MonitorSession, reply: Reply): void {
  sendMonitorMessage(context, session, formatReply(reply), BOARD_SERVER);
}

/** Sends a text to all monitors, by default on the board of the server (spec 10 §8). */
export function sendToMonitors(context: MonitorContext, text: string, board: number = BOARD_SERVER): void {
  for (const session of context.clients.monitors) sendMonitorMessage(context, session, text, board);
}

function sendMonitorMessage(
  { match, writers }: MonitorContext,
  { codec, connection }: MonitorSession,
  text: string,
  board: number,
): void {
  const { time, stoppageTime } = match.world;
  connection.send(codec.writeMessage(writers.takeWriter(), { time, stoppageTime, board, text }).view());
}
