import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCommandProblem, findExecutableProblem, findProgramProblem } from './command-problem.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss programs é-'));

function write(name: string, contents: string | Uint8Array, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  chmodSync(path, mode);
  return path;
}

/** The beginning of a program of Linux with 64 bits, little-endian, for a processor, with a loader. */
function createElf(machine: number, loader: string): Uint8Array {
  const bytes = Buffer.alloc(256);
  bytes.write('\x7fELF\x02\x01\x01', 'latin1');
  bytes.writeUInt16LE(machine, 18);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(3, 64);
  bytes.writeBigUInt64LE(128n, 72);
  bytes.write(`${loader}\0`, 128, 'latin1');
  return bytes;
}

const MACHINE = { x64: 62, arm64: 183 }[process.arch as 'x64' | 'arm64'];

describe.runIf(process.platform !== 'win32')('the reason why a program cannot be started', () => {
  test.each([
    [
      'line ends of Windows',
      '#!/bin/sh\r\nexec true\r\n',
      `: line 1 "#!/bin/sh\\r" ends with a carriage return`,
    ],
    [
      'line ends of Windows and an argument',
      '#!/usr/bin/env python3\r\n',
      ': line 1 "#!/usr/bin/env python3\\r" ends with',
    ],
    ['line ends of Windows without an interpreter', 'echo 1\r\necho 2\r\n', ': line 1 "echo 1\\r" ends with'],
    ['one line of Windows', '#!/bin/sh\r', ': line 1 "#!/bin/sh\\r" ends with'],
    [
      'a missing interpreter',
      '#!/usr/bin/no-such-shell -e\n',
      ': the interpreter /usr/bin/no-such-shell does not exist',
    ],
    [
      'a missing interpreter without a line end',
      '#! /opt/none',
      ': the interpreter /opt/none does not exist',
    ],
    ['a folder as the interpreter', '#!/usr\n', ': the interpreter /usr does not exist or is not a program'],
    [
      'a file that is not executable as the interpreter',
      '#!/etc/passwd\n',
      ': the interpreter /etc/passwd does not exist or is not a program',
    ],
    ['no interpreter', '#!  \n', 'names no interpreter'],
    [
      'a missing program of env',
      '#!/usr/bin/env no-such-python -u\n',
      ": there is no program 'no-such-python' in PATH",
    ],
    [
      'a missing program of env -S',
      '#!/usr/bin/env -S A=1 no-such-python -u\n',
      ": there is no program 'no-such-python' in PATH",
    ],
    ['a byte order mark', '\ufeff#!/bin/sh\n', 'byte order mark'],
  ])('%s', (_name, contents, part) => {
    const path = write('start.sh', contents);
    expect(findProgramProblem(path)).toMatch(new RegExp(`^${path.replace(/[.\\]/g, '\\$&')}: line 1 `));
    expect(findProgramProblem(path)).toContain(part);
  });

  test.each([
    ['a script', '#!/bin/sh\necho\r\n'],
    ['a program of env', '#!/usr/bin/env sh\n'],
    ['a script without an interpreter', 'exec true\n'],
    ['an empty file', ''],
  ])('%s has none', (_name, contents) => {
    expect(findProgramProblem(write('good.sh', contents))).toBeNull();
  });

  test('Node itself has none', () => {
    expect(findProgramProblem(process.execPath)).toBeNull();
  });

  test('a missing permission, a folder, a missing file', () => {
    const plain = write('plain.sh', '#!/bin/sh\n', 0o644);
    expect(findProgramProblem(plain)).toBe(`${plain} is not executable; run: chmod +x '${plain}'`);
    expect(findProgramProblem(folder)).toBe(`${folder} is a folder; name the program in it`);
    expect(findProgramProblem(join(folder, 'none'))).toBe(`${join(folder, 'none')} does not exist`);
  });

  test.runIf(process.platform === 'linux' && MACHINE !== undefined)('programs of other machines', () => {
    for (const loader of ['/lib/no-loader.so', '/etc/passwd'])
      expect(findProgramProblem(write('a', createElf(MACHINE!, loader)))).toContain(
        `needs the loader ${loader}, which does not exist or is not a program`,
      );
    expect(findProgramProblem(write('b', createElf(MACHINE!, '/bin/sh')))).toBeNull();
    // A machine can have an emulator.
    const allowed = expect.stringMatching(/is a program for Linux on s390x, not for this machine/);
    expect([null, allowed]).toContainEqual(findProgramProblem(write('c', createElf(22, '/bin/sh'))));
    const mac = Buffer.alloc(100, Buffer.from('cffaedfe', 'hex'));
    expect([null, expect.stringContaining('macOS')]).toContainEqual(findProgramProblem(write('d', mac)));
    const windows = Buffer.alloc(100, 'MZ\x90\0');
    expect([null, expect.stringContaining('Windows')]).toContainEqual(
      findProgramProblem(write('e', windows)),
    );
  });

  test('of a command of a shell, by its first word', () => {
    const path = write('crlf.sh', '#!/bin/sh\r\n');
    const find = (command: string) => findCommandProblem(command, folder);
    for (const command of [
      './crlf.sh 1 2',
      '  exec ./crlf.sh',
      `"${path}" 6000`,
      `'./crlf.sh'`,
      `"./crlf.sh"`,
    ])
      expect([command, find(command)]).toEqual([
        command,
        expect.stringContaining('ends with a carriage return'),
      ]);
    expect(find('no-such-program -x')).toBe("there is no program 'no-such-program' in PATH");
    expect(find('./none.sh')).toBe(`${join(folder, 'none.sh')} does not exist`);
    for (const command of [
      '',
      'sh ./crlf.sh',
      'cd x && ./none',
      '$TEAM/run',
      'A=1 ./none',
      '(./none)',
      'exit 3',
      '"$X/a" b',
      'x;y',
    ])
      expect([command, find(command)]).toEqual([command, null]);
  });

  test('the folder in which it runs, and PATH', () => {
    expect(findExecutableProblem('sh', join(folder, 'none'))).toBe(
      `the folder ${join(folder, 'none')} does not exist`,
    );
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    write('bin/tool', '#!/no/shell\n');
    expect(findExecutableProblem('tool', folder, bin)).toContain('the interpreter /no/shell does not exist');
  });
});
