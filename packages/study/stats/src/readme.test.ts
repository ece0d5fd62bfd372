import { readFileSync } from 'node:fs';
import { readLogBytes } from '@rcss/logs';
import { expect, it } from 'vitest';
import * as charts from './charts.js';
import * as root from './index.js';
import * as spadl from './spadl.js';

const stats = { ...root, ...charts, ...spadl };

it('the example of the README returns what its text says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const names = 'score, scorers, early, ball, actions, players';
  const body = `const { ${Object.keys(stats).join(', ')} } = stats;\n${example}\nreturn { ${names} };`;
  const run = new Function('stats', 'readLogBytes', 'bytes', body);
  const bytes = readFileSync(new URL('../testdata/clips/06.rcg.gz', import.meta.url));
  const found = run(stats, readLogBytes, new Uint8Array(bytes));
  expect(readme).toContain(`\`score\` is \`${found.score}\``);
  expect(readme).toContain(`\`scorers\` is \`${found.scorers.join(' ')}\``);
  expect(found.early.shows).toBe(21);
  expect(found.ball.total).toBeGreaterThan(20);
  expect(found.actions).toContain('shot');
  expect(found.players.length).toBe(22);
});
