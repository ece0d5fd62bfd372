import type { Side } from '@rcss/core';
import { playerFeatures } from '@rcss/core/versions';
import {
  encodeChangePlayerType,
  encodeError,
  encodePlayerParam,
  encodePlayerType,
  encodeServerParam,
} from '@rcss/protocol/player';
import type { Match } from '@rcss/simulator';
import type { Connection } from '../net/connection.js';
import type { Network } from '../net/network.js';
import { answerFromPort, type Datagram, type PortQueue } from '../net/port-queue.js';

/** Answers to connecting clients of all roles. */

/** Sends `(error CODE)` to an unknown sender, over UDP from the well-known port. */
export function sendRefusal(net: Network, port: PortQueue, datagram: Datagram, code: string): void {
  answerFromPort(port, datagram, encodeError(net.writers.takeWriter(), code).view());
}

/**
 * Answers a connected client that sends to the well-known port, if its protocol version allows only init there
 * (spec 02 §2.4).
 */
export function sendInitPortError(net: Network, connection: Connection): void {
  connection.send(encodeError(net.writers.takeWriter(), 'only_init_allowed_on_init_port').view());
}

/**
 * Sends parameters, player types and changed player types after an accepted init (spec 03 §2.5, spec 07 §5).
 *
 * @param side Side of a player or online coach, whose own types are named; null for a trainer, which gets no changes.
 */
export function sendParameters(
  net: Network,
  match: Match,
  connection: Connection,
  version: number,
  side: Side | null,
): void {
  const { params, world } = match;
  const { writers } = net;
  const features = playerFeatures(version);
  if (!features.paramMessages) return;
  connection.send(encodeServerParam(writers.takeWriter(), params.server, version).view());
  connection.send(encodePlayerParam(writers.takeWriter(), params.player, version).view());
  for (const type of params.types)
    connection.send(encodePlayerType(writers.takeWriter(), type, version).view());
  if (side === null || !features.changePlayerType) return;
  for (const player of world.players) {
    if (player.typeId === 0) continue;
    const typeId = player.side === side ? player.typeId : null;
    connection.send(encodeChangePlayerType(writers.takeWriter(), player.unum, typeId).view());
  }
}
