import { coachFeatures } from '@rcss/core/versions';
import { decodeTrainerCommand, decodeTrainerInit, encodeTrainerInitReply } from '@rcss/protocol/coach';
import { encodeError, readConnectText } from '@rcss/protocol/player';
import { applyTrainerCommand, tryKickOff } from '@rcss/simulator';
import { connectTrainer, disconnectTrainer } from '@rcss/simulator/clients';
import { prepareConnection } from '../net/network.js';
import type { Datagram } from '../net/port-queue.js';
import type { SessionContext } from '../server.js';
import type { TrainerSession } from './clients.js';
import { readCoachDatagrams, setCompression } from './coach-datagrams.js';
import { sendInitPortError, sendParameters, sendRefusal } from './connect-replies.js';
import { logConnection } from './connection-log.js';
import { reportReceived } from './received-messages.js';

/** Datagrams of the trainer: its port, from init to disconnect. */

/** Name of the trainer in the logs. */
const SENDER = 'Coach';

/** Handles all datagrams that wait on the trainer port. */
export function readTrainerPort(context: SessionContext): void {
  const { datagrams } = context.net.ports.coach;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift()) {
    handleDatagram(context, datagram);
  }
}

function handleDatagram(context: SessionContext, datagram: Datagram): void {
  const { net, match, clients } = context;
  const { coach, coach_w_referee: coachWithReferee } = match.params.server;
  const { trainer } = clients;
  const refuseTrainer = (code: string) => sendRefusal(net, net.ports.coach, datagram, code);
  if (!coach && !coachWithReferee) {
    refuseTrainer('connected_offline_coach_without_coach_mode');
  } else if (trainer?.connection.isFrom(datagram.from)) {
    handleConnected(context, trainer, datagram);
  } else if (trainer) {
    refuseTrainer('already_have_offline_coach');
  } else {
    const text = readConnectText(datagram.bytes);
    const init = decodeTrainerInit(text);
    if (init === null) executeBeforeInit(context, text);
    else if (!init.ok) refuseTrainer(init.error.code);
    else connectNewTrainer(context, datagram, text, init.value.version);
  }
}

function handleConnected(context: SessionContext, trainer: TrainerSession, { bytes }: Datagram): void {
  if (coachFeatures(trainer.version).initPortClosed) {
    sendInitPortError(context.net, trainer.connection);
    return;
  }
  trainer.connection.enqueue(bytes);
  readTrainer(context, trainer);
}

/** A text before init kicks off and is executed without an answer (spec 07 §3, quirk). */
function executeBeforeInit(context: SessionContext, text: string): void {
  const { match } = context;
  tryKickOff(match);
  reportReceived(context, SENDER, text);
  const command = decodeTrainerCommand(text);
  if (command.ok && command.value.type !== 'done' && command.value.type !== 'compression') {
    applyTrainerCommand(match, { role: 'trainer' }, command.value);
  }
}

function connectNewTrainer(context: SessionContext, datagram: Datagram, text: string, version: number): void {
  const { net, match, clients, console } = context;
  const prepared = prepareConnection(net, datagram.from, 'trainer');
  if (prepared === null) {
    sendRefusal(net, net.ports.coach, datagram, 'connection_failed');
    return;
  }
  const connection = prepared.accept();
  clients.trainer = { version, connection, isDone: false };
  connectTrainer(match, version);
  console.out(`A new (v${version}) offline coach connected`, {
    event: 'client_connected',
    fields: { client: 'trainer', version },
  });
  reportReceived(context, SENDER, text);
  logConnection(context, connection, { event: 'connected', client: 'trainer', version });
  connection.send(encodeTrainerInitReply(net.writers.takeWriter()).view());
  sendParameters(net, match, connection, version, null);
}

/** Reads and executes all queued datagrams of the trainer. */
export function readTrainer(context: SessionContext, session: TrainerSession): void {
  readCoachDatagrams(context, session, SENDER, (text) => {
    executeCommand(context, session, text);
    return context.clients.trainer === session;
  });
}

function executeCommand({ net, match }: SessionContext, session: TrainerSession, text: string): void {
  const decoded = decodeTrainerCommand(text);
  if (!decoded.ok) {
    session.connection.send(encodeError(net.writers.takeWriter(), decoded.error.code).view());
    return;
  }
  const command = decoded.value;
  if (command.type === 'done') session.isDone = true;
  else if (command.type === 'compression') setCompression(net, session, command.level);
  else applyTrainerCommand(match, { role: 'trainer' }, command);
}

/** Closes the session of the trainer if its port turned out to be closed (spec 02 §2.7). */
export function closeLostTrainer(context: SessionContext): void {
  const { clients, match, console } = context;
  const { trainer } = clients;
  if (!trainer?.connection.isLost) return;
  trainer.connection.close();
  clients.trainer = null;
  disconnectTrainer(match);
  console.out('An offline coach disconnected', {
    event: 'client_disconnected',
    fields: { client: 'trainer' },
  });
  logConnection(context, trainer.connection, { event: 'disconnected', client: 'trainer', reason: 'lost' });
}
