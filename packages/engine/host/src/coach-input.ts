import { coachFeatures } from '@rcss/core/versions';
import type { CoachSession, TrainerSession } from './clients.js';
import { readDatagram, toText } from './datagram.js';
import type { Host } from './host.js';

/** What reading online coaches and the trainer has in common. */

/**
 * Reads all queued datagrams of a coach or trainer.
 *
 * @param execute Executes a text; false ends the reading because the session is closed.
 */
export function readCoachDatagrams(
  host: Host,
  session: CoachSession | TrainerSession,
  execute: (text: string) => boolean,
): void {
  const { codec, writers, hooks } = host;
  const { connection, version } = session;
  for (let next = connection.takeDatagram(); next !== undefined; next = connection.takeDatagram()) {
    const { text, terminated } = readDatagram(codec, next);
    hooks.onReceive?.(session, text);
    if (!terminated && coachFeatures(version).nulWarning) {
      connection.send(codec.encodeWarning(writers.takeWriter(), 'message_not_null_terminated').view());
    }
    if (!execute(toText(text))) return;
  }
}

/** Answers a text that cannot be read. */
export function sendCoachError(
  { codec, writers, hooks }: Host,
  session: CoachSession | TrainerSession,
  code: string,
  text: string,
): void {
  hooks.onError?.(session, code, text);
  session.connection.send(codec.encodeError(writers.takeWriter(), code).view());
}

/** Confirms `(compression LEVEL)` and compresses all further messages. */
export function setCompression(
  { codec, writers }: Host,
  { connection }: CoachSession | TrainerSession,
  level: number,
): void {
  if (!connection.canCompress) return;
  const reply = { kind: 'ok', code: 'compression', args: [level] } as const;
  connection.send(codec.encodeCoachReply(writers.takeWriter(), reply).view());
  connection.setCompression(level);
}
