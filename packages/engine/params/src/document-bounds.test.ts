import { describe, expect, it } from 'vitest';
import { CSV_SAVER_PARAM_ROWS } from './csv-saver-params.js';
import { documentBounds } from './document-bounds.js';
import { EXTENSION_PARAM_ROWS } from './extension-params.js';
import { PLAYER_PARAM_ROWS } from './player-params.js';
import { SERVER_PARAM_ROWS } from './server-params.js';

const ROWS = [...SERVER_PARAM_ROWS, ...PLAYER_PARAM_ROWS, ...EXTENSION_PARAM_ROWS, ...CSV_SAVER_PARAM_ROWS];
const NUMBERS = ROWS.filter(({ type }) => type === 'int' || type === 'real');

describe('bounds of parameters in documents', () => {
  it.each(NUMBERS)('$name has bounds with a reason, and they contain its default', (row) => {
    const found = documentBounds(row);
    if (found === undefined) throw new Error(`${row.name} has no bounds`);
    const [lowest, highest] = found.bounds;
    expect(found.reason).toMatch(/^[A-Z].*\.$/);
    expect(lowest).toBeLessThan(highest);
    expect(row.default).toBeGreaterThanOrEqual(lowest);
    expect(row.default).toBeLessThanOrEqual(highest);
  });

  it('texts and truth values have none', () => {
    for (const row of ROWS.filter(({ type }) => type === 'string' || type === 'bool'))
      expect(documentBounds(row), row.name).toBeUndefined();
  });

  it('a range of the row stays the bound where it is narrower', () => {
    const row = SERVER_PARAM_ROWS.find(({ name }) => name === 'port')!;
    expect(documentBounds(row)?.bounds).toEqual([0, 65535]);
  });

  it('a unit without bounds is an error of the table', () => {
    expect(() => documentBounds({ name: 'x', type: 'int', default: 0, unit: 'parsec', doc: '' })).toThrow(
      "x: no bounds for the unit 'parsec'",
    );
  });
});
