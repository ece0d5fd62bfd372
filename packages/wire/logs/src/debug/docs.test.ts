import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as debug from '../entries/debug.js';

it('the example of docs/use/team/debug-channel.md prints what its comments say', () => {
  const page = readFileSync(
    new URL('../../../../../docs/use/team/debug-channel.md', import.meta.url),
    'utf8',
  );
  const code = /```ts\nimport [^\n]*\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const printed: string[] = [];
  const { formatDebugRecord, readDebugLog } = debug;
  new Function('formatDebugRecord', 'readDebugLog', 'console', code)(formatDebugRecord, readDebugLog, {
    log: (value: unknown) => printed.push(String(value)),
  });
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, comment]) => comment);
  expect(printed).toEqual(expected);
  expect(printed).toHaveLength(2);
});
