import { playerIndex, type Side } from '@rcss/core';
import type { SeenObject, SeeObservation } from '@rcss/core/observation';
import type { SeeMessage, SeenObjectMessage } from '@rcss/protocol';

/** Whose message is read. */
export interface SeeReader {
  /** Name of the own team, as in the messages. */
  readonly team: string;
  readonly side: Side;
  /** Index of the player. */
  readonly observer: number;
}

/**
 * Writes the contents of a see message to an observation; the inverse of `createSeeMessage`. Objects without distance and those
 * that no version defines are left out.
 */
export function readSeeObservation(
  message: SeeMessage,
  reader: SeeReader,
  out: SeeObservation,
): SeeObservation {
  out.time = message.time;
  out.observer = reader.observer;
  out.quality = 'high';
  out.count = 0;
  for (const object of message.objects) {
    const to = out.objects[out.count];
    if (to === undefined) break;
    if (object.kind === 'other' || object.dist === null) continue;
    fillObject(object, object.dist, reader, to);
    out.count += 1;
  }
  return out;
}

function fillObject(
  object: SeenObjectMessage,
  dist: number,
  { team, side }: SeeReader,
  to: SeenObject,
): void {
  to.kind = object.kind as SeenObject['kind'];
  to.detail = object.detail;
  const other: Side = side === 'l' ? 'r' : 'l';
  to.index =
    object.kind === 'player'
      ? playerIndex(object.team === null || object.team === team ? side : other, object.unum ?? 1)
      : Math.max(0, object.index);
  to.dist = dist;
  to.dir = object.dir;
  to.hasMotion = object.distChange !== null && object.dirChange !== null;
  to.distChange = object.distChange ?? 0;
  to.dirChange = object.dirChange ?? 0;
  to.z = object.z ?? 0;
  to.vz = object.vz ?? 0;
  to.bodyDir = object.bodyDir ?? 0;
  to.headDir = object.headDir ?? 0;
  to.hasPointDir = object.pointDir !== null;
  to.pointDir = object.pointDir ?? 0;
  to.flag = object.tackling ? 't' : object.kicked ? 'k' : '';
  to.goalie = object.goalie;
}
