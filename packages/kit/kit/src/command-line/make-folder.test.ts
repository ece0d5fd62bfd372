import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('folders', () => {
  it('a folder is created with its parents; an existing one is accepted', () => {
    makeFolder(join(dir, 'a', 'b', 'c'));
    makeFolder(join(dir, 'a', 'b', 'c'));
    expect(existsSync(join(dir, 'a', 'b', 'c'))).toBe(true);
  });

  it('a file in the way is an error', () => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => makeFolder(join(dir, 'file'))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(dir, 'file', 'below'))).toThrow(/EEXIST|ENOTDIR/);
  });

  it.runIf(existsSync('/proc/self'))('a folder below /proc is an error and does not hang', () => {
    expect(() => makeFolder('/proc/rcss/a/b')).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
