import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutputFiles } from './output-files.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-output-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const START = new Date(2026, 10, 5, 4, 3, 2);

test('the files of a match have its start time, and no file is written over', () => {
  const logs = join(dir, 'new', 'logs');
  for (const text of ['first', 'second']) {
    const { server, createTeamFile } = createOutputFiles(logs, START);
    for (const path of [server, createTeamFile('left', 'A'), createTeamFile('right', 'B')]) {
      expect(readFileSync(path, 'utf8')).toBe('');
      writeFileSync(path, text);
    }
  }
  expect(readdirSync(logs).map((name) => [name, readFileSync(join(logs, name), 'utf8')])).toEqual([
    ['20261105040302-left-A-2.log', 'second'],
    ['20261105040302-left-A.log', 'first'],
    ['20261105040302-right-B-2.log', 'second'],
    ['20261105040302-right-B.log', 'first'],
    ['20261105040302-server-2.log', 'second'],
    ['20261105040302-server.log', 'first'],
  ]);
});

test.skipIf(process.platform === 'win32')('a symbolic link with the name of a file is not followed', () => {
  const target = join(dir, 'target');
  writeFileSync(target, 'kept');
  symlinkSync(target, join(dir, '20261105040302-server.log'));
  writeFileSync(createOutputFiles(dir, START).server, 'log');
  expect(readFileSync(target, 'utf8')).toBe('kept');
});

test('a folder that cannot be used is reported with the option', () => {
  writeFileSync(join(dir, 'file'), '');
  expect(() => createOutputFiles(join(dir, 'file'), START)).toThrow(
    /^--logs: .*file cannot be created: EEXIST/,
  );
});
