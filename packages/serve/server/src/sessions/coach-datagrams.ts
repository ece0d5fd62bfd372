import { coachFeatures } from '@rcss/core/versions';
import { encodeCoachReply } from '@rcss/protocol/coach';
import { encodeWarning, splitDatagram } from '@rcss/protocol/player';
import { decodeLatin1 } from '@rcss/sexp';
import type { Network } from '../net/network.js';
import type { SessionContext } from '../server.js';
import type { CoachSession, TrainerSession } from './clients.js';
import { reportReceived } from './received-messages.js';

/** Handling of datagrams that online coaches and the trainer have in common. */

/**
 * Reads all queued datagrams of a coach or trainer.
 *
 * @param sender Name in the logs.
 * @param execute Executes a text; false ends the reading because the session is closed.
 */
export function readCoachDatagrams(
  context: SessionContext,
  { connection, version }: CoachSession | TrainerSession,
  sender: string,
  execute: (text: string) => boolean,
): void {
  for (let bytes = connection.takeDatagram(); bytes !== undefined; bytes = connection.takeDatagram()) {
    const { text, terminated } = splitDatagram(bytes);
    reportReceived(context, sender, text);
    if (!terminated && coachFeatures(version).nulWarning) {
      connection.send(encodeWarning(context.net.writers.takeWriter(), 'message_not_null_terminated').view());
    }
    if (!execute(decodeLatin1(text))) return;
  }
}

/** Confirms `(compression LEVEL)` and compresses all further messages. */
export function setCompression(
  net: Network,
  { connection }: CoachSession | TrainerSession,
  level: number,
): void {
  const reply = { kind: 'ok', code: 'compression', args: [level] } as const;
  connection.send(encodeCoachReply(net.writers.takeWriter(), reply).view());
  connection.compressionLevel = level;
}
