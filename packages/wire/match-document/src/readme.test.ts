import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as matchDocument from './index.js';

it('the example of the README returns what its comments say', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const names = Object.keys(matchDocument).join(', ');
  const body = `const { ${names} } = matchDocument;\n${example}\nreturn { document, parsed, text, problem };`;
  const { document, parsed, text, problem } = new Function('matchDocument', body)(matchDocument);
  expect(parsed).toEqual({ ok: true, value: document });
  expect(JSON.parse(text)).toEqual(document);
  expect(readme).toContain(`problem.message; // '${problem.message}'`);
});
