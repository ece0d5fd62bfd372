import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInputFile } from './input-file.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss-input-'));

describe('an input file', () => {
  test('is read to its end, in one piece or several', () => {
    const path = join(folder, 'file');
    for (const length of [0, 1, 65_535, 65_536, 65_537, 1_000_000]) {
      const bytes = Buffer.alloc(length, 'é');
      writeFileSync(path, bytes);
      expect(readInputFile(path).equals(bytes)).toBe(true);
    }
  });

  test('has a limit', () => {
    const path = join(folder, 'large');
    const file = openSync(path, 'w');
    ftruncateSync(file, 2_000_001);
    closeSync(file);
    expect(() => readInputFile(path, 2)).toThrow('it is longer than 2 MB');
    expect(readInputFile(path, 3).length).toBe(2_000_001);
  });

  test.runIf(process.platform !== 'win32')('is not a device without end or a pipe without a writer', () => {
    expect(() => readInputFile('/dev/zero', 1000)).toThrow('it is longer than 16 MB');
    expect(readInputFile('/dev/null').length).toBe(0);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readInputFile(pipe)).toThrow('it is a pipe, not a file');
  });
});
