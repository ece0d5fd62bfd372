import { CSV_SAVER_PARAM_ROWS, DEFAULT_EXTENSION_PARAMS, EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import { MAX_INT, MIN_INT, type ParamRow, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import { describe, expect, it } from 'vitest';
import { sortForConf } from './conf-file-text.js';
import { MYSQL_SAVER_PARAM_ROWS } from './mysql-saver-params.js';

describe('the tables of the server program', () => {
  it('rows are in byte order of the names, without repetition (spec 01 §2.1, §9.1)', () => {
    for (const rows of [MYSQL_SAVER_PARAM_ROWS, EXTENSION_PARAM_ROWS]) {
      const names = rows.map((row) => row.name as string);
      expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('every default is a value of its type, and integers fit 32 bits', () => {
    const all: readonly ParamRow[] = [
      ...CSV_SAVER_PARAM_ROWS,
      ...MYSQL_SAVER_PARAM_ROWS,
      ...EXTENSION_PARAM_ROWS,
    ];
    for (const row of all) {
      const kind = { int: 'number', real: 'number', bool: 'boolean', string: 'string' }[row.type];
      expect(typeof row.default, row.name).toBe(kind);
      if (row.type !== 'int') continue;
      expect(row.default, row.name).toBeGreaterThanOrEqual(MIN_INT);
      expect(row.default, row.name).toBeLessThanOrEqual(MAX_INT);
    }
  });

  it('generated files list integers, booleans, reals, strings (spec 01 §6.3)', () => {
    const types = sortForConf(SERVER_PARAM_ROWS).map((row) => row.type);
    expect(types.filter((type, i) => type !== types[i - 1])).toEqual(['int', 'bool', 'real', 'string']);
    expect(sortForConf(CSV_SAVER_PARAM_ROWS).map((row) => row.name)).toEqual(['save', 'filename']);
  });

  it('parameters of our own have no name in common with the module they are in', () => {
    const server = new Set<string>(SERVER_PARAM_ROWS.map((row) => row.name));
    for (const row of EXTENSION_PARAM_ROWS) {
      if (row.module === 'server') expect(server.has(row.name)).toBe(false);
      expect(row).not.toHaveProperty('since');
    }
  });

  it('the server accepts clients of its own machine only, unless configured otherwise', () => {
    expect(DEFAULT_EXTENSION_PARAMS).toMatchObject({
      random_seed: -1,
      bind_address: '127.0.0.1',
      record: '',
    });
  });
});
