import { readFileSync } from 'node:fs';
import * as core from '@rcss/core';
import { createMatchParams, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { expect, it } from 'vitest';
import * as logs from './index.js';

it('the example of the README returns what its text says (spec 09 §2)', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example
    .replace(/^import \{(.*)\} from '@rcss\/core';$/m, 'const {$1} = core;')
    .replace(/^import \{(.*)\} from '@rcss\/logs';$/m, 'const {$1} = logs;');
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<{ types: string[]; times: unknown; json: Uint8Array[] }>;
  const run = new AsyncFunction('core', 'logs', 'params', `${script}\nreturn { types, times, json };`);
  const params = createMatchParams(DEFAULT_SERVER_PARAMS, DEFAULT_PLAYER_PARAMS, 1);
  const { types, times, json } = await run(core, logs, params);
  expect(`${readme}`).toContain(`\`types\` ends with \`${types.slice(-6).join(' ')}\``);
  expect(readme).toContain(`\`times\` is \`[${(times as number[]).join(', ')}]\``);
  const elements = JSON.parse(Buffer.concat(json).toString()) as unknown[];
  expect(elements.length).toBe(types.length - 2 + 1);
});
