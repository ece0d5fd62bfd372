import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inputHashes, outdatedPackages, outputsOf, writeRecord } from './compile-cache.mjs';

let root;
function write(path, text) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rcss-compile-'));
  write('packages/a/package.json', '{"name":"a","scripts":{"build":"tsup"}}');
  write('packages/a/src/index.ts', 'a');
  write('packages/a/src/index.test.ts', 'test of a');
  write('packages/bundled/package.json', '{"name":"bundled"}');
  write('packages/bundled/src/index.ts', 'bundled');
  write(
    'apps/b/package.json',
    '{"name":"b","scripts":{"build":"tsup"},"dependencies":{"a":"*"},"devDependencies":{"bundled":"*"}}',
  );
  write('apps/b/src/index.ts', 'b');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const outdated = () => outdatedPackages(root).map(({ name }) => name);

/** Writes an output for each outdated package, and its record, as the compiler does. */
function compile() {
  const hashes = inputHashes(root);
  const record = {};
  for (const [name, dir] of [
    ['a', 'packages/a'],
    ['b', 'apps/b'],
  ]) {
    write(`${dir}/dist/index.js`, name);
    record[name] = { inputs: hashes.get(name), outputs: outputsOf(join(root, dir)) };
  }
  writeRecord(root, record);
}

test('all packages with a build are compiled the first time, and none the second time', () => {
  expect(outdated()).toEqual(['a', 'b']);
  compile();
  expect(outdated()).toEqual([]);
});

test('a package is compiled after those that it needs', () => {
  write('packages/0/package.json', '{"name":"0","scripts":{"build":"tsup"},"dependencies":{"a":"*"}}');
  expect(outdated()).toEqual(['a', '0', 'b']);
});

test('a changed package is compiled with all that depend on it', () => {
  compile();
  write('packages/a/src/index.ts', 'changed');
  expect(outdated()).toEqual(['a', 'b']);
});

test('a changed package that is bundled into another one causes compilation of the other one only', () => {
  compile();
  write('packages/bundled/src/index.ts', 'changed');
  expect(outdated()).toEqual(['b']);
});

test('a changed test causes no compilation', () => {
  compile();
  write('packages/a/src/index.test.ts', 'changed');
  expect(outdated()).toEqual([]);
});

test('outputs that are missing or were written by another build are compiled again', () => {
  compile();
  rmSync(join(root, 'apps/b/dist'), { recursive: true });
  expect(outdated()).toEqual(['b']);
  compile();
  write('packages/a/dist/index.js', 'output of another build');
  expect(outdated()).toEqual(['a']);
});

test('type declarations of a full build change nothing', () => {
  compile();
  write('packages/a/dist/index.d.ts', 'declare');
  expect(outdated()).toEqual([]);
});
