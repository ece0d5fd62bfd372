import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findSample } from '../test/samples.js';
import { startLogPlayer } from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('README: the library example serves the show of a cycle', async () => {
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example
    .replace(/^import .*$/m, '')
    .replace("'final.rcg.gz'", 'log')
    .replace('port: 6000', 'port: 0');
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const times: number[] = [];
  const runExample = new AsyncFunction('startLogPlayer', 'log', 'times', `${script}\nawait logPlayer.ended;`);
  await runExample(startLogPlayer, findSample('sample-v6'), times);
  expect(times.length).toBe(1);
});

it('the log player rejects what it cannot open or serve', async () => {
  await expect(startLogPlayer({ logs: ['/no/such.rcg'], port: 0 })).rejects.toThrow('/no/such.rcg');
  const first = await startLogPlayer({ logs: [findSample('sample-v6')], port: 0 });
  await expect(startLogPlayer({ logs: [findSample('sample-v6')], port: first.port })).rejects.toThrow(
    `127.0.0.1:${first.port} cannot be opened: Address already in use`,
  );
  first.close();
  await first.ended;
});
