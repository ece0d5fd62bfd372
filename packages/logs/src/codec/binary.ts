/**
 * The binary structures that logs 1 to 3 and monitors 1 and 2 share (09 §4, §5.1, §7.1 to §7.3, 10 §4, §5): big-endian,
 * padding written as zero.
 */
import { type Frame, type FramePlayer, type FrameTeam, playModeId, rad, rint } from '@rcss/core';

/** Kinds of binary records (09 §3.4). */
export const RecordKind: {
  readonly none: 0;
  readonly show: 1;
  readonly message: 2;
  readonly draw: 3;
  readonly blank: 4;
  readonly playMode: 5;
  readonly teams: 6;
  readonly playerType: 7;
  readonly serverParam: 8;
  readonly playerParam: 9;
} = Object.freeze({
  none: 0,
  show: 1,
  message: 2,
  draw: 3,
  blank: 4,
  playMode: 5,
  teams: 6,
  playerType: 7,
  serverParam: 8,
  playerParam: 9,
});

/** Both teams: 16 bytes name and 2 bytes score each. */
export const TEAMS_SIZE = 36;
/** `showinfo_t` of log 1, log 2 and monitor 1. */
export const SHOW_SIZE = 316;
/** `short_showinfo_t2` of log 3, without play mode and teams. */
export const SHORT_SHOW_SIZE = 1428;
/** `msginfo_t` of log 1 and monitor 1. */
export const MESSAGE_SIZE = 2050;
/** Most bytes of a message (09 §2.5). */
export const MAX_MESSAGE = 2047;
/** Most characters of a name. */
const NAME_SIZE = 16;
/** Factor of 32-bit reals. */
export const SCALE = 65536;

/** Write the low 16 bits. */
export function put16(buf: Uint8Array, pos: number, value: number): void {
  buf[pos] = value >> 8;
  buf[pos + 1] = value;
}

/** Write the low 32 bits. */
export function put32(buf: Uint8Array, pos: number, value: number): void {
  buf[pos] = value >> 24;
  buf[pos + 1] = value >> 16;
  buf[pos + 2] = value >> 8;
  buf[pos + 3] = value;
}

/** A signed 16-bit integer. */
export function get16(buf: Uint8Array, pos: number): number {
  return ((buf[pos]! << 24) >> 16) | buf[pos + 1]!;
}

/** A signed 32-bit integer. */
export function get32(buf: Uint8Array, pos: number): number {
  return (buf[pos]! << 24) | (buf[pos + 1]! << 16) | (buf[pos + 2]! << 8) | buf[pos + 3]!;
}

function putScaled(buf: Uint8Array, pos: number, value: number): void {
  put32(buf, pos, rint(value * SCALE));
}

function getScaled(buf: Uint8Array, pos: number): number {
  return get32(buf, pos) / SCALE;
}

function putTeam(buf: Uint8Array, pos: number, team: FrameTeam): void {
  const { name } = team;
  for (let i = 0; i < NAME_SIZE; i++) {
    const code = i < name.length && i < NAME_SIZE - 1 ? name.charCodeAt(i) : 0;
    buf[pos + i] = code < 256 ? code : 0x3f;
  }
  put16(buf, pos + NAME_SIZE, name === '' ? 0 : team.score);
}

/** Write both teams, {@link TEAMS_SIZE} bytes; a side without team is all zero (09 §5.1, §7.7). */
export function putTeams(buf: Uint8Array, pos: number, left: FrameTeam, right: FrameTeam): void {
  putTeam(buf, pos, left);
  putTeam(buf, pos + TEAMS_SIZE / 2, right);
}

function getTeam(buf: Uint8Array, pos: number, out: FrameTeam): void {
  let length = 0;
  while (length < NAME_SIZE && buf[pos + length] !== 0) length++;
  // Names seldom change: no new text for the one that is there already.
  let same = out.name.length === length;
  for (let i = 0; same && i < length; i++) same = out.name.charCodeAt(i) === buf[pos + i];
  if (!same) {
    let name = '';
    for (let i = 0; i < length; i++) name += String.fromCharCode(buf[pos + i]!);
    out.name = name;
  }
  // A missing team's score is undefined in version 1.
  out.score = length === 0 ? 0 : get16(buf, pos + NAME_SIZE);
}

/** Read both teams; penalties are not told and stay. */
export function getTeams(buf: Uint8Array, pos: number, left: FrameTeam, right: FrameTeam): void {
  getTeam(buf, pos, left);
  getTeam(buf, pos + TEAMS_SIZE / 2, right);
}

/** Write `showinfo_t`, {@link SHOW_SIZE} bytes (09 §5.1). */
export function putShow(buf: Uint8Array, pos: number, frame: Frame): void {
  buf[pos] = playModeId(frame.playMode);
  buf[pos + 1] = 0;
  putTeams(buf, pos + 2, frame.left, frame.right);
  let at = pos + 38;
  put32(buf, at, 0);
  put32(buf, at + 4, 0);
  put16(buf, at + 8, rint(frame.ballX * 16));
  put16(buf, at + 10, rint(frame.ballY * 16));
  for (let i = 0; i < 22; i++) {
    const p = frame.players[i]!;
    at += 12;
    put16(buf, at, p.state);
    put16(buf, at + 2, p.side === 'l' ? 1 : -1);
    put16(buf, at + 4, p.unum);
    put16(buf, at + 6, rint(p.body));
    put16(buf, at + 8, rint(p.x * 16));
    put16(buf, at + 10, rint(p.y * 16));
  }
  put16(buf, pos + 314, frame.time);
}

/** Write the objects of `short_showinfo_t2` and `showinfo_t2`: ball and 22 players, 1424 bytes (09 §7.2, §7.3). */
export function putObjects(buf: Uint8Array, pos: number, frame: Frame): void {
  putScaled(buf, pos, frame.ballX);
  putScaled(buf, pos + 4, frame.ballY);
  putScaled(buf, pos + 8, frame.ballVx);
  putScaled(buf, pos + 12, frame.ballVy);
  for (let i = 0; i < 22; i++) putPlayer(buf, pos + 16 + 64 * i, frame.players[i]!);
}

/** Write `short_showinfo_t2`, {@link SHORT_SHOW_SIZE} bytes (09 §7.1). */
export function putShortShow(buf: Uint8Array, pos: number, frame: Frame): void {
  putObjects(buf, pos, frame);
  put16(buf, pos + 1424, frame.time);
  put16(buf, pos + 1426, 0);
}

function putPlayer(buf: Uint8Array, pos: number, p: FramePlayer): void {
  put16(buf, pos, p.state);
  put16(buf, pos + 2, p.typeId);
  putScaled(buf, pos + 4, p.x);
  putScaled(buf, pos + 8, p.y);
  putScaled(buf, pos + 12, p.vx);
  putScaled(buf, pos + 16, p.vy);
  putScaled(buf, pos + 20, rad(p.body));
  putScaled(buf, pos + 24, rad(p.neck));
  putScaled(buf, pos + 28, rad(p.viewWidth));
  put16(buf, pos + 32, p.viewQuality === 'h' ? 1 : 0);
  put16(buf, pos + 34, 0);
  putScaled(buf, pos + 36, p.stamina);
  putScaled(buf, pos + 40, p.effort);
  putScaled(buf, pos + 44, p.recovery);
  put16(buf, pos + 48, p.kickCount);
  put16(buf, pos + 50, p.dashCount);
  put16(buf, pos + 52, p.turnCount);
  put16(buf, pos + 54, p.sayCount);
  put16(buf, pos + 56, p.turnNeckCount);
  put16(buf, pos + 58, p.catchCount);
  put16(buf, pos + 60, p.moveCount);
  put16(buf, pos + 62, p.changeViewCount);
}
