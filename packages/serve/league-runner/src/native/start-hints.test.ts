import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainOutput, findStartHints } from './start-hints.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-hints-'));
  mkdirSync(join(folder, 'data', 'lib'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string, mode = 0o755): string {
  writeFileSync(join(folder, name), text, { mode });
  return join(folder, name);
}

const hintsOf = (start: string, directory = folder): string[] =>
  findStartHints({ name: 'Reds', start, directory });

test.skipIf(process.platform === 'win32').each([
  ['sh ./run.sh {host} {port}', '#!/bin/sh\r\necho\r\n', 1],
  ['bash -e run.sh {host}', '#!/bin/sh\necho a\r\n', 2],
  ['exec sh "./run.sh" {host}', 'echo a\necho b\r\n', 2],
  ['./run.sh {host}', '#!/bin/sh\necho a\necho b\r\n', 3],
])('%s: a carriage return is named with its line', (start, text, line) => {
  const path = write('run.sh', text);
  expect(hintsOf(start).join('\n')).toMatch(
    new RegExp(`^${path}: line ${line} .*ends with a carriage return, as on Windows`),
  );
});

test.skipIf(process.platform === 'win32')('scripts that scripts run are read, too, each once', () => {
  const start = write(
    'start.sh',
    '#!/bin/sh\nif true; then sh ./second.sh "$1" & fi\n. ./start.sh\n# sh ./fourth.sh\n',
  );
  write('second.sh', 'exec ./third.sh\n', 0o644);
  const third = write('third.sh', '#!/opt/none/python\n');
  write('fourth.sh', 'a\r\n');
  expect(hintsOf(start)).toEqual([
    `${third}: line 1 "#!/opt/none/python": the interpreter /opt/none/python does not exist or is not a program; install it, or correct the line`,
  ]);
});

test.skipIf(process.platform === 'win32')(
  'a script that runs in another folder than its data is named',
  () => {
    const start = write('start.sh', '#!/bin/sh\nLIB=./data/lib\n./player --conf ./player.conf --out ./new\n');
    write('player.conf', '');
    const other = mkdtempSync(join(tmpdir(), 'rcss-other-'));
    const hint = `${start} runs in ${other}, but needs ./data, ./player.conf of ${folder}: the team plays without its data, if it plays; set directory: ${folder}, or begin the script with cd "$(dirname "$0")"`;
    expect(hintsOf(start, other)).toEqual([hint]);
    expect(hintsOf(`sh ${start} {host} {port}`, other)).toEqual([hint]);
    expect(hintsOf(start)).toEqual([]);
    write('start.sh', '#!/bin/sh\ncd "$(dirname "$0")"\nLIB=./data/lib\n');
    expect(hintsOf(start, other)).toEqual([]);
    rmSync(other, { recursive: true });
  },
);

test.skipIf(process.platform === 'win32')(
  'an isolated team does not learn which files this machine has',
  () => {
    const other = mkdtempSync(join(tmpdir(), 'rcss-other-'));
    const secret = join(other, 'secret');
    const [start, up] = [write('start.sh', `#!/bin/sh\nexec ${secret}\n`), '../'.repeat(12)];
    write('data/secret', '');
    const learn = () => [
      ...findStartHints({ name: 'Reds', start, directory: folder }, true),
      ...explainOutput([`cannot open "data/${up}${secret.slice(1)}"`], folder),
    ];
    const before = learn();
    writeFileSync(secret, '#!/opt/none/python\r\n', { mode: 0o755 });
    expect(hintsOf(start)).toHaveLength(1);
    expect(learn()).toEqual(before);
    rmSync(other, { recursive: true });
  },
);

test.skipIf(process.platform === 'win32')('a long script of slashes is read at once', () => {
  // It took minutes.
  expect(hintsOf(write('start.sh', ';/'.repeat(120_000)))).toEqual([]);
});

test('a missing library is named, with the folder that has it; a refused value, too', () => {
  const lines = [
    './YuShan_player: error while loading shared libraries: librcsc.so: cannot open shared object file: No such file or directory',
    'Error loading shared library libz.so.1: No such file or directory (needed by /teams/reds/player)',
    "start.sh: line 3: $'\\r': command not found",
    'conf_file_parser.cpp: ***ERROR*** Parse error at line 7 name=[view_thr] value=[20.34]',
    'all is well',
  ];
  write('data/lib/librcsc.so', '');
  expect(explainOutput(lines, folder)).toEqual([
    `./YuShan_player needs the library librcsc.so, which was not found: it is in ${join(folder, 'data/lib')}: set LD_LIBRARY_PATH to this folder in the start script or in environment`,
    '/teams/reds/player needs the library libz.so.1, which was not found: install it, or put it beside the program; ldd /teams/reds/player lists what it needs',
    'a script has line ends of Windows: "start.sh: line 3: $\'\\\\r\': command not found"',
    'a program refuses the value "20.34" of view_thr in its configuration, and plays on with its default',
  ]);
});

test('a file that a program has not found, and that is in a folder below, is named', () => {
  write('data/player.conf', '');
  const line = 'conf_file_parser.cpp: ***ERROR*** Failed to open config file [player.conf]';
  const hint = `a program did not find player.conf in ${folder}; it is in ${join(folder, 'data')}: set directory to the folder from which the team runs, or begin the start script with cd "$(dirname "$0")"`;
  expect(explainOutput([line, line, 'cannot open "other.conf"'], folder)).toEqual([hint]);
  write('player.conf', '');
  expect(explainOutput([line], folder)).toEqual([]);
});
