import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { program } from './cli.js';
import * as evaluate from './entries/evaluate.js';
import * as clang from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

afterEach(() => void vi.restoreAllMocks());

test('the example of the README prints what it says', () => {
  const code = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const wanted = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
  const body = code.replace(/^import (\{.*\}) from '@rcss\/clang(?:\/evaluate)?';$/gm, 'const $1 = clang;');
  const printed: string[] = [];
  new Function('clang', 'console', body)(
    { ...clang, ...evaluate },
    { log: (value: unknown) => printed.push(String(value)) },
  );
  expect(printed).toEqual(wanted);
  expect(wanted).toHaveLength(3);
});

test('every command line of the README runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-clang-'));
  const plan = join(folder, 'plan.clang');
  writeFileSync(plan, '(say (rule (on r1)))\n');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const block = /```sh\n([\s\S]*?)```/.exec(readme)![1]!;
  const lines = [...block.matchAll(/^rcss-clang ([^#\n]+)/gm)].map((line) => line[1]!.trim().split(/ +/));
  for (const line of lines) {
    const args = line.map((arg) => (arg === 'plan.clang' ? plan : arg));
    expect(await program.run(args), line.join(' ')).toBe(0);
  }
  rmSync(folder, { recursive: true });
  expect(lines).toHaveLength(5);
});
