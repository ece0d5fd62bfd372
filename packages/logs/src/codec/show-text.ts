/** Shows as text: the players and groups that text logs and text monitors share (09 §8.4, §8.5, 10 §6.2). */
import { type Frame, type FramePlayer, type FrameTeam, rint } from '@rcss/core';
import { type ByteWriter, writeAscii, writeG6, writeInt } from '@rcss/sexp';

/** What the players of a text show have: log 4 and monitor 3 neither, log 5 and monitor 4 capacity, log 6 and monitor 5 both. */
export interface TextShowForm {
  /** Stamina capacity. */
  readonly capacity: boolean;
  /** Focus point and a count of change_focus. */
  readonly focus: boolean;
}

/** More than the longest text of one player. */
const PLAYER_ROOM = 640;

/** Quantised to 0.0001 (09 §8.5). */
function q4(value: number): number {
  return rint(value / 0.0001) * 0.0001;
}

/** Quantised to 0.001 (09 §8.5). */
function q3(value: number): number {
  return rint(value / 0.001) * 0.001;
}

/** Append ` ((b) x y vx vy)` and the 22 players, each with a blank before it. */
export function writeTextObjects(out: ByteWriter, frame: Frame, form: TextShowForm): void {
  out.ascii(' ((b)');
  out.reserve(PLAYER_ROOM);
  const { buffer } = out;
  let pos = out.length;
  pos = real(buffer, pos, q4(frame.ballX));
  pos = real(buffer, pos, q4(frame.ballY));
  pos = real(buffer, pos, q4(frame.ballVx));
  pos = real(buffer, pos, q4(frame.ballVy));
  buffer[pos++] = 0x29;
  out.length = pos;
  const { players } = frame;
  for (let i = 0; i < players.length; i++) writePlayer(out, players[i]!, form);
}

/** A blank and a real. */
function real(buffer: Uint8Array, pos: number, value: number): number {
  buffer[pos] = 0x20;
  return writeG6(buffer, pos + 1, value);
}

/** A blank and an integer. */
function int(buffer: Uint8Array, pos: number, value: number): number {
  buffer[pos] = 0x20;
  return writeInt(buffer, pos + 1, value);
}

function writePlayer(out: ByteWriter, p: FramePlayer, form: TextShowForm): void {
  out.reserve(PLAYER_ROOM);
  const b = out.buffer;
  let i = out.length;
  b[i] = 0x20;
  b[i + 1] = 0x28;
  b[i + 2] = 0x28;
  b[i + 3] = p.side === 'l' ? 0x6c : 0x72;
  i = int(b, i + 4, p.unum);
  b[i] = 0x29;
  i = int(b, i + 1, p.typeId);
  i = flags(b, i, p.state);
  i = real(b, i, q4(p.x));
  i = real(b, i, q4(p.y));
  i = real(b, i, q4(p.vx));
  i = real(b, i, q4(p.vy));
  i = real(b, i, q3(p.body));
  i = real(b, i, q3(p.neck));
  if (p.hasPoint) {
    i = real(b, i, q4(p.pointX));
    i = real(b, i, q4(p.pointY));
  }
  i = writeAscii(b, i, p.viewQuality === 'h' ? ' (v h' : ' (v l');
  i = real(b, i, q3(p.viewWidth));
  b[i++] = 0x29;
  if (form.focus) {
    i = writeAscii(b, i, ' (fp');
    i = real(b, i, q4(p.focusDist));
    i = real(b, i, q4(p.focusDir));
    b[i++] = 0x29;
  }
  i = writeAscii(b, i, ' (s');
  i = real(b, i, p.stamina);
  i = real(b, i, p.effort);
  i = real(b, i, p.recovery);
  if (form.capacity) i = real(b, i, p.capacity);
  b[i++] = 0x29;
  if (p.attentionSide !== '') {
    i = writeAscii(b, i, p.attentionSide === 'l' ? ' (f l' : ' (f r');
    i = int(b, i, p.attentionUnum);
    b[i++] = 0x29;
  }
  i = writeAscii(b, i, ' (c');
  i = int(b, i, p.kickCount);
  i = int(b, i, p.dashCount);
  i = int(b, i, p.turnCount);
  i = int(b, i, p.catchCount);
  i = int(b, i, p.moveCount);
  i = int(b, i, p.turnNeckCount);
  i = int(b, i, p.changeViewCount);
  i = int(b, i, p.sayCount);
  i = int(b, i, p.tackleCount);
  i = int(b, i, p.pointtoCount);
  i = int(b, i, p.attentiontoCount);
  if (form.focus) i = int(b, i, p.changeFocusCount);
  b[i] = 0x29;
  b[i + 1] = 0x29;
  out.length = i + 2;
}

/** A blank and state bits: hexadecimal with `0x`, zero without. */
function flags(b: Uint8Array, pos: number, value: number): number {
  b[pos] = 0x20;
  const bits = value >>> 0;
  if (bits === 0) {
    b[pos + 1] = 0x30;
    return pos + 2;
  }
  b[pos + 1] = 0x30;
  b[pos + 2] = 0x78;
  let shift = 28;
  while (bits >>> shift === 0) shift -= 4;
  let i = pos + 3;
  for (; shift >= 0; shift -= 4) {
    const digit = (bits >>> shift) & 15;
    b[i++] = digit < 10 ? 0x30 + digit : 0x57 + digit;
  }
  return i;
}

/** Append ` <left> <right> <score l> <score r>[ <pen l> <miss l> <pen r> <miss r>]` (09 §8.3, 10 §6.2). */
export function writeTextTeams(out: ByteWriter, left: FrameTeam, right: FrameTeam): void {
  out.byte(0x20).ascii(left.name === '' ? 'null' : left.name);
  out.byte(0x20).ascii(right.name === '' ? 'null' : right.name);
  out.byte(0x20).int(left.score).byte(0x20).int(right.score);
  if (left.penaltyScored + left.penaltyMissed + right.penaltyScored + right.penaltyMissed > 0) {
    out.byte(0x20).int(left.penaltyScored).byte(0x20).int(left.penaltyMissed);
    out.byte(0x20).int(right.penaltyScored).byte(0x20).int(right.penaltyMissed);
  }
}
