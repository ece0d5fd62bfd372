import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { findSample, run } from '../test/run.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('README: the example returns what its text says', async () => {
  const folder = `${dirname(findSample('sample-v6'))}/`;
  const block = /```console\n([\s\S]*?)```/.exec(readme)![1]!;
  const parts = block.split(/^\$ rcss-log /m).slice(1);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    const [command = '', ...output] = part.split('\n');
    const args = command.split(' ').map((arg) => (arg.endsWith('.rcg.gz') ? folder + arg : arg));
    const { code, out, err } = await run(args);
    expect([command, code, err]).toEqual([command, 0, '']);
    expect(out.replaceAll(folder, '')).toBe(output.join('\n'));
  }
});
