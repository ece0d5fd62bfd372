import { execFileSync } from 'node:child_process';
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

it.skipIf(isWindows)('a pipe and a device are refused without reading them', () => {
  const folder = createFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero']) {
    expect(hostFiles.read(path)).toEqual({ kind: 'irregular' });
    const outcome = loadConfiguration({
      argv: [`include=${path}`],
      env: { RCSS_CONF_DIR: join(folder, 'conf') },
      files: hostFiles,
    });
    expect(outcome.ok).toBe(false);
    expect(outcome.output.map(({ text }) => text).slice(-2)).toEqual([
      `cmd line args: 1: error: include '${path}' failed`,
      'cmd line args: 1: error: cannot include a pipe, socket or device; a regular file is needed',
    ]);
  }
});

it.skipIf(isWindows)('a configuration file that is a pipe stops the start', () => {
  const folder = createFolder();
  const path = join(folder, 'server.conf');
  execFileSync('mkfifo', [path]);
  const outcome = loadConfiguration({ argv: [], env: { RCSS_CONF_DIR: folder }, files: hostFiles });
  expect(outcome.ok).toBe(false);
  expect(outcome.output.map(({ text }) => text)).toContain(
    `${path}: it is a pipe, socket or device; a regular file is needed`,
  );
});
