import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as clang from './index.js';

it("08 §6, §9: the README's example prints what it says", () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const wanted = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
  const body = code.replace(/^import (\{.*\}) from '@rcss\/clang';$/m, 'const $1 = clang;');
  const printed: string[] = [];
  new Function('clang', 'console', body)(clang, { log: (value: unknown) => printed.push(String(value)) });
  expect(printed).toEqual(wanted);
  expect(wanted).toHaveLength(3);
});
