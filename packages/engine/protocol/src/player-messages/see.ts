/** `(see ...)` (spec 03 §10.2). */
import { VERSION_3_LANDMARK_COUNT } from '@rcss/core/landmarks';
import type { SeenDetail, SeenObject, SeeObservation } from '@rcss/core/observation';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { MAX_G6_LENGTH, MAX_INT_LENGTH, roundG6, roundInt, writeG6, writeInt } from '@rcss/sexp/numbers';
import type { PlayerEncoding } from './player-encoding.js';
import { getSeenName, readSeenName, type SeenName, type SeenPrefix } from './seen-name.js';

const BLANK = 0x20;
const CLOSE = 0x29;
/** Upper bound of the length of the numbers and flags of one object, in bytes. */
const MAX_VALUES_LENGTH = 5 * (MAX_G6_LENGTH + 1) + 4 * (MAX_INT_LENGTH + 1) + 4;

/**
 * Appends the see message of one observer, with its final NUL. Objects are written in the order of the
 * observation. Parts that the version does not have (landmarks outside the pitch, directions of players, tackle
 * and kick flags) are omitted.
 */
export function encodeSee(w: ByteWriter, see: SeeObservation, encoding: PlayerEncoding): ByteWriter {
  const { features } = encoding;
  const isLow = see.quality === 'low';
  const { objects } = see;
  const count = features.seesObjects ? see.count : 0;
  w.ascii('(see ').int(see.time);
  for (let i = 0; i < count; i++) {
    const o = objects[i]!;
    if (o.kind === 'landmark' && o.index >= VERSION_3_LANDMARK_COUNT && !features.seesOuterFlags) continue;
    const name = selectPrefix(o, encoding).bytes;
    const nameLength = name.length;
    w.reserve(nameLength + MAX_VALUES_LENGTH);
    const buf = w.buffer;
    let pos = w.length;
    for (let j = 0; j < nameLength; j++) buf[pos + j] = name[j]!;
    pos += nameLength;
    if (isLow) pos = writeInt(buf, pos, o.dir);
    else {
      pos = writeG6(buf, pos, o.dist);
      buf[pos++] = BLANK;
      pos = writeInt(buf, pos, o.dir);
      if (o.detail !== 'close') pos = writeFurtherValues(buf, pos, o, encoding);
    }
    if (o.kind === 'ball' && features.ballHeight) pos = writeHeight(buf, pos, o);
    buf[pos++] = CLOSE;
    w.length = pos;
  }
  return w.byte(CLOSE).nul();
}

/** Returns the prefix of the object, up to its first value. */
function selectPrefix(o: SeenObject, encoding: PlayerEncoding): SeenPrefix {
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

/** Writes the height of the ball, and its vertical speed if the changes are shown (spec 12 §9.1). */
function writeHeight(buf: Uint8Array, start: number, o: SeenObject): number {
  let pos = start;
  buf[pos++] = BLANK;
  pos = writeG6(buf, pos, o.z);
  if (!o.hasMotion) return pos;
  buf[pos++] = BLANK;
  return writeG6(buf, pos, o.vz);
}

/** Writes the values after DIST and DIR. */
function writeFurtherValues(buf: Uint8Array, start: number, o: SeenObject, encoding: PlayerEncoding): number {
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
  if (o.hasPointDir && features.armAndTackle) {
    buf[pos++] = BLANK;
    pos = writeInt(buf, pos, o.pointDir);
  }
  if (o.flag === 't' ? features.armAndTackle : o.flag === 'k' && features.kickFlag) {
    buf[pos++] = BLANK;
    buf[pos++] = o.flag.charCodeAt(0);
  }
  return pos;
}

/** One object in a decoded see message. Parts that the message does not contain are null. */
export interface SeenObjectMessage {
  /** `other` for names that no version defines. */
  readonly kind: SeenObject['kind'] | 'other';
  /** How much of the name was shown. */
  readonly detail: SeenDetail;
  /** Index in LANDMARKS or LINE_NAMES; -1 for all other objects and for close landmarks, which have no name. */
  readonly index: number;
  /** Name without team and number, in the short form: `f c t`, `g l`, `l r`, `b`, `p`, `F`, `P`; may be ''. */
  readonly name: string;
  /** Team name of a player. */
  readonly team: string | null;
  /** Uniform number of a player. */
  readonly unum: number | null;
  /** Whether the goalie mark was shown. */
  readonly goalie: boolean;
  /** Meters; null in low quality. */
  readonly dist: number | null;
  /** Degrees relative to the face direction, like all directions here. */
  readonly dir: number;
  /** Meters per cycle. */
  readonly distChange: number | null;
  /** Degrees per cycle. */
  readonly dirChange: number | null;
  /** Height of the ball, meters; only from version 20 on. */
  readonly z?: number;
  /** Vertical speed of the ball, meters per cycle; only from version 20 on, and only with the changes. */
  readonly vz?: number;
  /** Body direction of a player, degrees. */
  readonly bodyDir: number | null;
  /** Head direction of a player, degrees. */
  readonly headDir: number | null;
  /** Direction in which the player points, degrees. */
  readonly pointDir: number | null;
  /** Whether the player is shown as tackling. */
  readonly tackling: boolean;
  /** Whether the player is shown as kicking. */
  readonly kicked: boolean;
}

/** A decoded see message. */
export interface SeeMessage {
  readonly type: 'see';
  /** Cycle. */
  readonly time: number;
  /** Objects in the order of the message. */
  readonly objects: readonly SeenObjectMessage[];
}

/** Reads a see message of any version; the cursor is after its head. */
export function readSee(cursor: SexpCursor): SeeMessage {
  const time = cursor.readInt();
  const objects: SeenObjectMessage[] = [];
  const values = new ValueList();
  while (!cursor.atEnd()) {
    cursor.enterList();
    objects.push(readSeenObject(cursor, values));
    cursor.leaveList();
  }
  return { type: 'see', time, objects };
}

/** The values of one object. Reused, because one message is decoded at a time. */
class ValueList {
  readonly list: number[] = [0, 0, 0, 0, 0, 0, 0];
  count = 0;

  add(value: number): void {
    if (this.count < this.list.length) this.list[this.count++] = value;
  }

  get(i: number): number | null {
    return i < this.count ? this.list[i]! : null;
  }
}

function readSeenObject(cursor: SexpCursor, values: ValueList): SeenObjectMessage {
  const name = readSeenName(cursor);
  values.count = 0;
  let tackling = false;
  let kicked = false;
  while (!cursor.atEnd()) {
    if (cursor.takeAtom('t')) tackling = true;
    else if (cursor.takeAtom('k')) kicked = true;
    else values.add(cursor.readNumber());
  }
  return createSeenObject(name, values, tackling, kicked);
}

/**
 * Takes height and vertical speed from the end of the values of the ball: `DIST DIR [CHANGE CHANGE] Z [VZ]`. With other counts
 * there are none; in low quality, `DIR Z` cannot be distinguished from `DIST DIR` and is read as the latter (spec 12 §9.1).
 */
function readHeight(values: ValueList): { readonly z: number; readonly vz?: number } | null {
  const { count } = values;
  if (count === 3) {
    values.count = 2;
    return { z: values.list[2]! };
  }
  if (count !== 6) return null;
  values.count = 4;
  return { z: values.list[4]!, vz: values.list[5]! };
}

/** Returns the object with the values of a message in their order. */
function createSeenObject(
  { info, team, unum, goalie }: SeenName,
  values: ValueList,
  tackling: boolean,
  kicked: boolean,
): SeenObjectMessage {
  const detail = unum !== null ? 'full' : team !== null ? 'team' : info.detail;
  const height = info.kind === 'ball' ? readHeight(values) : null;
  // After DIST and DIR, an object with only a team name has at most POINTDIR. All other objects continue with the
  // changes of distance and direction.
  const hasChanges = detail !== 'team';
  const isLow = values.count === 1;
  const object = {
    kind: info.kind,
    detail,
    index: info.index,
    name: info.name,
    team,
    unum,
    goalie,
    dist: isLow ? null : values.get(0),
    dir: values.get(isLow ? 0 : 1) ?? 0,
    distChange: hasChanges ? values.get(2) : null,
    dirChange: hasChanges ? values.get(3) : null,
    bodyDir: hasChanges ? values.get(4) : null,
    headDir: hasChanges ? values.get(5) : null,
    pointDir: values.get(hasChanges ? 6 : 2),
    tackling,
    kicked,
  };
  return height === null ? object : { ...object, ...height };
}

/**
 * Returns the see message that a client decodes from the text of {@link encodeSee}, without that text: numbers are rounded as they are
 * printed, and parts that the version does not have are absent.
 */
export function createSeeMessage(see: SeeObservation, encoding: PlayerEncoding): SeeMessage {
  const { features } = encoding;
  const isLow = see.quality === 'low';
  const count = features.seesObjects ? see.count : 0;
  const objects: SeenObjectMessage[] = [];
  const values = new ValueList();
  for (let i = 0; i < count; i++) {
    const o = see.objects[i]!;
    if (o.kind === 'landmark' && o.index >= VERSION_3_LANDMARK_COUNT && !features.seesOuterFlags) continue;
    const name = getSeenName(selectPrefix(o, encoding));
    values.count = 0;
    let flag: SeenObject['flag'] = '';
    if (isLow) values.add(roundInt(o.dir));
    else {
      values.add(roundG6(o.dist));
      values.add(roundInt(o.dir));
      if (o.detail !== 'close') flag = addFurtherValues(values, o, encoding);
    }
    if (o.kind === 'ball' && features.ballHeight) {
      values.add(roundG6(o.z));
      if (o.hasMotion) values.add(roundG6(o.vz));
    }
    objects.push(createSeenObject(name, values, flag === 't', flag === 'k'));
  }
  return { type: 'see', time: roundInt(see.time), objects };
}

/** Adds the values that {@link writeFurtherValues} writes, and returns the flag that it writes. */
function addFurtherValues(values: ValueList, o: SeenObject, encoding: PlayerEncoding): SeenObject['flag'] {
  if (o.hasMotion) {
    values.add(roundG6(o.distChange));
    values.add(roundG6(o.dirChange));
  }
  if (o.kind !== 'player' || o.detail === 'player') return '';
  const { features } = encoding;
  if (o.detail === 'full') {
    if (features.bodyDir) values.add(roundInt(o.bodyDir));
    if (features.headDir) values.add(roundInt(o.headDir));
  }
  if (o.hasPointDir && features.armAndTackle) values.add(roundInt(o.pointDir));
  return (o.flag === 't' ? features.armAndTackle : o.flag === 'k' && features.kickFlag) ? o.flag : '';
}
