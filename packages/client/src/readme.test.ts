import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as client from './index.js';

it('runs the example of the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import [\s\S]*?;$/gm, '');
  const sent: string[] = [];
  new Function('sent', ...Object.keys(client), code)(sent, ...Object.values(client));
  expect(sent).toEqual(['(init Alpha (version 19))', '(dash 100)(done)']);
});
