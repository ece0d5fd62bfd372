import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as sexp from './index.js';

it('the README example has the documented results (spec 03 §1.8)', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example
    .replace(/^import \{(.*)\} from '@rcss\/sexp';$/m, 'const {$1} = sexp;')
    .replace(': number[]', '');
  const run = new Function('sexp', `${script}\nreturn { read, text };`) as (library: typeof sexp) => {
    read: unknown;
    text: string;
  };
  const { read, text } = run(sexp);
  expect(read).toEqual({ ok: true, value: { time: 12, numbers: [0.3, -0] } });
  expect(readme).toContain('`{ ok: true, value: { time: 12, numbers: [0.3, -0] } }`');
  expect(readme).toContain(`\`${text}\``);
});
