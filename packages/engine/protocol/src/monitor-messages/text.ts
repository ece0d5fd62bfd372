/**
 * Text records of monitor versions 3 to 6 and of game log versions 4 to 7 (spec 09 §8, spec 10 §6): show, msg,
 * playmode, team. Writers append neither NUL nor newline.
 */
import {
  type Frame,
  type FramePlayer,
  type FrameTeam,
  playModeId,
  playModeOfId,
  type Side,
} from '@rcss/core';
import { quantize } from '@rcss/core/math';
import type { MonitorFeatures } from '@rcss/core/versions';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/** Contents of text shows: monitor versions 3 to 6 are game log versions 4 to 7 (spec 09 §1.5, spec 12 §11). */
export type TextShowFeatures = Pick<MonitorFeatures, 'capacity' | 'focus' | 'ballHeight'>;

/** Largest number of characters of a text datagram; longer datagrams are cut without a closing parenthesis (spec 10 §6.3). */
export const MAX_TEXT_RECORD_LENGTH = 8191;

/** Step of positions and distances (m) and velocities (m/cycle) in text and JSON records (spec 09 §8.5). */
const POSITION_STEP = 0.0001;
/** Step of angles in text and JSON records, degrees (spec 09 §8.5). */
const ANGLE_STEP = 0.001;

/** Appends a position, distance or velocity, rounded to its step, with six significant digits. */
export function writeQuantizedMeters(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, POSITION_STEP));
}

/** Appends an angle in degrees, rounded to its step, with six significant digits. */
export function writeQuantizedDegrees(w: ByteWriter, value: number): ByteWriter {
  return w.g6(quantize(value, ANGLE_STEP));
}

/**
 * Appends a show. If `withGroups` is true, it contains the groups of play mode and teams, as for monitors; logs have
 * separate records for them.
 */
export function writeTextShow(
  w: ByteWriter,
  frame: Frame,
  features: TextShowFeatures,
  withGroups: boolean,
): void {
  w.ascii('(show ').int(frame.time);
  if (withGroups) {
    w.ascii(' (pm ').int(playModeId(frame.playMode)).ascii(') (tm ');
    writeTeams(w, frame.left, frame.right);
    w.byte(0x29);
  }
  w.ascii(' ((b)');
  writeMeters(w, frame.ballX);
  writeMeters(w, frame.ballY);
  writeMeters(w, frame.ballVx);
  writeMeters(w, frame.ballVy);
  if (features.ballHeight) writeMeters(w, frame.ballZ);
  w.byte(0x29);
  const { players } = frame;
  for (let i = 0; i < players.length; i++) writePlayer(w, players[i]!, features);
  w.byte(0x29);
}

function writeMeters(w: ByteWriter, value: number): void {
  writeQuantizedMeters(w.byte(0x20), value);
}

function writeDegrees(w: ByteWriter, value: number): void {
  writeQuantizedDegrees(w.byte(0x20), value);
}

function writeCount(w: ByteWriter, value: number): void {
  w.byte(0x20).int(value);
}

function writePlayer(w: ByteWriter, player: FramePlayer, features: TextShowFeatures): void {
  w.ascii(player.side === 'l' ? ' ((l ' : ' ((r ')
    .int(player.unum)
    .ascii(') ')
    .int(player.typeId);
  w.byte(0x20);
  if (player.state === 0) w.byte(0x30);
  else w.ascii('0x').hex(player.state);
  writeMeters(w, player.x);
  writeMeters(w, player.y);
  writeMeters(w, player.vx);
  writeMeters(w, player.vy);
  writeDegrees(w, player.body);
  writeDegrees(w, player.neck);
  if (player.hasPoint) {
    writeMeters(w, player.pointX);
    writeMeters(w, player.pointY);
  }
  w.ascii(player.viewQuality === 'h' ? ' (v h' : ' (v l');
  writeDegrees(w, player.viewWidth);
  if (features.focus) {
    w.ascii(') (fp');
    writeMeters(w, player.focusDist);
    // The direction of the focus point is rounded to the step of distances, not of angles (spec 09 §8.4).
    writeMeters(w, player.focusDir);
  }
  w.ascii(') (s ').g6(player.stamina).byte(0x20).g6(player.effort).byte(0x20).g6(player.recovery);
  if (features.capacity) w.byte(0x20).g6(player.capacity);
  if (player.attentionSide !== '') {
    w.ascii(player.attentionSide === 'l' ? ') (f l' : ') (f r');
    writeCount(w, player.attentionUnum);
  }
  w.ascii(') (c');
  writeCount(w, player.kickCount);
  writeCount(w, player.dashCount);
  writeCount(w, player.turnCount);
  writeCount(w, player.catchCount);
  writeCount(w, player.moveCount);
  writeCount(w, player.turnNeckCount);
  writeCount(w, player.changeViewCount);
  writeCount(w, player.sayCount);
  writeCount(w, player.tackleCount);
  writeCount(w, player.pointtoCount);
  writeCount(w, player.attentiontoCount);
  if (features.focus) writeCount(w, player.changeFocusCount);
  w.ascii('))');
}

/** Returns whether a team has taken a penalty kick. */
export function hasPenalties(team: FrameTeam): boolean {
  return team.penaltyScored > 0 || team.penaltyMissed > 0;
}

/** Appends `LEFT RIGHT SCORE SCORE[ PEN MISS PEN MISS]`, with penalties if either team has taken one. */
function writeTeams(w: ByteWriter, left: FrameTeam, right: FrameTeam): void {
  w.ascii(left.name === '' ? 'null' : left.name)
    .byte(0x20)
    .ascii(right.name === '' ? 'null' : right.name);
  writeCount(w, left.score);
  writeCount(w, right.score);
  if (!hasPenalties(left) && !hasPenalties(right)) return;
  writeCount(w, left.penaltyScored);
  writeCount(w, left.penaltyMissed);
  writeCount(w, right.penaltyScored);
  writeCount(w, right.penaltyMissed);
}

/**
 * Appends `(msg TIME BOARD "TEXT")`. Nothing is escaped. For game logs, the caller must first replace line feeds
 * by blanks (spec 09 §8.3).
 */
export function writeTextMsg(w: ByteWriter, time: number, board: number, text: string): void {
  w.ascii('(msg ').int(time).byte(0x20).int(board).ascii(' "').ascii(text).ascii('")');
}

/** Appends `(playmode TIME NAME)`, which only logs have. */
export function writeTextPlayMode(w: ByteWriter, time: number, playMode: string): void {
  w.ascii('(playmode ').int(time).byte(0x20).ascii(playMode).byte(0x29);
}

/** Appends `(team TIME ...)`, which only logs have. */
export function writeTextTeam(w: ByteWriter, time: number, left: FrameTeam, right: FrameTeam): void {
  w.ascii('(team ').int(time).byte(0x20);
  writeTeams(w, left, right);
  w.byte(0x29);
}

/** Names of the lists in shows as {@link SexpCursor.enterShortNamed} returns them. */
const PM = 0x6d70;
const TM = 0x6d74;
const B = 0x62;
const L = 0x6c;
const R = 0x72;
const V = 0x76;
const FP = 0x7066;
const S = 0x73;
const F = 0x66;
const FL = 0x6c66;
const FR = 0x7266;
const C = 0x63;

/** The groups in a show besides ball and players. */
export interface TextShowParts {
  /** Whether the show contains the play mode. */
  readonly playMode: boolean;
  /** Whether the show contains the teams. */
  readonly teams: boolean;
  /** Number of player groups read: 22 in a complete show. */
  readonly players: number;
}

/**
 * Reads the rest of a show into a frame; the cursor is after its head. Accepts the groups of every version, in any
 * order (spec 09 §13.1). Fields that a show does not contain are left unchanged, except arm and attention, which
 * are cleared. The cursor keeps the first failure.
 */
export function readTextShow(cursor: SexpCursor, frame: Frame): TextShowParts {
  let playMode = false;
  let teams = false;
  let players = 0;
  frame.time = cursor.readInt();
  while (cursor.peekKind() === 'list') {
    const name = cursor.enterShortNamed();
    if (name === PM) {
      frame.playMode = playModeOfId(cursor.readInt()) ?? 'before_kick_off';
      playMode = true;
    } else if (name === TM) {
      readTeams(cursor, frame.left, frame.right);
      teams = true;
    } else if (name === 0 && cursor.peekKind() === 'list' && readObject(cursor, frame)) players++;
    cursor.leaveList();
  }
  return { playMode, teams, players };
}

/** Reads a ball or a player inside its list. Returns true for a player. */
function readObject(cursor: SexpCursor, frame: Frame): boolean {
  const name = cursor.enterShortNamed();
  if (name !== L && name !== R) {
    cursor.leaveList();
    if (name !== B) return false;
    frame.ballX = cursor.readNumber();
    frame.ballY = cursor.readNumber();
    frame.ballVx = cursor.readNumber();
    frame.ballVy = cursor.readNumber();
    frame.hasHeight = !cursor.atEnd();
    frame.ballZ = frame.hasHeight ? cursor.readNumber() : 0;
    return false;
  }
  const unum = cursor.readInt();
  cursor.leaveList();
  const player = unum >= 1 && unum <= 11 ? frame.players[(name === L ? -1 : 10) + unum] : undefined;
  if (player === undefined) return false;
  readPlayer(cursor, player);
  return true;
}

function readPlayer(cursor: SexpCursor, player: FramePlayer): void {
  player.typeId = cursor.readInt();
  // Some writers omit the `0x` (spec 09 §13.1).
  player.state = cursor.readHex();
  player.x = cursor.readNumber();
  player.y = cursor.readNumber();
  player.vx = cursor.readNumber();
  player.vy = cursor.readNumber();
  player.body = cursor.readNumber();
  player.neck = cursor.readNumber();
  player.hasPoint = cursor.peekNumeric();
  player.pointX = player.hasPoint ? cursor.readNumber() : 0;
  player.pointY = player.hasPoint ? cursor.readNumber() : 0;
  player.attentionSide = '';
  player.attentionUnum = 0;
  while (cursor.peekKind() === 'list') {
    readGroup(cursor, player);
    cursor.leaveList();
  }
}

/** Reads one of the groups `(v ...)`, `(fp ...)`, `(s ...)`, `(f ...)`, `(c ...)`. The cursor stays inside the group. */
function readGroup(cursor: SexpCursor, player: FramePlayer): void {
  switch (cursor.enterShortNamed()) {
    case V:
      player.viewQuality = cursor.takeAtom('h') || cursor.readAtom() !== 'l' ? 'h' : 'l';
      player.viewWidth = cursor.readNumber();
      break;
    case FP:
      player.focusDist = cursor.readNumber();
      player.focusDir = cursor.readNumber();
      break;
    case S:
      player.stamina = cursor.readNumber();
      player.effort = cursor.readNumber();
      player.recovery = cursor.readNumber();
      if (!cursor.atEnd()) player.capacity = cursor.readNumber();
      break;
    case F:
      readAttention(cursor, readSide(cursor), player);
      break;
    // Other writers omit the blank (spec 09 §13.4).
    case FL:
      readAttention(cursor, 'l', player);
      break;
    case FR:
      readAttention(cursor, 'r', player);
      break;
    case C:
      readCounts(cursor, player);
      break;
    default:
  }
}

function readSide(cursor: SexpCursor): Side {
  if (cursor.takeAtom('l')) return 'l';
  return cursor.readAtom() === 'r' ? 'r' : 'l';
}

function readAttention(cursor: SexpCursor, side: Side, player: FramePlayer): void {
  player.attentionSide = side;
  player.attentionUnum = cursor.readInt();
}

function readCounts(cursor: SexpCursor, player: FramePlayer): void {
  player.kickCount = cursor.readInt();
  player.dashCount = cursor.readInt();
  player.turnCount = cursor.readInt();
  player.catchCount = cursor.readInt();
  player.moveCount = cursor.readInt();
  player.turnNeckCount = cursor.readInt();
  player.changeViewCount = cursor.readInt();
  player.sayCount = cursor.readInt();
  player.tackleCount = cursor.readInt();
  player.pointtoCount = cursor.readInt();
  player.attentiontoCount = cursor.readInt();
  if (!cursor.atEnd()) player.changeFocusCount = cursor.readInt();
}

/** Reads names, scores and penalties. Missing penalties are 0. */
export function readTeams(cursor: SexpCursor, left: FrameTeam, right: FrameTeam): void {
  left.name = readTeamName(cursor);
  right.name = readTeamName(cursor);
  left.score = cursor.readInt();
  right.score = cursor.readInt();
  const penalties = !cursor.atEnd();
  left.penaltyScored = penalties ? cursor.readInt() : 0;
  left.penaltyMissed = penalties ? cursor.readInt() : 0;
  right.penaltyScored = penalties ? cursor.readInt() : 0;
  right.penaltyMissed = penalties ? cursor.readInt() : 0;
}

function readTeamName(cursor: SexpCursor): string {
  const name = cursor.readText();
  return name === 'null' ? '' : name;
}
