import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { program } from './cli.js';

test.runIf(process.platform !== 'win32')(
  'the code of a team is not a pipe or a device without end',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'create-rcss-team-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await program.run([join(folder, 'foxes'), '--code', pipe])).toBe(1);
    expect(await program.run([join(folder, 'foxes'), '--code', '/dev/zero'])).toBe(1);
    expect(printed.mock.calls.map(([text]) => text).join('')).toMatch(
      /--code .*pipe: it is a pipe, not a file\n.*\/dev\/zero: it is longer than 16 MB/,
    );
  },
);
