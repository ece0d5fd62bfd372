import {
  createFrame,
  type Frame,
  type FramePlayer,
  type FrameTeam,
  playModeId,
  playModeOfId,
  SHOWN_COUNTS,
} from '@rcss/core';
import { clamp } from '@rcss/core/math';

/**
 * Size of an encoded frame in bytes. The encoding is little endian, has about half the size of the server's text and needs no
 * parser. It is for transfer to a browser and for a whole match in memory. Angles keep 0.01 degrees, other numbers single
 * precision: enough to draw a match, not for archives.
 *
 * head (100): time i32, stoppage i32, play mode u8, penalties 4 u8, whether there are heights u8,
 * scores 2 u16, height of the ball u16 mm, ball 4 f32, names 2 x 32 Latin-1 bytes;
 * player (72): type i8, flags u8, attended unum u8, view width / 2 u8, state u32, x y vx vy f32, body neck focus direction i16,
 * focus distance u16 cm, stamina f32, effort recovery u16 in 1/10000, capacity f32, point 2 i16 cm, 12 counts u16.
 */
export const FRAME_BYTES: number = 100 + 22 * 72;

const NAME_BYTES = 32;
const FLAG_POINT = 1;
const FLAG_LOW_QUALITY = 2;
const FLAG_ATTEND_LEFT = 4;
const FLAG_ATTEND_RIGHT = 8;

/** Writes a frame at an offset in bytes; the view must have FRAME_BYTES left. */
export function encodeFrame(frame: Frame, view: DataView, offset: number): void {
  view.setInt32(offset, frame.time, true);
  view.setInt32(offset + 4, frame.stoppageTime, true);
  view.setUint8(offset + 8, playModeId(frame.playMode));
  encodeTeam(frame.left, view, offset + 9, offset + 14, offset + 36);
  encodeTeam(frame.right, view, offset + 11, offset + 16, offset + 36 + NAME_BYTES);
  view.setUint8(offset + 13, frame.hasHeight ? 1 : 0);
  view.setUint16(offset + 18, clamp(Math.round(frame.ballZ * 1000), 0, 65535), true);
  view.setFloat32(offset + 20, frame.ballX, true);
  view.setFloat32(offset + 24, frame.ballY, true);
  view.setFloat32(offset + 28, frame.ballVx, true);
  view.setFloat32(offset + 32, frame.ballVy, true);
  for (let i = 0; i < 22; i++) encodePlayer(frame.players[i] as FramePlayer, view, offset + 100 + i * 72);
}

function encodeTeam(team: FrameTeam, view: DataView, penalties: number, score: number, name: number): void {
  view.setUint8(penalties, Math.min(255, team.penaltyScored));
  view.setUint8(penalties + 1, Math.min(255, team.penaltyMissed));
  view.setUint16(score, Math.min(65535, team.score), true);
  for (let i = 0; i < NAME_BYTES; i++) {
    view.setUint8(name + i, i < team.name.length ? team.name.charCodeAt(i) & 0xff : 0);
  }
}

/** Converts degrees to hundredths of a degree within -180..180 degrees. */
function toCentidegrees(degrees: number): number {
  const hundredths = Math.round(degrees * 100);
  if (!Number.isFinite(hundredths)) return 0;
  return hundredths >= -18000 && hundredths <= 18000
    ? hundredths
    : ((((hundredths + 18000) % 36000) + 36000) % 36000) - 18000;
}

function encodePlayer(p: FramePlayer, view: DataView, o: number): void {
  view.setInt8(o, clamp(p.typeId, -128, 127));
  view.setUint8(
    o + 1,
    (p.hasPoint ? FLAG_POINT : 0) |
      (p.viewQuality === 'l' ? FLAG_LOW_QUALITY : 0) |
      (p.attentionSide === 'l' ? FLAG_ATTEND_LEFT : p.attentionSide === 'r' ? FLAG_ATTEND_RIGHT : 0),
  );
  view.setUint8(o + 2, clamp(p.attentionUnum, 0, 255));
  view.setUint8(o + 3, clamp(Math.round(p.viewWidth / 2), 0, 255));
  view.setUint32(o + 4, p.state, true);
  view.setFloat32(o + 8, p.x, true);
  view.setFloat32(o + 12, p.y, true);
  view.setFloat32(o + 16, p.vx, true);
  view.setFloat32(o + 20, p.vy, true);
  view.setInt16(o + 24, toCentidegrees(p.body), true);
  view.setInt16(o + 26, toCentidegrees(p.neck), true);
  view.setInt16(o + 28, toCentidegrees(p.focusDir), true);
  view.setUint16(o + 30, clamp(Math.round(p.focusDist * 100), 0, 65535), true);
  view.setFloat32(o + 32, p.stamina, true);
  view.setUint16(o + 36, clamp(Math.round(p.effort * 10000), 0, 65535), true);
  view.setUint16(o + 38, clamp(Math.round(p.recovery * 10000), 0, 65535), true);
  view.setFloat32(o + 40, p.capacity, true);
  view.setInt16(o + 44, clamp(Math.round(p.pointX * 100), -32768, 32767), true);
  view.setInt16(o + 46, clamp(Math.round(p.pointY * 100), -32768, 32767), true);
  for (let i = 0; i < SHOWN_COUNTS.length; i++) {
    view.setUint16(
      o + 48 + 2 * i,
      clamp(p[SHOWN_COUNTS[i] as (typeof SHOWN_COUNTS)[number]], 0, 65535),
      true,
    );
  }
}

/** Reads a frame at an offset in bytes into `out` and returns `out`; `out` comes from `createFrame`. */
export function decodeFrame(view: DataView, offset: number, out: Frame = createFrame()): Frame {
  out.time = view.getInt32(offset, true);
  out.stoppageTime = view.getInt32(offset + 4, true);
  out.playMode = playModeOfId(view.getUint8(offset + 8)) ?? 'before_kick_off';
  decodeTeam(view, offset + 9, offset + 14, offset + 36, out.left);
  decodeTeam(view, offset + 11, offset + 16, offset + 36 + NAME_BYTES, out.right);
  out.hasHeight = view.getUint8(offset + 13) !== 0;
  out.ballZ = view.getUint16(offset + 18, true) / 1000;
  out.ballX = view.getFloat32(offset + 20, true);
  out.ballY = view.getFloat32(offset + 24, true);
  out.ballVx = view.getFloat32(offset + 28, true);
  out.ballVy = view.getFloat32(offset + 32, true);
  for (let i = 0; i < 22; i++) decodePlayer(view, offset + 100 + i * 72, out.players[i] as FramePlayer);
  return out;
}

function decodeTeam(view: DataView, penalties: number, score: number, name: number, out: FrameTeam): void {
  out.penaltyScored = view.getUint8(penalties);
  out.penaltyMissed = view.getUint8(penalties + 1);
  out.score = view.getUint16(score, true);
  if (isNameAt(view, name, out.name)) return;
  let text = '';
  for (let i = 0; i < NAME_BYTES; i++) {
    const code = view.getUint8(name + i);
    if (code === 0) break;
    text += String.fromCharCode(code);
  }
  out.name = text;
}

function isNameAt(view: DataView, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (view.getUint8(at + i) !== name.charCodeAt(i)) return false;
  return name.length >= NAME_BYTES || view.getUint8(at + name.length) === 0;
}

function decodePlayer(view: DataView, o: number, p: FramePlayer): void {
  p.typeId = view.getInt8(o);
  const flags = view.getUint8(o + 1);
  p.hasPoint = (flags & FLAG_POINT) !== 0;
  p.viewQuality = (flags & FLAG_LOW_QUALITY) !== 0 ? 'l' : 'h';
  p.attentionSide = (flags & FLAG_ATTEND_LEFT) !== 0 ? 'l' : (flags & FLAG_ATTEND_RIGHT) !== 0 ? 'r' : '';
  p.attentionUnum = view.getUint8(o + 2);
  p.viewWidth = view.getUint8(o + 3) * 2;
  p.state = view.getUint32(o + 4, true);
  p.x = view.getFloat32(o + 8, true);
  p.y = view.getFloat32(o + 12, true);
  p.vx = view.getFloat32(o + 16, true);
  p.vy = view.getFloat32(o + 20, true);
  p.body = view.getInt16(o + 24, true) / 100;
  p.neck = view.getInt16(o + 26, true) / 100;
  p.focusDir = view.getInt16(o + 28, true) / 100;
  p.focusDist = view.getUint16(o + 30, true) / 100;
  p.stamina = view.getFloat32(o + 32, true);
  p.effort = view.getUint16(o + 36, true) / 10000;
  p.recovery = view.getUint16(o + 38, true) / 10000;
  p.capacity = view.getFloat32(o + 40, true);
  p.pointX = view.getInt16(o + 44, true) / 100;
  p.pointY = view.getInt16(o + 46, true) / 100;
  for (let i = 0; i < SHOWN_COUNTS.length; i++) {
    p[SHOWN_COUNTS[i] as (typeof SHOWN_COUNTS)[number]] = view.getUint16(o + 48 + 2 * i, true);
  }
}
