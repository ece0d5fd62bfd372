import { decodeTrainerCommand, decodeTrainerInit, encodeTrainerInitReply } from '@rcss/protocol/coach';
import { applyTrainerCommand, tryKickOff } from '@rcss/simulator';
import { connectTrainer, disconnectTrainer } from '@rcss/simulator/clients';
import type { TrainerSession } from './clients.js';
import { sendParameters } from './greeting.js';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';
import { refuseConnection, sendError, setCompression } from './replies.js';

/** The trainer, from init to disconnect. */

/** Handles the text of a sender that is not the trainer. */
export function handleTrainerRequest<L extends Link>(host: Host<L>, visitor: Visitor<L>, text: string): void {
  const {
    coach,
    coach_w_referee: coachWithReferee,
    experimental_height: experimental,
  } = host.match.params.server;
  if (!coach && !coachWithReferee) {
    refuseConnection(host, visitor, 'connected_offline_coach_without_coach_mode');
  } else if (host.clients.trainer) {
    refuseConnection(host, visitor, 'already_have_offline_coach');
  } else {
    const init = decodeTrainerInit(text, experimental);
    if (init === null) executeBeforeInit(host, text);
    else if (!init.ok) refuseConnection(host, visitor, init.error.code);
    else connectNewTrainer(host, visitor, text, init.value.version);
  }
}

/** A text before init kicks off and is executed without an answer (spec 07 §3, quirk). */
function executeBeforeInit({ match, hooks }: Host, text: string): void {
  tryKickOff(match);
  hooks.onReceive?.(null, text);
  const command = decodeTrainerCommand(text);
  if (command.ok && command.value.type !== 'done' && command.value.type !== 'compression') {
    applyTrainerCommand(match, { role: 'trainer' }, command.value);
  }
}

function connectNewTrainer<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  text: string,
  version: number,
): void {
  const { match, clients, writers, hooks } = host;
  const prepared = visitor.prepare('trainer');
  if (prepared === null) {
    refuseConnection(host, visitor, 'connection_failed');
    return;
  }
  const connection = prepared.accept();
  const session: TrainerSession<L> = { role: 'trainer', side: null, version, connection, isDone: false };
  clients.trainer = session;
  connectTrainer(match, version);
  hooks.onConnect?.(session, 'connected');
  hooks.onReceive?.(session, text);
  connection.send(encodeTrainerInitReply(writers.takeWriter()).view());
  sendParameters(host, connection, version, null);
}

/** Executes a command of the trainer. */
export function executeTrainerText(host: Host, session: TrainerSession, text: string): void {
  const decoded = decodeTrainerCommand(text);
  if (!decoded.ok) {
    sendError(host, session, decoded.error.code, text);
    return;
  }
  const command = decoded.value;
  if (command.type === 'done') session.isDone = true;
  else if (command.type === 'compression') setCompression(host, session, command.level);
  else applyTrainerCommand(host.match, { role: 'trainer' }, command);
}

/** Closes the session of the trainer if its link is lost (spec 02 §2.7). */
export function closeLostTrainer({ clients, match, hooks }: Host): void {
  const { trainer } = clients;
  if (!trainer?.connection.isLost) return;
  trainer.connection.close();
  clients.trainer = null;
  disconnectTrainer(match);
  hooks.onDisconnect?.(trainer, 'lost');
}
