import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installHint, isInstalled, pnpmCommand, rememberInstall } from './install.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rcss-install-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Writes a file with its time in seconds. */
function write(path, text, time) {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, time, time);
}

test('npm run docs works in a new clone: it installs the packages first', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(scripts.docs).toBe('node scripts/run.mjs docs');
});

test('nothing is installed in a new clone', () => {
  write('pnpm-lock.yaml', 'a', 100);
  expect(isInstalled(root)).toBe(false);
});

test('packages that were installed after the lock file was written are up to date', () => {
  write('pnpm-lock.yaml', 'a', 100);
  write('node_modules/.modules.yaml', '', 200);
  expect(isInstalled(root)).toBe(true);
});

test('a lock file that was written again with the same contents needs no installation', () => {
  write('pnpm-lock.yaml', 'a', 100);
  write('node_modules/.modules.yaml', '', 200);
  rememberInstall(root);
  write('pnpm-lock.yaml', 'a', 300);
  expect(isInstalled(root)).toBe(true);
  write('pnpm-lock.yaml', 'b', 300);
  expect(isInstalled(root)).toBe(false);
});

test('an installation of another lock file in between is detected', () => {
  write('pnpm-lock.yaml', 'a', 100);
  write('node_modules/.modules.yaml', '', 200);
  rememberInstall(root);
  write('node_modules/.modules.yaml', '', 250);
  write('pnpm-lock.yaml', 'a', 300);
  expect(isInstalled(root)).toBe(false);
});

test('the installed pnpm runs if it has the pinned version, else npx takes the pinned one', () => {
  write('node_modules/pnpm/package.json', '{"version":"10.1.2","bin":{"pnpm":"bin/pnpm.cjs"}}', 1);
  expect(pnpmCommand(root, 'pnpm@10.1.2+sha512.00')).toEqual([
    process.execPath,
    join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs'),
  ]);
  expect(pnpmCommand(root, 'pnpm@10.1.3')).toEqual(['npx', '--yes', '--prefer-offline', 'pnpm@10.1.3']);
});

test('a failed installation says what to do about network, certificates and disk', () => {
  expect(installHint('npm error code ECONNREFUSED')).toContain('first run needs the network');
  expect(installHint('SELF_SIGNED_CERT_IN_CHAIN')).toContain('NODE_EXTRA_CA_CERTS');
  expect(installHint('ENOSPC: no space left')).toContain('disk is full');
  expect(installHint('something else')).toBe('');
});
