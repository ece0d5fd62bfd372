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

test.each([
  [
    ['check', 'reds', '--repeatable', '--clock', 'real-time'],
    /teams with a start command in synchronous mode/,
  ],
  [['check', './team.js', '--module', '--repeatable'], /modules are compared by rcss league run --audit/],
])(
  '%j is refused: the check of repeatability needs a start command and the synchronous mode',
  async (argv, message) => {
    expect(await program.run(argv)).toBe(2);
    expect(text.err).toMatch(message);
  },
);

test('repeatability is checked for one team of a document', async () => {
  expect(await program.run(['check', join(folder, 'cup.yaml'), '--repeatable'])).toBe(2);
  expect(text.err).toContain('--repeatable checks one team: rcss league check NAME --document');
});
