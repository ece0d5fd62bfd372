/** `(see ...)` (spec 03 §10.2). */
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES, VERSION_3_LANDMARK_COUNT } from '@rcss/core/landmarks';
import type { SeenDetail, SeenObject, SeeObservation } from '@rcss/core/observation';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { MAX_G6_LENGTH, MAX_INT_LENGTH, writeG6, writeInt } from '@rcss/sexp/numbers';
import type { PlayerEncoding } from '../player-encoding.js';

const BLANK = 0x20;
const CLOSE = 0x29;
/** Upper bound of the length of the numbers and flags of one object, in bytes. */
const MAX_VALUES_LENGTH = 3 * (MAX_G6_LENGTH + 1) + 4 * (MAX_INT_LENGTH + 1) + 4;

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
    const name = selectName(o, encoding);
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
    buf[pos++] = CLOSE;
    w.length = pos;
  }
  return w.byte(CLOSE).nul();
}

/** Returns the prefix of the object, up to its first value. */
function selectName(o: SeenObject, encoding: PlayerEncoding): Uint8Array {
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

interface NameInfo {
  readonly kind: SeenObjectMessage['kind'];
  readonly detail: SeenDetail;
  readonly index: number;
  readonly name: string;
}

const KNOWN_NAMES: ReadonlyMap<string, NameInfo> = new Map(
  (
    [
      ...LANDMARKS.flatMap((l) => [
        [l.name, 'landmark', 'named', l.index, l.name],
        [l.longName, 'landmark', 'named', l.index, l.name],
      ]),
      ...LINE_NAMES.map((name, i) => [name, 'line', 'named', i, name]),
      ...LONG_LINE_NAMES.map((name, i) => [name, 'line', 'named', i, LINE_NAMES[i]]),
      ['b', 'ball', 'named', -1, 'b'],
      ['ball', 'ball', 'named', -1, 'b'],
      ['p', 'player', 'player', -1, 'p'],
      ['player', 'player', 'player', -1, 'p'],
      // The slot of a player that never connected (spec 03 §3).
      ['', 'player', 'player', -1, ''],
      ['F', 'landmark', 'close', -1, 'F'],
      ['Flag', 'landmark', 'close', -1, 'F'],
      ['G', 'landmark', 'close', -1, 'G'],
      ['Goal', 'landmark', 'close', -1, 'G'],
      ['B', 'ball', 'close', -1, 'B'],
      ['Ball', 'ball', 'close', -1, 'B'],
      ['P', 'player', 'close', -1, 'P'],
      ['Player', 'player', 'close', -1, 'P'],
    ] as [string, NameInfo['kind'], SeenDetail, number, string][]
  ).map(([text, kind, detail, index, name]) => [text, { kind, detail, index, name }]),
);

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

  get(i: number): number | null {
    return i < this.count ? this.list[i]! : null;
  }
}

/** The name of a seen object: what it is, and which player. */
interface SeenName {
  readonly info: NameInfo;
  readonly team: string | null;
  readonly unum: number | null;
  readonly goalie: boolean;
}

/** Name of an object without a name: a player that never connected (spec 03 §3). */
const NO_NAME: SeenName = { info: KNOWN_NAMES.get('')!, team: null, unum: null, goalie: false };

function readSeenName(cursor: SexpCursor): SeenName {
  if (cursor.peekKind() !== 'list') return NO_NAME;
  const { pos, depth } = cursor;
  cursor.skip();
  const known = KNOWN_NAMES.get(cursor.slice(pos + 1, cursor.pos - 1));
  if (known !== undefined) return { info: known, team: null, unum: null, goalie: false };
  // A player with a team name, or unusual blanks.
  cursor.rewind(pos, depth);
  cursor.enterList();
  let name = cursor.atEnd() ? '' : cursor.readAtom();
  let team: string | null = null;
  let unum: number | null = null;
  let goalie = false;
  if (name === 'p' || name === 'player') {
    if (!cursor.atEnd()) team = cursor.readText();
    if (!cursor.atEnd()) unum = cursor.readInt();
    goalie = cursor.takeAtom('goalie');
  } else while (!cursor.atEnd()) name += ` ${cursor.readAtom()}`;
  cursor.leaveList();
  const info = KNOWN_NAMES.get(name) ?? { kind: 'other', detail: 'named', index: -1, name };
  return { info, team, unum, goalie };
}

function readSeenObject(cursor: SexpCursor, values: ValueList): SeenObjectMessage {
  const { info, team, unum, goalie } = readSeenName(cursor);
  const detail = unum !== null ? 'full' : team !== null ? 'team' : info.detail;
  values.count = 0;
  let tackling = false;
  let kicked = false;
  while (!cursor.atEnd()) {
    if (cursor.takeAtom('t')) tackling = true;
    else if (cursor.takeAtom('k')) kicked = true;
    else {
      const value = cursor.readNumber();
      if (values.count < values.list.length) values.list[values.count++] = value;
    }
  }
  const isLow = values.count === 1;
  // After DIST and DIR, an object with only a team name has at most POINTDIR. All other objects continue with the
  // changes of distance and direction.
  const hasChanges = detail !== 'team';
  return {
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
}
