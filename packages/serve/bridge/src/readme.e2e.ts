import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTestParams, FakeServer } from '../test/fake-server.js';
import { waitUntil } from '../test/wait.js';
import { startBridge } from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the library example of the README shows the match of a server', async () => {
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const server = new FakeServer(createTestParams(7));
  await server.start();
  const script = example
    .replace(/^import .*$/m, '')
    .replace('port: 6000', 'port')
    .replace('startBridge({', "startBridge({ webPort: 0, pageScript: '// page',");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<string>;
  const printed: string[] = [];
  const console = { log: (line: string) => printed.push(line) };
  const shown = new Promise<void>((resolve) => {
    const run = new AsyncFunction('startBridge', 'console', 'port', 'matchIsOver', script);
    const matchIsOver = async () => {
      server.step();
      await waitUntil('the bridge shows the match', async () => {
        const status = await (await fetch(`${printed[0]}status.json`)).json();
        return (status as { state: string }).state === 'live';
      });
    };
    void run(startBridge, console, server.port, matchIsOver).then(() => resolve());
  });
  await shown;
  expect(printed[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect(fetch(printed[0]!)).rejects.toThrow();
  server.stop();
});
