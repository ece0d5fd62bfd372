import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ToolError } from './tool-error.js';
import { WorkFolder } from './work-folder.js';

function createFolders(): { readonly work: WorkFolder; readonly outside: string } {
  const base = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
  const outside = join(base, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  return { work: new WorkFolder(join(base, 'work')), outside };
}

describe('the work folder', () => {
  test('a file that was written is read and listed', () => {
    const { work } = createFolders();
    work.write('teams/mine.ts', 'code');
    expect(work.read('teams/mine.ts', 100).toString()).toBe('code');
    expect(work.list('teams')).toEqual(['teams/mine.ts']);
  });

  test.each([
    '../outside/secret.txt',
    'teams/../../outside/secret.txt',
    '/etc/passwd',
    '.',
    '',
    'a\0b',
    'a\\..\\b',
    '~/x',
    'a/b/c/d/e',
  ])('the name %j is refused', (name) => {
    const { work } = createFolders();
    expect(() => work.read(name, 100)).toThrow(ToolError);
    expect(() => work.write(name, 'x')).toThrow('is not a name in the work folder');
  });

  test('a symbolic link to a file or a folder outside is neither read nor written', () => {
    const { work, outside } = createFolders();
    symlinkSync(join(outside, 'secret.txt'), join(work.path, 'link.txt'));
    symlinkSync(outside, join(work.path, 'folder'));
    for (const name of ['link.txt', 'folder/secret.txt']) {
      expect(() => work.read(name, 100)).toThrow('symbolic link');
      expect(() => work.write(name, 'x')).toThrow('symbolic link');
    }
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(work.list('')).toEqual([]);
  });

  test('a file over the limit is refused with its size', () => {
    const { work } = createFolders();
    work.write('big.txt', 'x'.repeat(11));
    expect(() => work.read('big.txt', 10)).toThrow('big.txt has 11 bytes; at most 10 are read');
  });

  test('a file that cannot be written is reported without the folders outside', () => {
    const { work } = createFolders();
    mkdirSync(join(work.path, 'teams', 'mine.ts'), { recursive: true });
    let message = '';
    try {
      work.write('teams/mine.ts', 'code');
    } catch (error) {
      expect(error).toBeInstanceOf(ToolError);
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^teams\/mine\.ts cannot be written: /);
    expect(message).not.toContain(work.path);
    expect(work.list('teams')).toEqual([]);
  });

  test('a temporary file that an ended process has left does not stop writing', () => {
    const { work } = createFolders();
    writeFileSync(join(work.path, `a.txt.${process.pid}.tmp`), 'half');
    work.write('a.txt', 'whole');
    expect(work.read('a.txt', 100).toString()).toBe('whole');
  });

  test('a missing file is reported with the nearest name', () => {
    const { work } = createFolders();
    work.write('logs/final.rcg', 'x');
    expect(() => work.read('logs/finale.rcg', 10)).toThrow('Did you mean "logs/final.rcg"?');
  });
});
