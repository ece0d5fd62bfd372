/**
 * Binary structures of monitor versions 1 and 2 and of game log versions 1 to 3 (spec 09 §4 to §7, spec 10 §4,
 * §5), big-endian. Writers append to a `ByteWriter` and write zeros into padding. Readers fill a frame. They do
 * not change the fields of the frame that the structure does not contain.
 */
import {
  type Frame,
  type FramePlayer,
  type FrameTeam,
  playModeId,
  playModeOfId,
  type Side,
} from '@rcss/core';
import { rint } from '@rcss/core/math';
import { type ByteWriter, decodeLatin1 } from '@rcss/sexp';

/** Kinds of binary records (spec 09 §3.4). */
export const RecordKind: {
  readonly NONE: 0;
  readonly SHOW: 1;
  readonly MESSAGE: 2;
  readonly DRAW: 3;
  readonly BLANK: 4;
  readonly PLAY_MODE: 5;
  readonly TEAMS: 6;
  readonly PLAYER_TYPE: 7;
  readonly SERVER_PARAM: 8;
  readonly PLAYER_PARAM: 9;
} = {
  NONE: 0,
  SHOW: 1,
  MESSAGE: 2,
  DRAW: 3,
  BLANK: 4,
  PLAY_MODE: 5,
  TEAMS: 6,
  PLAYER_TYPE: 7,
  SERVER_PARAM: 8,
  PLAYER_PARAM: 9,
};

/** Size of a `showinfo_t` in bytes. */
export const SHOWINFO_SIZE = 316;
/** Size of a `showinfo_t2` in bytes. */
export const SHOWINFO2_SIZE = 1468;
/** Size of a `short_showinfo_t2` in bytes. */
export const SHORT_SHOWINFO2_SIZE = 1428;
/** Size of a team in bytes. */
export const TEAM_BLOCK_SIZE = 18;
/** Largest number of characters of a message on the wire or in a log. */
export const MAX_BOARD_TEXT_LENGTH = 2047;

/** Bytes of a team name, with at least one NUL. */
const NAME_SIZE = 16;
/** Units per meter in `showinfo_t`. */
const SHOWINFO_SCALE = 16;
/** Factor of reals in `showinfo_t2` and `short_showinfo_t2`. */
const SHOWINFO2_SCALE = 65536;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** Appends the low 16 bits of an integer. */
export function writeInt16(w: ByteWriter, value: number): void {
  w.reserve(2);
  const { buffer, length } = w;
  buffer[length] = value >> 8;
  buffer[length + 1] = value;
  w.length = length + 2;
}

function writeInt32(w: ByteWriter, value: number): void {
  w.reserve(4);
  const { buffer, length } = w;
  buffer[length] = value >> 24;
  buffer[length + 1] = value >> 16;
  buffer[length + 2] = value >> 8;
  buffer[length + 3] = value;
  w.length = length + 4;
}

/** Appends `count` zero bytes. */
export function writeZeros(w: ByteWriter, count: number): void {
  w.reserve(count);
  w.buffer.fill(0, w.length, w.length + count);
  w.length += count;
}

/** Appends a value multiplied by 65536, rounded to the nearest integer, halves to even. */
function writeScaled(w: ByteWriter, value: number): void {
  writeInt32(w, rint(value * SHOWINFO2_SCALE));
}

/** Appends a team (18 bytes, spec 09 §5.1); all bytes are zero if the side has no team. */
export function writeTeamBlock(w: ByteWriter, team: FrameTeam): void {
  const { name } = team;
  const length = Math.min(name.length, NAME_SIZE - 1);
  for (let i = 0; i < NAME_SIZE; i++) w.byte(i < length ? name.charCodeAt(i) & 0xff : 0);
  writeInt16(w, name === '' ? 0 : team.score);
}

/** Appends a `showinfo_t` (316 bytes, spec 09 §5.1): monitor 1, game logs 1 and 2. */
export function writeShowinfo(w: ByteWriter, frame: Frame): void {
  w.byte(playModeId(frame.playMode)).byte(0);
  writeTeamBlock(w, frame.left);
  writeTeamBlock(w, frame.right);
  writeZeros(w, 8);
  writeInt16(w, rint(frame.ballX * SHOWINFO_SCALE));
  writeInt16(w, rint(frame.ballY * SHOWINFO_SCALE));
  for (const player of frame.players) {
    writeInt16(w, player.state);
    writeInt16(w, player.side === 'l' ? 1 : -1);
    writeInt16(w, player.unum);
    writeInt16(w, rint(player.body));
    writeInt16(w, rint(player.x * SHOWINFO_SCALE));
    writeInt16(w, rint(player.y * SHOWINFO_SCALE));
  }
  writeInt16(w, frame.time);
}

/** Appends a `showinfo_t2` (1468 bytes, spec 10 §5.1): monitor 2. */
export function writeShowinfo2(w: ByteWriter, frame: Frame): void {
  w.byte(playModeId(frame.playMode)).byte(0);
  writeTeamBlock(w, frame.left);
  writeTeamBlock(w, frame.right);
  writeInt16(w, 0);
  writeShortShowinfo2(w, frame);
}

/** Appends a `short_showinfo_t2` (1428 bytes, spec 09 §7.1): game log 3. */
export function writeShortShowinfo2(w: ByteWriter, frame: Frame): void {
  writeScaled(w, frame.ballX);
  writeScaled(w, frame.ballY);
  writeScaled(w, frame.ballVx);
  writeScaled(w, frame.ballVy);
  for (const player of frame.players) writePlayer(w, player);
  writeInt16(w, frame.time);
  writeInt16(w, 0);
}

function writePlayer(w: ByteWriter, player: FramePlayer): void {
  writeInt16(w, player.state);
  writeInt16(w, player.typeId);
  writeScaled(w, player.x);
  writeScaled(w, player.y);
  writeScaled(w, player.vx);
  writeScaled(w, player.vy);
  writeScaled(w, player.body * RADIANS_PER_DEGREE);
  writeScaled(w, player.neck * RADIANS_PER_DEGREE);
  writeScaled(w, player.viewWidth * RADIANS_PER_DEGREE);
  writeInt16(w, player.viewQuality === 'h' ? 1 : 0);
  writeInt16(w, 0);
  writeScaled(w, player.stamina);
  writeScaled(w, player.effort);
  writeScaled(w, player.recovery);
  writeInt16(w, player.kickCount);
  writeInt16(w, player.dashCount);
  writeInt16(w, player.turnCount);
  writeInt16(w, player.sayCount);
  writeInt16(w, player.turnNeckCount);
  writeInt16(w, player.catchCount);
  writeInt16(w, player.moveCount);
  writeInt16(w, player.changeViewCount);
}

/** Appends a `msginfo_t` (2050 bytes, spec 09 §5.2): board and text, padded with zeros. The text is cut to 2047 characters. */
export function writeMsginfo(w: ByteWriter, board: number, text: string): void {
  const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
  writeInt16(w, board);
  w.ascii(cut);
  writeZeros(w, MAX_BOARD_TEXT_LENGTH + 1 - cut.length);
}

export function createDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the text of `bytes[start, end)` up to its first NUL. */
export function readCString(bytes: Uint8Array, start: number, end: number): string {
  const nul = bytes.subarray(start, end).indexOf(0);
  return decodeLatin1(bytes, start, nul < 0 ? end : start + nul);
}

/** Reads name and score of a team at `offset`. The structure does not contain penalties. */
export function readTeamBlock(bytes: Uint8Array, offset: number, team: FrameTeam): void {
  team.name = readCString(bytes, offset, offset + NAME_SIZE);
  team.score = createDataView(bytes).getInt16(offset + NAME_SIZE);
}

/** Reads the play mode and the teams of `showinfo_t` and `showinfo_t2`. A number that is not a play mode is read as before_kick_off. */
function readShowHeader(bytes: Uint8Array, offset: number, frame: Frame): void {
  frame.playMode = playModeOfId(bytes[offset]!) ?? 'before_kick_off';
  readTeamBlock(bytes, offset + 2, frame.left);
  readTeamBlock(bytes, offset + 20, frame.right);
}

/** Reads a `showinfo_t` at `offset`, in meters and degrees. Returns false if there are fewer than 316 bytes. */
export function readShowinfo(bytes: Uint8Array, offset: number, frame: Frame): boolean {
  if (bytes.length < offset + SHOWINFO_SIZE) return false;
  const view = createDataView(bytes);
  readShowHeader(bytes, offset, frame);
  const ball = offset + 38;
  frame.ballX = view.getInt16(ball + 8) / SHOWINFO_SCALE;
  frame.ballY = view.getInt16(ball + 10) / SHOWINFO_SCALE;
  for (let i = 0; i < frame.players.length; i++) {
    const at = ball + 12 * (i + 1);
    const player = frame.players[i]!;
    player.state = view.getUint16(at);
    assignSlot(player, i);
    player.body = view.getInt16(at + 6);
    player.x = view.getInt16(at + 8) / SHOWINFO_SCALE;
    player.y = view.getInt16(at + 10) / SHOWINFO_SCALE;
  }
  frame.time = view.getUint16(offset + 314);
  return true;
}

/** Sets side and number of the player of a slot: left 1 to 11, then right 1 to 11 (spec 09 §5.1). */
function assignSlot(player: FramePlayer, index: number): void {
  const side: Side = index < 11 ? 'l' : 'r';
  player.side = side;
  player.unum = (index % 11) + 1;
}

/** Reads a `showinfo_t2` at `offset`. Returns false if there are fewer than 1468 bytes. */
export function readShowinfo2(bytes: Uint8Array, offset: number, frame: Frame): boolean {
  if (bytes.length < offset + SHOWINFO2_SIZE) return false;
  readShowHeader(bytes, offset, frame);
  return readShortShowinfo2(bytes, offset + 40, frame);
}

/** Reads a `short_showinfo_t2` at `offset`, in meters and degrees. Returns false if there are fewer than 1428 bytes. */
export function readShortShowinfo2(bytes: Uint8Array, offset: number, frame: Frame): boolean {
  if (bytes.length < offset + SHORT_SHOWINFO2_SIZE) return false;
  const view = createDataView(bytes);
  frame.ballX = view.getInt32(offset) / SHOWINFO2_SCALE;
  frame.ballY = view.getInt32(offset + 4) / SHOWINFO2_SCALE;
  frame.ballVx = view.getInt32(offset + 8) / SHOWINFO2_SCALE;
  frame.ballVy = view.getInt32(offset + 12) / SHOWINFO2_SCALE;
  for (let i = 0; i < frame.players.length; i++) {
    const player = frame.players[i]!;
    assignSlot(player, i);
    readPlayer(view, offset + 16 + 64 * i, player);
  }
  frame.time = view.getUint16(offset + 1424);
  return true;
}

function readPlayer(view: DataView, at: number, player: FramePlayer): void {
  player.state = view.getUint16(at);
  player.typeId = view.getInt16(at + 2);
  player.x = view.getInt32(at + 4) / SHOWINFO2_SCALE;
  player.y = view.getInt32(at + 8) / SHOWINFO2_SCALE;
  player.vx = view.getInt32(at + 12) / SHOWINFO2_SCALE;
  player.vy = view.getInt32(at + 16) / SHOWINFO2_SCALE;
  player.body = view.getInt32(at + 20) / SHOWINFO2_SCALE / RADIANS_PER_DEGREE;
  player.neck = view.getInt32(at + 24) / SHOWINFO2_SCALE / RADIANS_PER_DEGREE;
  player.viewWidth = view.getInt32(at + 28) / SHOWINFO2_SCALE / RADIANS_PER_DEGREE;
  player.viewQuality = view.getInt16(at + 32) === 0 ? 'l' : 'h';
  player.stamina = view.getInt32(at + 36) / SHOWINFO2_SCALE;
  player.effort = view.getInt32(at + 40) / SHOWINFO2_SCALE;
  player.recovery = view.getInt32(at + 44) / SHOWINFO2_SCALE;
  player.kickCount = view.getUint16(at + 48);
  player.dashCount = view.getUint16(at + 50);
  player.turnCount = view.getUint16(at + 52);
  player.sayCount = view.getUint16(at + 54);
  player.turnNeckCount = view.getUint16(at + 56);
  player.catchCount = view.getUint16(at + 58);
  player.moveCount = view.getUint16(at + 60);
  player.changeViewCount = view.getUint16(at + 62);
}
