import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { range, seen } from '../test/example.js';

it('the example of the README has the values that the README states', () => {
  const root = join(import.meta.dirname, '..');
  const example = readFileSync(join(root, 'test/example.ts'), 'utf8');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(example);
  for (const promise of [`; // ${range}\n`, `; // ${seen},`]) expect(example).toContain(promise);
});
