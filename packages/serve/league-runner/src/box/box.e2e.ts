import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTeam } from '../checks/check-team.js';
import { findRepeatProblem, type RecordedCheck } from '../checks/repeatability.js';
import { loadTeam } from '../documents/load-teams.js';
import { type CheckRequest, findCheckProblems } from '../jobs/team-check.js';
import { chooseBox, findBoxFile } from './box.js';

const PROGRAM = fileURLToPath(new URL('../../test/sources.c', import.meta.url));
const hasCompiler =
  process.platform === 'linux' &&
  spawnSync('cc', ['-x', 'c', '-', '-o', '/dev/null', '-pthread'], { input: 'int main(void) { return 0; }' })
    .status === 0;
const canBeStatic =
  hasCompiler &&
  spawnSync('cc', ['-x', 'c', '-', '-static', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' })
    .status === 0;

const hasMusl =
  process.platform === 'linux' && process.arch === 'x64' && spawnSync('musl-gcc', ['--version']).status === 0;

let folder: string;
let scripts = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-box-'));
  chmodSync(folder, 0o755);
  if (!hasCompiler) return;
  compile('sources');
  if (canBeStatic) compile('static', '-static');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(name: string, ...options: string[]): void {
  mkdirSync(join(folder, name));
  // As distributions compile: functions with checks take the place of some of the C library.
  const args = [
    '-O2',
    '-D_FORTIFY_SOURCE=2',
    '-Wno-cpp',
    ...options,
    '-o',
    join(folder, name, 'program'),
    PROGRAM,
  ];
  execFileSync('cc', [...args, '-pthread'], { stdio: 'pipe' });
}

/** Checks the program twice with one source. */
async function check(
  source: string,
  team: Partial<CheckRequest['team']>,
  name = 'sources',
): Promise<{ request: CheckRequest; checks: RecordedCheck[]; errors: string[] }> {
  scripts += 1;
  const start = join(folder, name, `start-${scripts}.sh`);
  writeFileSync(start, `#!/bin/sh\nexec ./program ${source} "$1" "$2" "$4"\n`);
  chmodSync(start, 0o755);
  const loaded = loadTeam({ name: 'Reds', start, players: 3, limits: { coachTimeout: 0 } }, folder);
  const request: CheckRequest = {
    team: { ...loaded, ...team },
    cycles: 40,
    clock: 'synchronous',
    isRecorded: true,
  };
  const checks: RecordedCheck[] = [];
  const errors: string[] = [];
  for (const time of ['first', 'second']) {
    const place = mkdtempSync(join(folder, time));
    const listener = { opened() {}, started() {}, progressed() {} };
    const measured = await checkTeam(request, place, listener, new AbortController().signal);
    checks.push({ folder: place, measured });
    for (const { level, message } of findCheckProblems(request, measured))
      if (level === 'error') errors.push(message);
  }
  return { request, checks, errors };
}

async function compare(source: string, team: Partial<CheckRequest['team']>): Promise<string | null> {
  const { checks } = await check(source, team);
  return findRepeatProblem(checks[0]!, checks[1]!);
}

const SOURCES = ['clock', 'syscall', 'rand', 'getrandom', 'device', 'wait', 'threads', 'sockets'];

describe.runIf(hasCompiler)('a program that reads a clock or a source of random numbers', () => {
  test.concurrent.each(SOURCES)('%s: it repeats its matches in the box, and only there', async (source) => {
    expect(await compare(source, { repeatable: 'box' })).toBeNull();
    expect(await compare(source, {})).toMatch(/^first difference in cycle/);
  });

  test('in real time, it plays without the box', async () => {
    const { request } = await check('clock', { repeatable: 'box' });
    const place = mkdtempSync(join(folder, 'real-time'));
    const measured = await checkTeam(
      { ...request, team: chooseBox(request.team, 'real-time'), clock: 'real-time', cycles: 10 },
      place,
      { opened() {}, started() {}, progressed() {} },
      new AbortController().signal,
    );
    expect(measured).toMatchObject({ cycles: 10, failure: null, unboxed: [] });
  });

  test.runIf(canBeStatic)('if it is linked statically, it is named', async () => {
    const { errors } = await check('clock', { repeatable: 'box' }, 'static');
    const program = join(folder, 'static', 'program');
    expect(new Set(errors)).toEqual(
      new Set([
        `${program} (linked statically) runs without the box, into which only programs with shared libraries can be put (repeatable: box)`,
      ]),
    );
  });
});

// The package musl-tools of Debian has both, the compiler and the C library.
test.runIf(hasMusl)('a program of musl gets its arguments in the box', () => {
  const program = join(folder, 'arguments');
  const input =
    '#include <stdio.h>\nint main(int n, char **a) { for (int i = 1; i < n; i++) printf("<%s>", a[i]); }';
  execFileSync('musl-gcc', ['-x', 'c', '-', '-o', program], { input });
  const library = findBoxFile({ platform: 'linux', arch: 'x64', loader: '/lib/ld-musl-x86_64.so.1' });
  const { stdout, status } = spawnSync(program, ['a b', '', 'c'], { env: { LD_PRELOAD: library } });
  expect([status, `${stdout}`]).toEqual([0, '<a b><><c>']);
});
