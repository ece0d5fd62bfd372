import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConfiguration, startServer } from '../../../packages/serve/match-server/src/index.js';

const ENTRY: Readonly<Record<string, unknown>> = { createConfiguration, startServer };

it('the example of the README starts and stops a server on a free port', async () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, names, example] = /```ts\nimport \{ (.*) \} from '@rcss\/server';\n([^`]*)```/.exec(text)!;
  const imported = names!.split(', ');
  const printed: unknown[] = [];
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<void>;
  const output = { log: (...values: unknown[]) => printed.push(...values), error: () => {} };
  await new AsyncFunction(...imported, 'console', example!)(...imported.map((name) => ENTRY[name]), output);
  expect(printed).toEqual([expect.any(Number), 'before_kick_off']);
  expect(printed[0]).toBeGreaterThan(0);
});
