import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { program } from './cli.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the command lines of the README have options that exist', async () => {
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!).join('');
  const known = new Set((await program.createCommand()).options.flatMap(({ long, short }) => [long, short]));
  const options = [...blocks.matchAll(/ (--?[a-z][\w-]*)/g)].map((match) => match[1]!);
  expect(options.length).toBeGreaterThan(2);
  for (const option of options) expect(known).toContain(option);
});
