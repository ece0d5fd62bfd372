import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFilesOf } from './sources.mjs';

test('files are listed in the same order before and after they are committed, without those that are ignored or deleted', () => {
  const root = mkdtempSync(join(tmpdir(), 'rcss-files-'));
  const git = (...args) => execFileSync('git', args, { cwd: root });
  try {
    git('init', '-q');
    for (const name of ['b.md', 'd.md', 'gone.md', 'a.md', 'c.md', 'out.log'])
      writeFileSync(join(root, name), '');
    writeFileSync(join(root, '.gitignore'), '*.log');
    git('add', 'b.md', 'd.md', 'gone.md');
    rmSync(join(root, 'gone.md'));
    const before = listFilesOf(root);
    git('add', '.');
    expect(before).toEqual(['.gitignore', 'a.md', 'b.md', 'c.md', 'd.md']);
    expect(listFilesOf(root)).toEqual(before);
  } finally {
    rmSync(root, { recursive: true });
  }
});
