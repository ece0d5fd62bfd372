import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as messages from './entries/messages.js';
import * as tables from './entries/tables.js';
import * as params from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the README example has the results in its comments', () => {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import [\s\S]*?;$/gm, '');
  // Each expression that is followed by a comment, on its line or the next, becomes a comparison.
  const checked = code.replace(/^(?!const )(\S.*);\s*\/\/ (.*)$/gm, 'seen.push([$1, $2]);');
  const seen: [unknown, unknown][] = [];
  const names = { ...params, ...messages, ...tables };
  new Function('seen', ...Object.keys(names), checked)(seen, ...Object.values(names));
  expect(seen).toHaveLength(5);
  for (const [found, expected] of seen) expect(found).toEqual(expected);
});
