/** Logs of the reference server and what a correct reader finds in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Frame, FramePlayer } from '@rcss/core';
import { expect } from 'vitest';
import { type LogRecord, readLogBytes } from '../src/index.js';

const FOLDER = new URL('../testdata/', import.meta.url);

/** Names of the logs in testdata. */
export const REFERENCE_LOGS: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.rcg.gz'))
  .map((name) => name.slice(0, -'.rcg.gz'.length));

/** A log as it was written, packed. */
export function packedLog(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${name}.rcg.gz`, FOLDER)));
}

/** A log as it was written, unpacked. */
export function plainLog(name: string): Uint8Array {
  return new Uint8Array(gunzipSync(packedLog(name)));
}

export function join(pieces: Iterable<Uint8Array>): Uint8Array {
  return new Uint8Array(Buffer.concat([...pieces]));
}

/** Text as bytes. */
export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

type Values = Record<string, unknown>;

export interface Digest {
  readonly version: number;
  readonly complete: boolean;
  readonly records: Record<string, number>;
  readonly server_param: Values | null;
  readonly player_param: Values | null;
  readonly player_types: Values[];
  readonly playmodes: [number, string][];
  readonly teams: { time: number; names: (string | null)[]; scores: number[]; penalties?: number[] }[];
  readonly messages: [number | null, string][];
  readonly messages_on_board_2: number;
  readonly result: string | null;
  readonly cycles?: { first: number; last: number; different: number };
  readonly frames?: (Values & { index: number; players: Record<string, Values> })[];
  readonly checksum?: Record<string, number>;
}

export function digestOf(name: string): Digest {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.digest.json.gz`, FOLDER))).toString()) as Digest;
}

/**
 * Checks the values of a record that have a name in `wanted`. Booleans count as numbers. `near` allows small
 * differences, for parameters that a log stores as blocks of integers.
 */
function expectValues(found: object, wanted: Values, near: boolean): void {
  const values = found as Values;
  let compared = 0;
  for (const [name, value] of Object.entries(wanted)) {
    const own = values[name];
    if (own === undefined) continue;
    compared++;
    if (typeof value === 'string') expect(own, name).toBe(value);
    else if (near) expect(Number(own), name).toBeCloseTo(Number(value), 5);
    else expect(Number(own), name).toBe(Number(value));
  }
  expect(compared).toBeGreaterThan(10);
}

const COUNTS: readonly [string, keyof FramePlayer][] = [
  ['kick', 'kickCount'],
  ['dash', 'dashCount'],
  ['turn', 'turnCount'],
  ['catch', 'catchCount'],
  ['move', 'moveCount'],
  ['turn_neck', 'turnNeckCount'],
  ['change_view', 'changeViewCount'],
  ['say', 'sayCount'],
  ['tackle', 'tackleCount'],
  ['pointto', 'pointtoCount'],
  ['attentionto', 'attentiontoCount'],
  ['change_focus', 'changeFocusCount'],
];
const FIELDS: readonly [string, keyof FramePlayer][] = [
  ['type', 'typeId'],
  ['state', 'state'],
  ['x', 'x'],
  ['y', 'y'],
  ['vx', 'vx'],
  ['vy', 'vy'],
  ['body', 'body'],
  ['neck', 'neck'],
  ['quality', 'viewQuality'],
  ['width', 'viewWidth'],
  ['stamina', 'stamina'],
  ['effort', 'effort'],
  ['recovery', 'recovery'],
  ['capacity', 'capacity'],
];

function same(found: unknown, wanted: unknown, near: boolean, what: string): void {
  if (near && typeof wanted === 'number') expect(found as number, what).toBeCloseTo(wanted, 5);
  else expect((found as number) === 0 ? 0 : found, what).toBe(wanted);
}

function expectPlayer(p: FramePlayer, wanted: Values, near: boolean): void {
  for (const [name, field] of FIELDS) if (name in wanted) same(p[field], wanted[name], near, name);
  const counts = (wanted['counts'] ?? {}) as Values;
  for (const [name, field] of COUNTS) if (name in counts) same(p[field], counts[name], near, name);
  if (near) return;
  expect(p.hasPoint ? [p.pointX + 0, p.pointY + 0] : undefined).toEqual(wanted['arm']);
  if ('focus' in wanted) expect([p.focusDist + 0, p.focusDir + 0]).toEqual(wanted['focus']);
  const attention = p.attentionSide === '' ? undefined : `${p.attentionSide} ${p.attentionUnum}`;
  expect(attention).toBe(wanted['attention']);
}

/** Sums over all shows, as digests have them. */
export function checksum(frames: readonly Frame[]): Record<string, number> {
  const sum = { time: 0, ball_x: 0, ball_y: 0, x: 0, y: 0, body: 0, state: 0, kicks: 0, dashes: 0 };
  for (const frame of frames) {
    sum.time += frame.time;
    sum.ball_x += frame.ballX;
    sum.ball_y += frame.ballY;
    for (const p of frame.players) {
      sum.x += p.x;
      sum.y += p.y;
      sum.body += p.body;
      sum.state += p.state;
      sum.kicks += p.kickCount;
      sum.dashes += p.dashCount;
    }
  }
  return sum;
}

/** Compares the contents of a digest with the records that were read. */
export function expectDigest(records: readonly LogRecord[], digest: Digest): void {
  const near = digest.version >= 1 && digest.version <= 3;
  const count = (type: LogRecord['type']): number => records.filter((r) => r.type === type).length;
  const frames = records.flatMap((r) => (r.type === 'show' ? [r.frame] : []));
  expect(records[0]).toMatchObject({ type: 'header', version: digest.version });
  expect(records.at(-1)).toMatchObject({ type: 'end', complete: digest.complete });
  expect({
    server_param: count('server_param'),
    player_param: count('player_param'),
    player_type: count('player_type'),
    playmode: count('playmode'),
    team: count('team'),
    show: count('show'),
    msg: count('msg') + (digest.version < 0 ? 0 : count('team_graphic')),
  }).toEqual({
    server_param: digest.records['server_param'] ?? 0,
    player_param: digest.records['player_param'] ?? 0,
    player_type: digest.records['player_type'] ?? 0,
    playmode: digest.records['playmode'] ?? 0,
    team: digest.records['team'] ?? 0,
    show: digest.records['show'] ?? 0,
    msg: digest.records['msg'] ?? 0,
  });
  const types: object[] = [];
  for (const record of records) {
    if (record.type === 'server_param') expectValues(record.params, digest.server_param!, near);
    if (record.type === 'player_param') expectValues(record.params, digest.player_param!, near);
    if (record.type === 'player_type') types.push(record.playerType);
  }
  for (const [i, type] of types.entries()) expectValues(type, digest.player_types[i]!, near);
  expectHistory(records, frames, digest);
  expect(frames.length > 0).toBe(digest.frames !== undefined);
  if (digest.frames === undefined) return;
  expect({
    first: frames[0]!.time,
    last: frames.at(-1)!.time,
    different: new Set(frames.map((f) => f.time)).size,
  }).toEqual(digest.cycles);
  for (const wanted of digest.frames) {
    const frame = frames[wanted.index]!;
    const ball = [frame.ballX, frame.ballY, frame.ballVx, frame.ballVy];
    for (const [i, value] of (wanted['ball'] as number[]).entries()) same(ball[i], value, near, `ball ${i}`);
    if ('stime' in wanted) expect(frame.stoppageTime).toBe(wanted['stime']);
    for (const [id, values] of Object.entries(wanted.players)) {
      const p = frame.players.find((q) => `${q.side}${q.unum}` === id)!;
      expectPlayer(p, values, near);
    }
  }
  for (const [name, value] of Object.entries(checksum(frames)))
    expect(Math.abs(value - digest.checksum![name]!), name).toBeLessThan(0.01);
}

/** Play modes, teams and messages. */
function expectHistory(records: readonly LogRecord[], frames: readonly Frame[], digest: Digest): void {
  const inShows = digest.version === 1 || digest.version === 2;
  const nextTime = (index: number): number | null => {
    const show = records.slice(index).find((r) => r.type === 'show');
    return show?.type === 'show' ? show.frame.time : null;
  };
  const modes: [number | null, string][] = [];
  const teams: { time: number | null; names: (string | null)[]; scores: number[]; penalties: number[] }[] =
    [];
  const add = (time: number | null, left: Frame['left'], right: Frame['right']): void => {
    teams.push({
      time,
      names: [left.name === '' ? null : left.name, right.name === '' ? null : right.name],
      scores: [left.score, right.score],
      penalties: [left.penaltyScored, left.penaltyMissed, right.penaltyScored, right.penaltyMissed],
    });
  };
  for (const [i, record] of records.entries()) {
    const time = (t: number) => (digest.version === 3 ? nextTime(i) : t);
    if (record.type === 'playmode') modes.push([time(record.time), record.mode!]);
    else if (record.type === 'team') add(time(record.time), record.left, record.right);
  }
  if (inShows) {
    for (const [i, frame] of frames.entries()) {
      const before = frames[i - 1];
      if (frame.playMode !== before?.playMode) modes.push([frame.time, frame.playMode]);
      const sides = (f: Frame) => JSON.stringify([f.left, f.right]);
      if (before === undefined || sides(frame) !== sides(before)) add(frame.time, frame.left, frame.right);
    }
  }
  expect(modes).toEqual(digest.playmodes);
  expect(teams).toEqual(
    digest.teams.map((t) => ({
      time: t.time,
      names: t.names,
      scores: t.scores,
      penalties: t.penalties ?? [0, 0, 0, 0],
    })),
  );
  const messages: [number | null, string][] = [];
  let clients = 0;
  for (const record of records) {
    if (record.type === 'team_graphic' && record.text !== null) messages.push([record.time, record.text]);
    if (record.type !== 'msg') continue;
    if (record.board === 2) clients++;
    else messages.push([record.time, record.text]);
  }
  expect(
    messages.map(([time, text]) => [digest.version <= 3 && digest.version > 0 ? null : time, text]),
  ).toEqual(digest.messages);
  expect(clients).toBe(digest.messages_on_board_2);
}

/** All records of a log. */
export function recordsOf(bytes: Uint8Array): LogRecord[] {
  return [...readLogBytes(bytes)];
}
