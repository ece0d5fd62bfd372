import { describe, expect, it } from 'vitest';
import { hasParamType, isInRange } from './check-params.js';
import { SERVER_V7_EXTRAS } from './param-messages.js';
import { MONITORS_ONLY, type ParamRow } from './param-row.js';
import { PLAYER_PARAM_ROWS } from './player-params.js';
import { SERVER_PARAM_ROWS, serverParamRows } from './server-params.js';

/** The parameters without extension. */
const PLAIN = serverParamRows({ experimental_height: false });

const countSent = (rows: readonly ParamRow[], version: number): number =>
  rows.filter((row) => (row.since ?? MONITORS_ONLY + 1) <= version).length;

describe('the parameter tables', () => {
  it('contain 202 server and 29 player parameters (spec 01 §1), and 10 of the height of the ball (spec 12 §2)', () => {
    expect([PLAIN.length, PLAYER_PARAM_ROWS.length]).toEqual([202, 29]);
    expect(SERVER_PARAM_ROWS.length).toBe(212);
    expect(serverParamRows({ experimental_height: true })).toBe(SERVER_PARAM_ROWS);
  });

  it('are sorted in byte order of the names, without repetition (spec 01 §2.1, §9.1)', () => {
    for (const rows of [SERVER_PARAM_ROWS, PLAYER_PARAM_ROWS]) {
      const names = rows.map((row) => row.name as string);
      expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each([
    [8, 137],
    [9, 167],
    [10, 167],
    [11, 168],
    [12, 173],
    [13, 182],
    [14, 187],
    [15, 188],
    [16, 194],
    [17, 196],
    [18, 196],
    [19, 200],
    [MONITORS_ONLY, 202],
  ])(
    'version %i gets %i server parameters (spec 01 §2.1, §9.1, §9.4, spec 03 §5.2, §13.6)',
    (version, count) => {
      expect(countSent(PLAIN, version)).toBe(count);
    },
  );

  it.each([
    [8, 23],
    [11, 23],
    [12, 24],
    [13, 24],
    [14, 29],
    [19, 29],
  ])('version %i gets %i player parameters (spec 01 §3.1)', (version, count) => {
    expect(countSent(PLAYER_PARAM_ROWS, version)).toBe(count);
  });

  it('recover_init is sent from version 9 on (spec 01 §9.5)', () => {
    expect(SERVER_PARAM_ROWS.find((row) => row.name === 'recover_init')?.since).toBe(9);
  });

  it('each of the 103 and 19 positions of version 7 is used once (spec 01 §2.2)', () => {
    const positions = SERVER_PARAM_ROWS.flatMap((row) => (row.v7 === undefined ? [] : [row.v7]));
    positions.push(...SERVER_V7_EXTRAS.map((extra) => extra.position));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 103 }, (_, i) => i + 1));
    const player = PLAYER_PARAM_ROWS.flatMap((row) => (row.v7 === undefined ? [] : [row.v7]));
    expect(player.sort((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
  });

  it('every default has the type of its row and is in its range', () => {
    for (const row of [...SERVER_PARAM_ROWS, ...PLAYER_PARAM_ROWS] as ParamRow[]) {
      expect(hasParamType(row, row.default), row.name).toBe(true);
      expect(isInRange(row, row.default), row.name).toBe(true);
    }
  });
});
