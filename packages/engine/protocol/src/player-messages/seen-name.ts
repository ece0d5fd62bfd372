/** Names of objects in see messages (spec 03 §10.2). */
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES } from '@rcss/core/landmarks';
import type { SeenDetail, SeenObject } from '@rcss/core/observation';
import { encodeLatin1, SexpCursor } from '@rcss/sexp';

/** What the name of a seen object says, without team and number. */
export interface SeenNameInfo {
  /** `other` for names that no version defines. */
  readonly kind: SeenObject['kind'] | 'other';
  /** How much of the name is shown, without team and number. */
  readonly detail: SeenDetail;
  /** Index in LANDMARKS or LINE_NAMES; -1 for all other objects and for close landmarks. */
  readonly index: number;
  /** Name in the short form: `f c t`, `g l`, `l r`, `b`, `p`, `F`, `P`; may be ''. */
  readonly name: string;
}

const KNOWN_NAMES: ReadonlyMap<string, SeenNameInfo> = new Map(
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
    ] as [string, SeenNameInfo['kind'], SeenDetail, number, string][]
  ).map(([text, kind, detail, index, name]) => [text, { kind, detail, index, name }]),
);

/** The name of a seen object: what it is, and which player. */
export interface SeenName {
  /** What the object is. */
  readonly info: SeenNameInfo;
  /** Team name of a player. */
  readonly team: string | null;
  /** Uniform number of a player. */
  readonly unum: number | null;
  /** Whether the goalie mark is shown. */
  readonly goalie: boolean;
}

/** Name of an object without a name: a player that never connected (spec 03 §3). */
const NO_NAME: SeenName = { info: KNOWN_NAMES.get('')!, team: null, unum: null, goalie: false };

/** Reads the name of an object in a see message; the cursor is before it. */
export function readSeenName(cursor: SexpCursor): SeenName {
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

/** Text of a seen object up to its first value, and what a client reads from it. */
export interface SeenPrefix {
  /** Blank, `((`, name, `)` and blank. */
  readonly bytes: Uint8Array;
  /** The name as a client reads it; null until it is needed. */
  name: SeenName | null;
}

/** Creates the prefix of the objects with a name. */
export function createSeenPrefix(name: string): SeenPrefix {
  return { bytes: encodeLatin1(` ((${name}) `), name: null };
}

/** Returns the name as a client reads it. */
export function getSeenName(prefix: SeenPrefix): SeenName {
  if (prefix.name === null) {
    const cursor = new SexpCursor(prefix.bytes);
    cursor.enterList();
    prefix.name = readSeenName(cursor);
  }
  return prefix.name;
}
