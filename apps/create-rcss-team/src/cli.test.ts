import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { program } from './cli.js';

let work = '';
let out = '';
let err = '';
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'create-rcss-team-'));
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(work, { recursive: true, force: true });
});

it('writes the files and prints the next commands', async () => {
  expect(await program.run([join(work, 'foxes'), '--javascript'])).toBe(0);
  expect(out).toContain('Created the team foxes');
  expect(out).toContain('npm run match');
  expect(readdirSync(join(work, 'foxes/src'))).toEqual(['main.js', 'match.js', 'team.js']);
});

it('quotes a folder with a blank in the next commands', async () => {
  expect(await program.run([join(work, 'my foxes')])).toBe(0);
  expect(out).toMatch(/^ {2}cd ".*my foxes"$/m);
});

it('takes the team of a file', async () => {
  const file = join(work, 'team.ts');
  writeFileSync(file, '// from the playground\n');
  expect(await program.run([join(work, 'foxes'), '--code', file])).toBe(0);
  expect(readFileSync(join(work, 'foxes/src/team.ts'), 'utf8')).toBe('// from the playground\n');
  expect(await program.run([join(work, 'other'), '--code', join(work, 'none.ts')])).toBe(1);
  expect(err).toMatch(/--code .*none\.ts: ENOENT/);
  expect(await program.run([join(work, 'other'), '--code', file, '--javascript'])).toBe(2);
  expect(readdirSync(work)).not.toContain('other');
});

it('refuses a folder with files and a wrong team name', async () => {
  expect(await program.run([join(work, 'a')])).toBe(0);
  expect(await program.run([join(work, 'a')])).toBe(1);
  expect(err).toContain('is not empty; choose another folder');
  expect(await program.run([join(work, 'b'), '--team', 'a b'])).toBe(2);
});
