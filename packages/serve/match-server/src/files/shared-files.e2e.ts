import { execFile, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createFolder } from '../../test/harness.js';
import { hostFiles } from '../config/host-files.js';
import { createCsvSaver } from '../results/csv-saver.js';
import type { MatchResult } from '../results/match-result.js';
import { saveResults } from '../results/savers.js';

/** Files that several processes use at the same time. */

const isWindows = process.platform === 'win32';
const NO_TEAMS: MatchResult = {
  start: new Date(0),
  left: null,
  right: null,
  penalties: false,
  tossWinner: null,
};

it.skipIf(isWindows)('the output of a program is read through a pipe', () => {
  const path = join(createFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  spawn('sh', ['-c', `printf 'server::half_time=7' > "${path}"`]);
  expect(hostFiles.read(path)).toEqual({ kind: 'text', text: 'server::half_time=7' });
});

it.skipIf(isWindows)('a named pipe without a reader fails with its name and does not wait', async () => {
  const filename = join(createFolder(), 'pipe');
  execFileSync('mkfifo', [filename]);
  const err: string[] = [];
  const failed = await saveResults([createCsvSaver({ save: true, filename })], NO_TEAMS, {
    out: () => {},
    err: (line) => err.push(line),
  });
  expect(err).toEqual([
    `Error: could not open results file:${filename}: no program reads the named pipe "${filename}"; start one before the match ends`,
  ]);
  expect(failed).toEqual(['CSVSaver']);
});

it('servers that end at the same time write one header, before all results', async () => {
  const dir = createFolder();
  const script = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { createCsvSaver } from ${JSON.stringify(new URL('../results/csv-saver.ts', import.meta.url).href)};
    const team = { name: 'A', coach: '', score: 0, penaltyTaken: 0, penaltyScored: 0 };
    const result = { start: new Date(0), left: team, right: team, penalties: false, tossWinner: null };
    const [, dir, ready, own] = process.argv;
    // All processes begin each file at the same time.
    for (let file = 0; file < 100; file++) {
      writeFileSync(ready + '/' + file + '-' + own, '');
      while (['a', 'b', 'c'].some((other) => !existsSync(ready + '/' + file + '-' + other)));
      createCsvSaver({ save: true, filename: dir + '/' + file + '.csv' }).save(result, console);
    }`;
  const ready = createFolder();
  const run = (own: string) =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', script, dir, ready, own],
      { cwd: fileURLToPath(new URL('../../../../..', import.meta.url)) },
    );
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(readdirSync(dir)).toHaveLength(100);
  for (const file of readdirSync(dir)) {
    const lines = readFileSync(join(dir, file), 'latin1').trimEnd().split('\n');
    expect([file, lines.map((line) => line.startsWith('time, ')), lines.length]).toEqual([
      file,
      [true, false, false, false],
      4,
    ]);
  }
});
