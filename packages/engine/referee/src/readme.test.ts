import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls } from '../test/example.js';

it('the example of the README runs and returns the call that it states', () => {
  const root = join(import.meta.dirname, '..');
  const example = readFileSync(join(root, 'test/example.ts'), 'utf8');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(example);
  expect(example).toContain("// [{ step: 2, time: 12, text: 'goal_l_1' }]");
  expect(calls).toEqual([{ step: 2, time: 12, text: 'goal_l_1' }]);
});
