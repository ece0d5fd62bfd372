/**
 * JSON records of monitor version -1 and of JSON game logs (spec 09 §9, spec 10 §7). Writers append one object,
 * without NUL or newline.
 */
import type { Frame, FramePlayer, FrameTeam, Side } from '@rcss/core';
import { type ByteWriter, formatJsonString } from '@rcss/sexp';
import { hasPenalties, writeQuantizedDegrees, writeQuantizedMeters } from './text.js';

/** Use of a JSON show. Shows for monitors contain mode, teams and focus points; shows of logs contain counts. */
export type JsonShowKind = 'monitor' | 'log';

function writeTime(w: ByteWriter, time: number, stoppageTime: number): void {
  w.ascii('"time":').int(time);
  if (stoppageTime > 0) w.ascii(',"stime":').int(stoppageTime);
}

function writeTeamJson(w: ByteWriter, team: FrameTeam): void {
  w.ascii('{"name":').ascii(team.name === '' ? 'null' : formatJsonString(team.name));
  w.ascii(',"score":').int(team.score);
  if (hasPenalties(team)) {
    w.ascii(',"pen_score":').int(team.penaltyScored).ascii(',"pen_miss":').int(team.penaltyMissed);
  }
  w.byte(0x7d);
}

/** Appends a show element. */
export function writeJsonShow(w: ByteWriter, frame: Frame, kind: JsonShowKind): void {
  w.ascii('{"show":{');
  writeTime(w, frame.time, frame.stoppageTime);
  if (kind === 'monitor') {
    w.ascii(',"mode":"').ascii(frame.playMode).ascii('","team":{"l":');
    writeTeamJson(w, frame.left);
    w.ascii(',"r":');
    writeTeamJson(w, frame.right);
    w.byte(0x7d);
  }
  writeMeters(w.ascii(',"ball":{'), '"x":', frame.ballX);
  writeMeters(w, ',"y":', frame.ballY);
  writeMeters(w, ',"vx":', frame.ballVx);
  writeMeters(w, ',"vy":', frame.ballVy);
  if (frame.hasHeight) writeMeters(w, ',"z":', frame.ballZ);
  w.ascii('},"players":[');
  const { players } = frame;
  for (let i = 0; i < players.length; i++) {
    if (i > 0) w.byte(0x2c);
    writePlayer(w, players[i]!, kind);
  }
  w.ascii(']}}');
}

function writeMeters(w: ByteWriter, name: string, value: number): void {
  writeQuantizedMeters(w.ascii(name), value);
}

function writeDegrees(w: ByteWriter, name: string, value: number): void {
  writeQuantizedDegrees(w.ascii(name), value);
}

function writePlayer(w: ByteWriter, player: FramePlayer, kind: JsonShowKind): void {
  w.ascii(player.side === 'l' ? '{"side":"l","unum":' : '{"side":"r","unum":').int(player.unum);
  w.ascii(',"type":').int(player.typeId).ascii(',"state":').int(player.state);
  writeMeters(w, ',"x":', player.x);
  writeMeters(w, ',"y":', player.y);
  writeMeters(w, ',"vx":', player.vx);
  writeMeters(w, ',"vy":', player.vy);
  writeDegrees(w, ',"body":', player.body);
  writeDegrees(w, ',"neck":', player.neck);
  if (player.hasPoint) {
    writeMeters(w, ',"px":', player.pointX);
    writeMeters(w, ',"py":', player.pointY);
  }
  writeDegrees(w, player.viewQuality === 'h' ? ',"vq":"h","vw":' : ',"vq":"l","vw":', player.viewWidth);
  if (kind === 'monitor') {
    writeMeters(w, ',"fdist":', player.focusDist);
    writeDegrees(w, ',"fdir":', player.focusDir);
  }
  w.ascii(',"stamina":').g6(player.stamina).ascii(',"effort":').g6(player.effort);
  w.ascii(',"recovery":').g6(player.recovery).ascii(',"capacity":').g6(player.capacity);
  if (player.attentionSide !== '') {
    w.ascii(player.attentionSide === 'l' ? ',"fside":"l","fnum":' : ',"fside":"r","fnum":');
    w.int(player.attentionUnum);
  }
  if (kind === 'log') {
    for (const [, field, head] of JSON_COUNTS) w.ascii(head).int(player[field]);
  }
  w.byte(0x7d);
}

/** Counts in the order of JSON logs: name, field, and the text before the value. */
const JSON_COUNTS = [
  ['kick', 'kickCount', ',"kick":'],
  ['dash', 'dashCount', ',"dash":'],
  ['turn', 'turnCount', ',"turn":'],
  ['catch', 'catchCount', ',"catch":'],
  ['move', 'moveCount', ',"move":'],
  ['turn_neck', 'turnNeckCount', ',"turn_neck":'],
  ['change_view', 'changeViewCount', ',"change_view":'],
  ['say', 'sayCount', ',"say":'],
  ['tackle', 'tackleCount', ',"tackle":'],
  ['pointto', 'pointtoCount', ',"pointto":'],
  ['attentionto', 'attentiontoCount', ',"attentionto":'],
  ['change_focus', 'changeFocusCount', ',"change_focus":'],
] as const;

/** Appends a message element. */
export function writeJsonMsg(
  w: ByteWriter,
  time: number,
  stoppageTime: number,
  board: number,
  text: string,
): void {
  w.ascii('{"msg":{');
  writeTime(w, time, stoppageTime);
  w.ascii(',"board":').int(board).ascii(',"message":').ascii(formatJsonString(text)).ascii('}}');
}

/** Appends a play mode element, which only logs have. */
export function writeJsonPlayMode(w: ByteWriter, time: number, stoppageTime: number, playMode: string): void {
  w.ascii('{"playmode":{');
  writeTime(w, time, stoppageTime);
  w.ascii(',"mode":"').ascii(playMode).ascii('"}}');
}

/** Appends a team element, which only logs have. */
export function writeJsonTeam(
  w: ByteWriter,
  time: number,
  stoppageTime: number,
  left: FrameTeam,
  right: FrameTeam,
): void {
  w.ascii('{"team":{');
  writeTime(w, time, stoppageTime);
  w.ascii(',"l":');
  writeTeamJson(w, left);
  w.ascii(',"r":');
  writeTeamJson(w, right);
  w.ascii('}}');
}

/** A JSON object; members are read by name. */
export type JsonObject = { readonly [name: string]: unknown };

/**
 * Parses `text` as JSON. Also accepts `inf` and `nan` as numbers, which become strings, and unescaped control
 * characters in strings (spec 03 §1.8, spec 09 §9); it then calls `onRepair`. Returns undefined if the text is not JSON.
 */
export function parseLooseJson(text: string, onRepair?: () => void): unknown {
  try {
    return JSON.parse(text);
  } catch {
    onRepair?.();
    try {
      return JSON.parse(repairJson(text));
    } catch {
      return undefined;
    }
  }
}

/** Returns `text` with control characters in strings escaped, and with quotes around `inf` and `nan` outside of strings. */
function repairJson(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[-+]?(?:inf(?:inity)?|nan)\b/gis, (part) =>
    part.startsWith('"')
      ? part.replace(/[\u0000-\u001f]/g, (c) => `\\u00${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
      : `"${part}"`,
  );
}

/** Returns a value as an object; an empty object if it is not one. */
export function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

/** Returns a value as a number; inf and nan may be strings. `fallback` for anything else. */
export function toNumber(value: unknown, fallback: number): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return fallback;
  const match = /^([-+]?)(inf|nan)/i.exec(value);
  if (match === null) return fallback;
  if (match[2]!.toLowerCase() === 'nan') return Number.NaN;
  return match[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Reads a team object; a missing name is ''. */
export function readJsonTeam(value: unknown, team: FrameTeam): void {
  const members = toObject(value);
  team.name = typeof members['name'] === 'string' ? members['name'] : '';
  team.score = toNumber(members['score'], 0);
  team.penaltyScored = toNumber(members['pen_score'], 0);
  team.penaltyMissed = toNumber(members['pen_miss'], 0);
}

/**
 * Reads the list of players of a show and returns their number. Fields that the list does not contain keep their
 * values, except arm and attention.
 */
export function readJsonPlayers(value: unknown, frame: Frame): number {
  if (!Array.isArray(value)) return 0;
  let count = 0;
  for (const item of value) {
    const members = toObject(item);
    const side: Side = members['side'] === 'r' ? 'r' : 'l';
    const unum = toNumber(members['unum'], 0);
    const player = unum >= 1 && unum <= 11 ? frame.players[(side === 'l' ? -1 : 10) + unum] : undefined;
    if (player === undefined) continue;
    readPlayer(members, player);
    count++;
  }
  return count;
}

function readPlayer(members: JsonObject, player: FramePlayer): void {
  const number = (name: string, old: number): number => toNumber(members[name], old);
  player.typeId = number('type', player.typeId);
  player.state = number('state', player.state);
  player.x = number('x', player.x);
  player.y = number('y', player.y);
  player.vx = number('vx', player.vx);
  player.vy = number('vy', player.vy);
  player.body = number('body', player.body);
  player.neck = number('neck', player.neck);
  player.hasPoint = members['px'] !== undefined;
  player.pointX = number('px', 0);
  player.pointY = number('py', 0);
  player.viewQuality = members['vq'] === 'l' ? 'l' : 'h';
  player.viewWidth = number('vw', player.viewWidth);
  player.focusDist = number('fdist', player.focusDist);
  player.focusDir = number('fdir', player.focusDir);
  player.stamina = number('stamina', player.stamina);
  player.effort = number('effort', player.effort);
  player.recovery = number('recovery', player.recovery);
  player.capacity = number('capacity', player.capacity);
  const side = members['fside'];
  player.attentionSide = side === 'l' || side === 'r' ? side : '';
  player.attentionUnum = player.attentionSide === '' ? 0 : number('fnum', 0);
  for (const [name, field] of JSON_COUNTS) player[field] = number(name, player[field]);
}
