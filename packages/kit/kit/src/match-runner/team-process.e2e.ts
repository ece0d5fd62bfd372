import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLastLogLines } from './team-process.js';

test('the last lines of a team of Node.js that has used up its memory are its own, and the reason', () => {
  const code = "console.error('own line'); const all = []; for (;;) all.push(new Array(1e5).fill(1.5));";
  const { stderr } = spawnSync(process.execPath, ['--max-old-space-size=40', '--eval', code], {
    encoding: 'utf8',
  });
  const folder = mkdtempSync(join(tmpdir(), 'rcss-team-process-'));
  try {
    const log = join(folder, 'left.log');
    writeFileSync(log, stderr);
    expect(readLastLogLines(log)).toEqual([
      'own line',
      expect.stringMatching(/^FATAL ERROR: .*JavaScript heap out of memory$/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
