import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTempFolder, run } from '../test/run.js';

describe.runIf(process.platform !== 'win32')('a pipe without a writer is one line for', () => {
  it.each([
    ['stats', []],
    ['whatif', ['10']],
    ['validate', []],
    ['web', []],
  ])('%s', async (verb, others) => {
    const pipe = join(createTempFolder(), 'pipe.rcg');
    execFileSync('mkfifo', [pipe]);
    const { code, err } = await run([verb, pipe, ...others]);
    expect(code).not.toBe(0);
    expect(err).toMatch(/^rcss-log: .*pipe\.rcg.*it is a pipe, not a file\n/);
  });
});
