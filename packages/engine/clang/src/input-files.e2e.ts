import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { program } from './cli.js';

test.runIf(process.platform !== 'win32')(
  'a file of messages is not a pipe or a device without end',
  async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'rcss-clang-')), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await program.run(['check', pipe])).toBe(2);
    expect(await program.run(['check', '/dev/zero'])).toBe(2);
    expect(printed.mock.calls.map(([text]) => text).join('')).toMatch(
      /pipe: it is a pipe, not a file\n.*\/dev\/zero: it is longer than 16 MB/,
    );
  },
);
