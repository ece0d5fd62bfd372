import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ANSWERS, BLOCKS, COMMANDS, NUMBERS } from '../../scripts/worker-wire.js';
import { generatePython, generateTypeScript } from '../../scripts/worker-wire-source.js';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('both sides of the wire are generated from the current table (run `pnpm --filter @rcss/env wire` after a change)', () => {
  expect(read('src/node/worker-wire.generated.ts')).toBe(generateTypeScript());
  expect(read('python/src/rcss/_wire.py')).toBe(generatePython());
});

it('commands and answers have different letters, numbers have different names, and the actions are the last block', () => {
  for (const rows of [COMMANDS, ANSWERS])
    expect(new Set(rows.map(({ letter }) => letter)).size).toBe(rows.length);
  expect(new Set(NUMBERS.map(({ name }) => name)).size).toBe(NUMBERS.length);
  expect(BLOCKS.at(-1)?.name).toBe('actions');
});
