import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../../test/harness.js';
import { loadConfiguration } from './configuration.js';
import { hostFiles } from './host-files.js';

const isWindows = process.platform === 'win32';

it('reads a file; a folder and a missing file are of their own kinds', () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), 'text');
  mkdirSync(join(folder, 'inner'));
  expect(hostFiles.read(join(folder, 'file'))).toEqual({ kind: 'text', text: 'text' });
  expect(hostFiles.read(join(folder, 'inner'))).toEqual({ kind: 'directory' });
  expect(hostFiles.read(join(folder, 'nowhere'))).toEqual({ kind: 'missing' });
  expect(hostFiles.read(join(folder, 'file', 'inner'))).toEqual({ kind: 'missing' });
});

it.skipIf(isWindows)('a device without end is refused, and the empty one is an empty file', () => {
  const path = '/dev/zero';
  expect(hostFiles.read(path)).toEqual({ kind: 'unreadable', reason: 'it is longer than 16 MB' });
  expect(hostFiles.read('/dev/null')).toEqual({ kind: 'text', text: '' });
  const outcome = loadConfiguration({
    argv: [`include=${path}`],
    env: { RCSS_CONF_DIR: join(createFolder(), 'conf') },
    files: hostFiles,
  });
  expect(outcome.ok).toBe(false);
  expect(outcome.output.map(({ text }) => text).slice(-2)).toEqual([
    `cmd line args: 1: error: include '${path}' failed`,
    'cmd line args: 1: error: read failed',
  ]);
});
