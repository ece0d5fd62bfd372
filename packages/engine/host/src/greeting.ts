import type { Side } from '@rcss/core';
import { playerFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import {
  encodeChangePlayerType,
  encodePlayerParam,
  encodePlayerType,
  encodeServerParam,
} from '@rcss/protocol/player';
import { ByteWriter } from '@rcss/sexp';
import type { Host } from './host.js';
import type { Link } from './link.js';

/** Messages by parameters of a match and version: they never change, and all clients of a version get the same. */
const parameterMessages = new WeakMap<MatchParams, Map<number, readonly Uint8Array[]>>();

/** Lists the messages with server parameters, player parameters and player types for a version, a whole number. */
function listParameterMessages(params: MatchParams, version: number): readonly Uint8Array[] {
  const byVersion = parameterMessages.get(params) ?? new Map<number, readonly Uint8Array[]>();
  parameterMessages.set(params, byVersion);
  const known = byVersion.get(version);
  if (known !== undefined) return known;
  const messages = [
    encodeServerParam(new ByteWriter(), params.server, version).view(),
    encodePlayerParam(new ByteWriter(), params.player, version).view(),
    ...params.types.map((type) => encodePlayerType(new ByteWriter(), type, version).view()),
  ];
  byVersion.set(version, messages);
  return messages;
}

/**
 * Sends parameters, player types and changed player types after an accepted init (spec 03 §2.5, spec 07 §5).
 *
 * @param side Side of a player or online coach, whose own types are named; null for a trainer, which gets no changes.
 */
export function sendParameters(
  { match, writers }: Pick<Host, 'match' | 'writers'>,
  connection: Link,
  version: number,
  side: Side | null,
): void {
  const { params, world } = match;
  const features = playerFeatures(version);
  if (!features.paramMessages) return;
  for (const message of listParameterMessages(params, Math.trunc(version))) connection.send(message);
  if (side === null || !features.changePlayerType) return;
  for (const player of world.players) {
    if (player.typeId === 0) continue;
    const typeId = player.side === side ? player.typeId : null;
    connection.send(encodeChangePlayerType(writers.takeWriter(), player.unum, typeId).view());
  }
}
