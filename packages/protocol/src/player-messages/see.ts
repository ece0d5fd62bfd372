/** `(see ...)` (03 §10.2). */
import { LANDMARKS_OF_VERSION_3, type SeenObject, type SeeObservation } from '@rcss/core';
import { type ByteWriter, MAX_G6_LENGTH, MAX_INT_LENGTH, writeG6, writeInt } from '@rcss/sexp';
import type { PlayerEncoding } from '../player-encoding.js';

const BLANK = 0x20;
const CLOSE = 0x29;
/** More than the numbers and flags of one object ever take. */
const MAX_VALUES = 3 * (MAX_G6_LENGTH + 1) + 4 * (MAX_INT_LENGTH + 1) + 4;

/**
 * Append the see message of one observer, with its final NUL. Objects of the observation come in the order of the message; what the
 * version does not show (outer flags, directions, flags) is left out here as well.
 */
export function encodeSee(w: ByteWriter, see: SeeObservation, encoding: PlayerEncoding): ByteWriter {
  const { features } = encoding;
  const low = see.quality === 'low';
  const { objects } = see;
  const count = features.seesObjects ? see.count : 0;
  w.ascii('(see ').int(see.time);
  for (let i = 0; i < count; i++) {
    const o = objects[i]!;
    if (o.kind === 'landmark' && o.index >= LANDMARKS_OF_VERSION_3 && !features.seesOuterFlags) continue;
    const name = nameOf(o, encoding);
    const nameLength = name.length;
    w.reserve(nameLength + MAX_VALUES);
    const buf = w.buffer;
    let pos = w.length;
    for (let j = 0; j < nameLength; j++) buf[pos + j] = name[j]!;
    pos += nameLength;
    if (low) pos = writeInt(buf, pos, o.dir);
    else {
      pos = writeG6(buf, pos, o.dist);
      buf[pos++] = BLANK;
      pos = writeInt(buf, pos, o.dir);
      if (o.detail !== 'close') pos = writeMore(buf, pos, o, encoding);
    }
    buf[pos++] = CLOSE;
    w.length = pos;
  }
  return w.byte(CLOSE).nul();
}

/** Beginning of the object up to its first value. */
function nameOf(o: SeenObject, encoding: PlayerEncoding): Uint8Array {
  const { seen } = encoding;
  switch (o.kind) {
    case 'landmark':
      return (o.detail === 'close' ? seen.closeLandmarks : seen.landmarks)[o.index]!;
    case 'line':
      return seen.lines[o.index]!;
    case 'ball':
      return o.detail === 'close' ? seen.closeBall : seen.ball;
    case 'player': {
      const { players } = encoding;
      if (o.detail === 'full') return (o.goalie ? players.goalie : players.full)[o.index]!;
      if (o.detail === 'team') return players.team[o.index]!;
      return o.detail === 'close' ? seen.closePlayer : seen.player;
    }
  }
}

/** Values behind DIST and DIR. */
function writeMore(buf: Uint8Array, start: number, o: SeenObject, encoding: PlayerEncoding): number {
  let pos = start;
  if (o.hasMotion) {
    buf[pos++] = BLANK;
    pos = writeG6(buf, pos, o.distChange);
    buf[pos++] = BLANK;
    pos = writeG6(buf, pos, o.dirChange);
  }
  if (o.kind !== 'player' || o.detail === 'player') return pos;
  const { features } = encoding;
  if (o.detail === 'full') {
    if (features.bodyDir) {
      buf[pos++] = BLANK;
      pos = writeInt(buf, pos, o.bodyDir);
    }
    if (features.headDir) {
      buf[pos++] = BLANK;
      pos = writeInt(buf, pos, o.headDir);
    }
  }
  if (o.hasPointDir && features.pointDir) {
    buf[pos++] = BLANK;
    pos = writeInt(buf, pos, o.pointDir);
  }
  if (o.flag === 't' ? features.tackleFlag : o.flag === 'k' && features.kickFlag) {
    buf[pos++] = BLANK;
    buf[pos++] = o.flag.charCodeAt(0);
  }
  return pos;
}
