import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { program } from '../cli.js';

let folder: string;
let text = { out: '', err: '' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-league-check-'));
  text = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text.out += part;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text.err += part;
    return true;
  });
  for (const name of ['reds', 'blues']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'start.sh'), '#!/bin/sh\n');
  }
  writeFileSync(
    join(folder, 'cup.yaml'),
    [
      'version: 1',
      'teams:',
      '  - { name: Reds, start: ./reds }',
      '  - { name: Blues, start: ./blues/start.sh }',
      'format: { type: series, matches: 1 }',
    ].join('\n'),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const posix = process.platform !== 'win32';

test.runIf(posix)('a document instead of a team checks all its teams and ends with a summary', async () => {
  expect(await program.run(['check', join(folder, 'cup.yaml')])).toBe(1);
  expect(text.out).toContain(`error: Reds: ${join(folder, 'reds', 'start.sh')} is not executable`);
  expect(text.out).toMatch(/\n0 of 2 teams are ready to play; not ready: Reds, Blues\.\n$/);
});

test.runIf(posix)('a run does not begin if a start script is not executable', async () => {
  expect(await program.run(['run', join(folder, 'cup.yaml')])).toBe(2);
  expect(text.err).toContain('teams cannot be started; no match was played:');
  expect(text.out).toBe('');
});
