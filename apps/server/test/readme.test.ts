import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../src/soccer-server.js';
import { configuration, folder } from './harness.js';

it('the example of the README runs', async () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const example = /```ts\nimport \{ startServer \} from '.*';\n([^`]*)```/.exec(text)![1]!;
  const printed: unknown[] = [];
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<void>;
  const console = { log: (port: unknown) => printed.push(port), error: () => {} };
  await new AsyncFunction('startServer', 'config', 'console', example)(
    startServer,
    configuration(folder()),
    console,
  );
  expect(printed).toEqual([expect.any(Number)]);
});
