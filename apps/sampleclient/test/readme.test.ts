import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { InProcessMatch } from './harness.js';

it('the example of the README plays', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/m, '');
  const play = new Function('InProcessMatch', `${code}; return { match, score, passes };`);
  const { match, score } = play(InProcessMatch);
  expect(match.match.world.time).toBe(50);
  expect(score).toEqual({ l: 0, r: 0 });
});
