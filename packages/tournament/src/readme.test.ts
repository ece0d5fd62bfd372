import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as tournament from './index.js';

it('the example of the README returns what its text says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const names = Object.keys(tournament).join(', ');
  const body = `const { ${names} } = tournament;\n${example}\nreturn { phases, problems, table };`;
  const { phases, problems, table } = new Function('tournament', body)(tournament);
  expect(phases).toHaveLength(3);
  expect(problems).toEqual([]);
  expect(readme).toContain(`\`table\` is \`${table.join(', ')}\``);
});
