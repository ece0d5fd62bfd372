import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as env from './index.js';

it('the example of the README scores as many goals as its text says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const goals = new Function('env', `const { createBatch } = env;\n${example}\nreturn goals;`)(env);
  expect(goals).toBeGreaterThan(10);
  expect(readme).toContain(`\`goals\` is then ${goals}.`);
});
