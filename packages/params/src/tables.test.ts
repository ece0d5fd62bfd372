import { describe, expect, it } from 'vitest';
import { confOrder } from './conf-writer.js';
import { CSV_SAVER_PARAM_ROWS } from './csv-saver-params.js';
import { EXTENSION_PARAM_ROWS } from './extension-params.js';
import { MYSQL_SAVER_PARAM_ROWS } from './mysql-saver-params.js';
import { MONITORS_ONLY, type ParamRow } from './param-row.js';
import { SERVER_V7_EXTRAS } from './param-text.js';
import { PLAYER_PARAM_ROWS } from './player-params.js';
import { SERVER_PARAM_ROWS } from './server-params.js';

const told = (rows: readonly ParamRow[], version: number): number =>
  rows.filter((row) => (row.since ?? MONITORS_ONLY + 1) <= version).length;

describe('the parameter tables', () => {
  it('01 §1: 202 server, 29 player and 2 CSVSaver parameters', () => {
    expect([SERVER_PARAM_ROWS.length, PLAYER_PARAM_ROWS.length, CSV_SAVER_PARAM_ROWS.length]).toEqual([
      202, 29, 2,
    ]);
  });

  it('01 §2.1, §9.1: rows stand in byte order of the names, without repetition', () => {
    for (const rows of [SERVER_PARAM_ROWS, PLAYER_PARAM_ROWS, MYSQL_SAVER_PARAM_ROWS, EXTENSION_PARAM_ROWS]) {
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
  ])('01 §2.1, §9.1, §9.4, 03 §5.2, §13.6: version %i is told %i server parameters', (version, count) => {
    expect(told(SERVER_PARAM_ROWS, version)).toBe(count);
  });

  it.each([
    [8, 23],
    [11, 23],
    [12, 24],
    [13, 24],
    [14, 29],
    [19, 29],
  ])('01 §3.1: version %i is told %i player parameters', (version, count) => {
    expect(told(PLAYER_PARAM_ROWS, version)).toBe(count);
  });

  it('01 §9.5: version 8 is not told recover_init, version 9 is', () => {
    expect(SERVER_PARAM_ROWS.find((row) => row.name === 'recover_init')?.since).toBe(9);
  });

  it('01 §2.2: the 103 and 19 positions of version 7 are each taken once', () => {
    const positions = SERVER_PARAM_ROWS.flatMap((row) => (row.v7 === undefined ? [] : [row.v7]));
    positions.push(...SERVER_V7_EXTRAS.map((extra) => extra.position));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 103 }, (_, i) => i + 1));
    const player = PLAYER_PARAM_ROWS.flatMap((row) => (row.v7 === undefined ? [] : [row.v7]));
    expect(player.sort((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
  });

  it('every default is a value of its type, and integers fit 32 bits', () => {
    const all = [
      SERVER_PARAM_ROWS,
      PLAYER_PARAM_ROWS,
      CSV_SAVER_PARAM_ROWS,
      MYSQL_SAVER_PARAM_ROWS,
      EXTENSION_PARAM_ROWS,
    ];
    for (const row of all.flat() as ParamRow[]) {
      const kind = { int: 'number', real: 'number', bool: 'boolean', string: 'string' }[row.type];
      expect(typeof row.default, row.name).toBe(kind);
      if (row.type === 'int') expect((row.default as number) | 0, row.name).toBe(row.default);
    }
  });

  it('01 §6.3: generated files list integers, booleans, reals, strings', () => {
    const types = confOrder(SERVER_PARAM_ROWS).map((row) => row.type);
    expect(types.filter((type, i) => type !== types[i - 1])).toEqual(['int', 'bool', 'real', 'string']);
    expect(confOrder(CSV_SAVER_PARAM_ROWS).map((row) => row.name)).toEqual(['save', 'filename']);
  });

  it('additions of this server share no name with the module they live in', () => {
    const server = new Set<string>(SERVER_PARAM_ROWS.map((row) => row.name));
    for (const row of EXTENSION_PARAM_ROWS) {
      if (row.module === 'server') expect(server.has(row.name)).toBe(false);
      expect(row).not.toHaveProperty('since');
    }
  });
});
