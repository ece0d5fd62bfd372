/** `(sense_body ...)` (spec 03 §10.1). */

import type { Side } from '@rcss/core';
import type { SenseBodyObservation } from '@rcss/core/observation';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { roundG6, roundInt } from '@rcss/sexp/numbers';
import type { PlayerEncoding } from './player-encoding.js';

/** Appends the sense_body message, with its final NUL. Clients read it by position, so the order of the parts matters. */
export function encodeSenseBody(
  w: ByteWriter,
  body: SenseBodyObservation,
  encoding: PlayerEncoding,
): ByteWriter {
  const { features } = encoding;
  w.ascii('(sense_body ').int(body.time);
  w.ascii(' (view_mode ').ascii(body.quality).byte(0x20).ascii(body.width);
  w.ascii(') (stamina ').g6(body.stamina).byte(0x20).g6(body.effort);
  if (features.capacity) w.byte(0x20).g6(body.capacity);
  w.ascii(') (speed ').g6(body.speed);
  if (features.speedDir) w.byte(0x20).int(body.speedDir);
  if (features.headAngle) w.ascii(') (head_angle ').int(body.headAngle);
  w.ascii(') (kick ').int(body.kick);
  w.ascii(') (dash ').int(body.dash);
  w.ascii(') (turn ').int(body.turn);
  w.ascii(') (say ').int(body.say);
  if (features.turnNeckCount) w.ascii(') (turn_neck ').int(body.turnNeck);
  if (features.catchMoveViewCounts) {
    w.ascii(') (catch ').int(body.catch);
    w.ascii(') (move ').int(body.move);
    w.ascii(') (change_view ').int(body.changeView);
  }
  if (features.changeFocusCount) w.ascii(') (change_focus ').int(body.changeFocus);
  if (features.armFocusTackle) {
    w.ascii(') (arm (movable ').int(body.armMovable);
    w.ascii(') (expires ').int(body.armExpires);
    w.ascii(') (target ').g6(body.armTargetDist).byte(0x20).int(body.armTargetDir);
    w.ascii(') (count ').int(body.armCount);
    w.ascii(')) (focus (target ');
    if (body.focusSide === '') w.ascii('none');
    else w.ascii(body.focusSide).byte(0x20).int(body.focusUnum);
    w.ascii(') (count ').int(body.focusCount);
    w.ascii(')) (tackle (expires ').int(body.tackleExpires);
    w.ascii(') (count ').int(body.tackleCount).byte(0x29);
  }
  if (features.collision) {
    w.ascii(') (collision');
    if (body.collidedWithBall) w.ascii(' (ball)');
    if (body.collidedWithPlayer) w.ascii(' (player)');
    if (body.collidedWithPost) w.ascii(' (post)');
    if (!body.collidedWithBall && !body.collidedWithPlayer && !body.collidedWithPost) w.ascii(' none');
  }
  if (features.foul) {
    w.ascii(') (foul (charged ').int(body.foulCharged);
    w.ascii(') (card ').ascii(body.card).byte(0x29);
  }
  if (features.focusPoint)
    w.ascii(') (focus_point ').g6(body.focusPointDist).byte(0x20).g6(body.focusPointDir);
  return w.ascii('))').nul();
}

/** The arm of the receiver, in sense_body and fullstate: cycles, meters, degrees. */
export interface ArmMessage {
  /** Cycles until the arm can move again. */
  readonly movable: number;
  /** Cycles until the arm stops pointing. */
  readonly expires: number;
  /** Distance to the target, m. */
  readonly targetDist: number;
  /** Direction to the target, degrees relative to the face direction. */
  readonly targetDir: number;
  /** Number of pointto commands executed. */
  readonly count: number;
}

/** A decoded sense_body message. Degrees and meters; parts that the version does not have are null. */
export interface SenseBodyMessage {
  readonly type: 'sense_body';
  /** Cycle. */
  readonly time: number;
  /** View quality: `high` or `low`. */
  readonly quality: string;
  /** View width: `narrow`, `normal` or `wide`. */
  readonly width: string;
  /** Stamina, 0 to `server::stamina_max`. */
  readonly stamina: number;
  /** Efficiency of dashes, 0 to 1. */
  readonly effort: number;
  /** Stamina that can still be recovered. */
  readonly capacity: number | null;
  /** Speed, m/cycle. */
  readonly speed: number;
  /** Direction of the speed, degrees relative to the face direction. */
  readonly speedDir: number | null;
  /** Angle of the neck relative to the body, degrees. */
  readonly headAngle: number | null;
  /** Number of kick commands executed. */
  readonly kick: number;
  /** Number of dash commands executed. */
  readonly dash: number;
  /** Number of turn commands executed. */
  readonly turn: number;
  /** Number of say commands executed. */
  readonly say: number;
  /** Number of turn_neck commands executed. */
  readonly turnNeck: number | null;
  /** Number of catch commands executed. */
  readonly catch: number | null;
  /** Number of move commands executed. */
  readonly move: number | null;
  /** Number of change_view commands executed. */
  readonly changeView: number | null;
  /** Number of change_focus commands executed. */
  readonly changeFocus: number | null;
  /** State of the pointing arm. */
  readonly arm: ArmMessage | null;
  /** Player that has the attention, and number of attentionto commands. `side` is '' and `unum` is 0 if attention is off. */
  readonly focus: { readonly side: Side | ''; readonly unum: number; readonly count: number } | null;
  /** Cycles until the tackle ends, and number of tackle commands. */
  readonly tackle: { readonly expires: number; readonly count: number } | null;
  /** Objects with which the player collided. */
  readonly collision: { readonly ball: boolean; readonly player: boolean; readonly post: boolean } | null;
  /** Cycles for which the player stays charged with a foul; `card` is `none`, `yellow` or `red`. */
  readonly foul: { readonly charged: number; readonly card: string } | null;
  /** Focus point: meters, and degrees relative to the face direction. */
  readonly focusPoint: { readonly dist: number; readonly dir: number } | null;
}

type MutableSenseBody = { -readonly [Name in keyof SenseBodyMessage]: SenseBodyMessage[Name] };

/** Reads a sense_body message of any version; the cursor is after its head. Parts are found by name. */
export function readSenseBody(cursor: SexpCursor): SenseBodyMessage {
  const body: MutableSenseBody = {
    type: 'sense_body',
    time: cursor.readInt(),
    quality: 'high',
    width: 'normal',
    stamina: 0,
    effort: 0,
    capacity: null,
    speed: 0,
    speedDir: null,
    headAngle: null,
    kick: 0,
    dash: 0,
    turn: 0,
    say: 0,
    turnNeck: null,
    catch: null,
    move: null,
    changeView: null,
    changeFocus: null,
    arm: null,
    focus: null,
    tackle: null,
    collision: null,
    foul: null,
    focusPoint: null,
  };
  while (!cursor.atEnd()) {
    cursor.enterList();
    readPart(cursor, cursor.readAtom(), body);
    cursor.leaveList();
  }
  return body;
}

function readPart(cursor: SexpCursor, name: string, body: MutableSenseBody): void {
  switch (name) {
    case 'view_mode':
      body.quality = cursor.readAtom();
      body.width = cursor.readAtom();
      break;
    case 'stamina':
      body.stamina = cursor.readNumber();
      body.effort = cursor.readNumber();
      if (!cursor.atEnd()) body.capacity = cursor.readNumber();
      break;
    case 'speed':
      body.speed = cursor.readNumber();
      if (!cursor.atEnd()) body.speedDir = cursor.readNumber();
      break;
    case 'head_angle':
      body.headAngle = cursor.readNumber();
      break;
    case 'kick':
    case 'dash':
    case 'turn':
    case 'say':
    case 'catch':
    case 'move':
      body[name] = cursor.readInt();
      break;
    case 'turn_neck':
      body.turnNeck = cursor.readInt();
      break;
    case 'change_view':
      body.changeView = cursor.readInt();
      break;
    case 'change_focus':
      body.changeFocus = cursor.readInt();
      break;
    case 'arm':
      body.arm = readArm(cursor);
      break;
    case 'focus':
      body.focus = readFocus(cursor);
      break;
    case 'tackle':
      body.tackle = { expires: readNamedInt(cursor, 'expires'), count: readNamedInt(cursor, 'count') };
      break;
    case 'collision':
      body.collision = readCollision(cursor);
      break;
    case 'foul':
      body.foul = readFoul(cursor);
      break;
    case 'focus_point':
      body.focusPoint = { dist: cursor.readNumber(), dir: cursor.readNumber() };
      break;
    default:
      break;
  }
}

/** Enters the list `(name ...)`, which must be the next item. */
function enterRequired(cursor: SexpCursor, name: string): boolean {
  return cursor.enterNamed(name) || cursor.fail('unexpected_text');
}

function readNamedInt(cursor: SexpCursor, name: string): number {
  if (!enterRequired(cursor, name)) return 0;
  const value = cursor.readInt();
  cursor.leaveList();
  return value;
}

/** Reads the contents of `(arm ...)`; the cursor is after its head. */
export function readArm(cursor: SexpCursor): ArmMessage {
  const movable = readNamedInt(cursor, 'movable');
  const expires = readNamedInt(cursor, 'expires');
  let targetDist = 0;
  let targetDir = 0;
  if (enterRequired(cursor, 'target')) {
    targetDist = cursor.readNumber();
    targetDir = cursor.readNumber();
    cursor.leaveList();
  }
  return { movable, expires, targetDist, targetDir, count: readNamedInt(cursor, 'count') };
}

function readFocus(cursor: SexpCursor): { side: Side | ''; unum: number; count: number } {
  let side: Side | '' = '';
  let unum = 0;
  if (enterRequired(cursor, 'target')) {
    if (cursor.takeAtom('l')) side = 'l';
    else if (cursor.takeAtom('r')) side = 'r';
    if (side !== '') unum = cursor.readInt();
    cursor.leaveList();
  }
  return { side, unum, count: readNamedInt(cursor, 'count') };
}

function readFoul(cursor: SexpCursor): { charged: number; card: string } {
  const charged = readNamedInt(cursor, 'charged');
  if (!enterRequired(cursor, 'card')) return { charged, card: 'none' };
  const card = cursor.readAtom();
  cursor.leaveList();
  return { charged, card };
}

function readCollision(cursor: SexpCursor): { ball: boolean; player: boolean; post: boolean } {
  const collision = { ball: false, player: false, post: false };
  while (cursor.peekKind() === 'list') {
    cursor.enterList();
    const name = cursor.readAtom();
    if (name === 'ball' || name === 'player' || name === 'post') collision[name] = true;
    cursor.leaveList();
  }
  return collision;
}

/**
 * Returns the sense_body message that a client decodes from the text of {@link encodeSenseBody}, without that text: numbers are rounded
 * as they are printed, and parts that the version does not have are null.
 */
export function createSenseBodyMessage(
  body: SenseBodyObservation,
  { features }: PlayerEncoding,
): SenseBodyMessage {
  const hasFocus = body.focusSide !== '';
  return {
    type: 'sense_body',
    time: roundInt(body.time),
    quality: body.quality,
    width: body.width,
    stamina: roundG6(body.stamina),
    effort: roundG6(body.effort),
    capacity: features.capacity ? roundG6(body.capacity) : null,
    speed: roundG6(body.speed),
    speedDir: features.speedDir ? roundInt(body.speedDir) : null,
    headAngle: features.headAngle ? roundInt(body.headAngle) : null,
    kick: roundInt(body.kick),
    dash: roundInt(body.dash),
    turn: roundInt(body.turn),
    say: roundInt(body.say),
    turnNeck: features.turnNeckCount ? roundInt(body.turnNeck) : null,
    catch: features.catchMoveViewCounts ? roundInt(body.catch) : null,
    move: features.catchMoveViewCounts ? roundInt(body.move) : null,
    changeView: features.catchMoveViewCounts ? roundInt(body.changeView) : null,
    changeFocus: features.changeFocusCount ? roundInt(body.changeFocus) : null,
    arm: features.armFocusTackle
      ? {
          movable: roundInt(body.armMovable),
          expires: roundInt(body.armExpires),
          targetDist: roundG6(body.armTargetDist),
          targetDir: roundInt(body.armTargetDir),
          count: roundInt(body.armCount),
        }
      : null,
    focus: features.armFocusTackle
      ? {
          side: body.focusSide,
          unum: hasFocus ? roundInt(body.focusUnum) : 0,
          count: roundInt(body.focusCount),
        }
      : null,
    tackle: features.armFocusTackle
      ? { expires: roundInt(body.tackleExpires), count: roundInt(body.tackleCount) }
      : null,
    collision: features.collision
      ? { ball: body.collidedWithBall, player: body.collidedWithPlayer, post: body.collidedWithPost }
      : null,
    foul: features.foul ? { charged: roundInt(body.foulCharged), card: body.card } : null,
    focusPoint: features.focusPoint
      ? { dist: roundG6(body.focusPointDist), dir: roundG6(body.focusPointDir) }
      : null,
  };
}
