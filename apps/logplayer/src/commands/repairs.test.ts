/** What verbs do when something is missing or wrong. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { STATS_TABLES } from '@rcss/stats/tables';
import { expect, it } from 'vitest';
import { createTempFolder, findClip, findSample, run } from '../../test/run.js';

const LOG = findSample('sample-v6');
const TEXT_LOG = '0,2\tRecv Foxes_1: (init Foxes (version 18))\n0,3\tRecv Foxes_1: (turn 0)\n';

it('a verb that fails does not change an existing output, and leaves no other file', async () => {
  const folder = createTempFolder();
  const output = join(folder, 'x.rcg.gz');
  const broken = join(createTempFolder(), 'broken.rcg');
  writeFileSync(
    broken,
    `${gunzipSync(readFileSync(LOG)).toString('latin1').slice(0, 90_000)}\nrubbish\n`,
    'latin1',
  );
  writeFileSync(output, 'precious');
  for (const args of [
    ['cut', `${LOG}:900-`, '-o', output],
    ['cut', `${LOG}:5-9`, '/no/such.rcg', '-o', output],
    ['convert', '--strict', '-o', output, broken],
    ['convert', '-o', output, '/no/such.rcg'],
    ['rename-teams', '--left', 'A', '-o', output, '/no/such.rcg'],
    ['reverse', '/no/such.rcg', output],
    ['validate', '--repair', output, '/no/such.rcg'],
    ['stats', '-o', output, '/no/such.rcg', '/no/other.rcg'],
    ['text', '-o', output, '/no/such.rcg'],
    ['xml', '-o', output, '/no/such.rcg'],
    ['json', '-o', output, '/no/such.rcg'],
    ['index', '-o', output, '/no/such.rcg'],
    ['commands', '-o', output, LOG],
  ]) {
    const { code, err } = await run(args);
    expect([args[0], code, err === '']).toEqual([args[0], 1, false]);
    expect([args[0], readFileSync(output, 'utf8'), readdirSync(folder)]).toEqual([
      args[0],
      'precious',
      ['x.rcg.gz'],
    ]);
  }
  expect((await run(['csv', '-b', join(folder, 'y'), '/no/such.rcg'])).code).toBe(1);
  expect(readdirSync(folder)).toEqual(['x.rcg.gz']);
});

it('an output replaces a file, keeps its permissions, and is written through links', async () => {
  const folder = createTempFolder();
  const output = join(folder, 'x.txt');
  const link = join(folder, 'link.txt');
  writeFileSync(output, 'old');
  chmodSync(output, 0o640);
  symlinkSync('x.txt', link);
  expect((await run(['text', '-o', link, LOG])).code).toBe(0);
  expect(readFileSync(output, 'utf8')).toMatch(/^\(Info /);
  expect(statSync(output).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).sort()).toEqual(['link.txt', 'x.txt']);
  expect((await run(['text', '-o', '/dev/null', LOG])).code).toBe(0);
  expect((await run(['text', '-o', folder, LOG])).err).toBe(`rcss-log: ${folder}: is a directory\n`);
});

it('CSV of an empty table has its header, once for all logs', async () => {
  const empty = findSample('empty-v6');
  for (const table of STATS_TABLES) {
    const { code, out } = await run(['stats', '--csv', '-t', table, '--object', 'all', empty, empty]);
    expect([table, code, out.split('\n')[0]]).toEqual([table, 0, expect.stringMatching(/^log,.+/)]);
    expect(out.split('\n').filter((line) => line.startsWith('log,')).length).toBe(1);
  }
  expect((await run(['stats', '--csv', '-t', 'goals', empty])).out.split('\n').length).toBe(2);
});

it('the header of an empty table is that of a table with rows', async () => {
  for (const table of STATS_TABLES) {
    // Only a log of real teams has passes.
    const log =
      table === 'network' ? findClip('06') : findSample(table === 'shootout' ? 'shootout-v6' : 'sample-v6');
    const [full, empty] = [
      await run(['stats', '--csv', '-t', table, log]),
      await run(['stats', '--csv', '-t', table, findSample('empty-v6')]),
    ];
    expect([table, full.out.split('\n').length > 2]).toEqual([table, true]);
    expect([table, empty.out.split('\n')[0]]).toEqual([table, full.out.split('\n')[0]]);
  }
});

it('JSON and CSV together are an error', async () => {
  const { code, err } = await run(['stats', '--json', '--csv', LOG]);
  expect([code, err]).toEqual([2, expect.stringContaining("'--csv' cannot be used with option '--json'")]);
});

it('a file that is not a game log has no version', async () => {
  for (const [name, text] of [
    ['notes.txt', 'These are notes, not a log.\n'],
    ['short.rcg', 'UL'],
    ['empty.rcg', ''],
    ['list.json', '[1, 2, 3]\n'],
    ['picture.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ] as const) {
    const file = join(createTempFolder(), name);
    writeFileSync(file, text, 'latin1');
    const { code, out, err } = await run(['version', file]);
    expect([name, code, out]).toEqual([name, 1, '']);
    expect(err).toMatch(new RegExp(`^rcss-log: \\S+${name}: not a game log: .+\n$`));
  }
  expect((await run(['version', findSample('empty-v1'), findSample('empty-v6')])).code).toBe(0);
});

it('a text log where a game log is needed is named as such', async () => {
  const folder = createTempFolder();
  for (const [name, bytes] of [
    ['match.rcl', TEXT_LOG],
    ['match.rcl.gz', gzipSync(TEXT_LOG)],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    for (const args of [
      ['version'],
      ['stats'],
      ['result'],
      ['validate'],
      ['text'],
      ['index'],
      ['cut', '-o', '-'],
    ]) {
      const { code, err } = await run([...args, file]);
      expect([args[0], code]).toEqual([args[0], 1]);
      expect(err).toContain(
        `${file}: not a game log: the file is a text log (.rcl). Needed: a game log (.rcg). Use "rcss-log commands ${file}"`,
      );
    }
  }
});

it('the result of a log that is cut off has the date of the file name, the start time, or the time of the file', async () => {
  const folder = createTempFolder();
  const cut = gunzipSync(readFileSync(LOG)).toString('latin1').slice(0, 150_000);
  const write = (name: string): string => {
    const file = join(folder, name);
    writeFileSync(file, cut, 'latin1');
    utimesSync(file, new Date(2021, 5, 4, 3, 2, 1), new Date(2021, 5, 4, 3, 2, 1));
    return file;
  };
  const date = async (file: string) =>
    (JSON.parse((await run(['result', '--json', file])).out) as unknown[])[0];
  expect(await date(write('202003040506-A-vs-B.rcg'))).toMatchObject({
    date: '20200304050600',
    dateSource: 'file-name',
  });
  expect(await date(write('incomplete.rcg'))).toMatchObject({
    date: '20210604030201',
    dateSource: 'modification-time',
  });
  expect(await date(findSample('killed-json'))).toMatchObject({
    date: '20261120161447',
    dateSource: 'timestamp',
  });
  expect(await date(LOG)).toMatchObject({ dateSource: 'result-message' });
  const { out } = await run(['result', '-'], Buffer.from(cut, 'latin1'));
  expect(out).toMatch(/^19700101000000 North-1 South_2 /);
});

it('web --save does not replace its log', async () => {
  const folder = createTempFolder();
  const log = join(folder, 'a.rcg');
  const bytes = gunzipSync(readFileSync(findSample('sample-v2')));
  writeFileSync(log, bytes);
  const { code, err } = await run(['web', '--save', log, log]);
  expect([code, err]).toEqual([
    1,
    `rcss-log: ${log}: the output file is also an input file. Choose another name\n`,
  ]);
  expect(readFileSync(log).equals(bytes)).toBe(true);
});

it.skipIf(!existsSync('/dev/full'))(
  'a recording on a full disk is one error, and the program ends',
  async () => {
    const options = ['-p', '0', '-i', '5', '--auto-quit-mode', 'on', '--auto-quit-wait', '0', '--record'];
    const { code, err } = await run(['play', ...options, '-o', '/dev/full', findSample('sample-v2')]);
    expect([code, err]).toEqual([
      1,
      'rcss-log: /dev/full: no space left on device. The recording is incomplete\n',
    ]);
  },
);

it.skipIf(!existsSync('/dev/zero'))('lists and text logs without end do not fill the memory', async () => {
  const limit = 'the text has more than 16 MiB, the most that is read';
  expect(await run(['table', '/dev/zero'])).toMatchObject({
    code: 1,
    err: `rcss-log: /dev/zero: ${limit}\n`,
  });
  expect(await run(['schedule', '/dev/zero'])).toMatchObject({
    code: 1,
    err: `rcss-log: /dev/zero: ${limit}\n`,
  });
  const { code, err } = await run(['commands', '/dev/zero']);
  expect([code, err]).toEqual([
    1,
    'rcss-log: /dev/zero: the file is a game log (.rcg). Needed: a text log (.rcl). Use --game-log for the game log\n',
  ]);
});

it('a JSON log that is not JSON is reported with the way to a valid one', async () => {
  const folder = createTempFolder();
  const [broken, whole] = [join(folder, 'broken.rcg'), join(folder, 'whole.rcg')];
  const source = fileURLToPath(
    new URL('../../../../packages/wire/logs/testdata/bytes/above-127.rcg.gz', import.meta.url),
  );
  expect((await run(['convert', '-v', 'json', '-o', whole, source])).code).toBe(0);
  const json = readFileSync(whole, 'latin1');
  expect(json).not.toMatch(/[^\u0000-\u007e]/);
  expect((await run(['validate', '--file-only', whole])).err).not.toContain('not JSON');
  writeFileSync(
    broken,
    json.replace(/\\u00([89a-f][\da-f])/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
  expect((await run(['validate', '--file-only', broken])).err).toMatch(
    /broken.rcg: offset \d+: \d+ records? (is|are) not JSON in UTF-8, so that other programs cannot read the log. Write it again: rcss log convert -v json/,
  );
  expect((await run(['convert', '-v', 'json', '-o', broken, whole])).code).toBe(0);
  expect(readFileSync(broken, 'latin1')).toBe(json);
});

it('other files are named with what to do', async () => {
  const folder = createTempFolder();
  for (const [name, head, message] of [
    [
      'a.xz',
      [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
      'the file is compressed with xz. Decompress it first: xz -d FILE',
    ],
    [
      'a.tar',
      [...Buffer.from(`match.rcg${'\0'.repeat(248)}ustar`)],
      'the file is a tar archive. Take the log out of it first: tar -xf FILE',
    ],
    ['a.lz4', [4, 0x22, 0x4d, 0x18], 'the file is compressed with LZ4. Decompress it first: lz4 -d FILE LOG'],
    [
      'empty-line.rcg',
      [...Buffer.from('\nULG6\n')],
      'the file begins with an empty line. Remove it: tail -n +2 FILE > LOG',
    ],
    ['a.zip', [0x50, 0x4b, 3, 4], 'the file is a ZIP archive. Take the log out of it first: unzip FILE'],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, Uint8Array.from([...head, ...new Array(200).fill(7)]));
    for (const args of [
      ['version', file],
      ['text', file],
      ['stats', file],
      ['web', '--save', join(folder, 'x.html'), file],
    ])
      expect([args[0], (await run(args)).err]).toEqual([args[0], expect.stringContaining(message)]);
  }
});

it('a log that is too large to be opened at once is named as such, with what to do', async () => {
  const file = join(createTempFolder(), 'large.rcg');
  writeFileSync(file, 'ULG6\n');
  truncateSync(file, 257 * 2 ** 20);
  const { code, err } = await run(['web', '--save', `${file}.html`, file]);
  expect([code, err]).toEqual([
    1,
    `rcss-log: ${file}: the file has more than 256 MiB without compression, the most that can be opened at once. Parts of a game log are written by rcss log cut LOG:0-3000 -o PART.rcg\n`,
  ]);
});

it('of many wrong lines of a list, the first ones and the count are printed', async () => {
  const { err } = await run(['table', '-'], `${'x'.repeat(1000)}\n`.repeat(100));
  const lines = err.trimEnd().split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toHaveLength(201);
  expect(lines[20]).toBe('80 more lines like these');
});

it('a schedule of too many teams is an error', async () => {
  const teams = Array.from({ length: 1001 }, (_, i) => `team${i}`).join('\n');
  expect(await run(['schedule', '-'], teams)).toMatchObject({
    code: 1,
    err: 'rcss-log: standard input: 1001 teams. Allowed: up to 1000\n',
  });
});
