import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcessTree } from '@rcss/kit/match-runner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckRequest } from '../jobs/team-check.js';
import { checkTeam } from './check-team.js';
import { findRepeatProblem, findSources, type RecordedCheck } from './repeatability.js';

/** A team of three that sends `(done)` in a datagram of its own, LATE ms after its command, or never; ANGLE is an expression of the seed `s`, the number of the decision `n` and the player `u`. */
const TEAM = `
import { createSocket } from 'node:dgram';
const [host, port, , team] = process.argv.slice(2);
const s = Number(process.env.RCSS_SEED);
const connect = (u) => {
  if (u > 3) return;
  const socket = createSocket('udp4');
  let n = 0;
  socket.on('message', (message, { port: to }) => {
    const text = message.toString('latin1');
    // The players get their numbers in this order.
    if (text.startsWith('(init')) connect(u + 1);
    if (!text.startsWith('(think)')) return;
    n += 1;
    socket.send('(turn ' + (ANGLE) + ')', to, host);
    const late = LATE;
    if (late !== null) setTimeout(() => socket.send('(done)', to, host), late);
  });
  socket.send('(init ' + team + ' (version 19)' + (u === 1 ? ' (goalie)' : '') + ')', Number(port), host);
};
connect(1);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-repeatable-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Plays a check of a team twice, and compares them. */
async function compare(angle: string, late = '0'): Promise<string | null> {
  const start = join(folder, 'start.sh');
  writeFileSync(join(folder, 'team.mjs'), TEAM.replace('ANGLE', angle).replace('LATE', late));
  writeFileSync(start, `#!/bin/sh\nexec "${process.execPath}" team.mjs "$@"\n`);
  chmodSync(start, 0o755);
  const checks: RecordedCheck[] = [];
  for (const name of ['first', 'second']) {
    const place = mkdtempSync(join(folder, name));
    const request: CheckRequest = {
      team: {
        name: 'Reds',
        version: '1',
        limits: { coachTimeout: 0 },
        team: { name: 'Reds', start, players: 3 },
      },
      cycles: 30,
      clock: 'synchronous',
      isRecorded: true,
    };
    const listener = { opened() {}, started() {}, progressed() {} };
    const measured = await checkTeam(request, place, listener, new AbortController().signal);
    checks.push({ folder: place, measured });
  }
  return findRepeatProblem(checks[0]!, checks[1]!);
}

test.skipIf(process.platform === 'win32')(
  'a team that draws from the seed is repeatable, whenever its (done) comes',
  async () => {
    expect(await compare('(s * 7 + n * 31 + u) % 90', '(n * 5 + process.pid) % 20')).toBeNull();
  },
);

test.skipIf(process.platform === 'win32')(
  'of another one, the first cycle, player and commands that differ are named',
  async () => {
    const problem = await compare('n === 12 && u === 2 ? process.pid : 5');
    expect(problem).toMatch(
      /^first difference in cycle 11, player 2: \(turn \d+\), and the second time \(turn \d+\)$/,
    );
  },
);

test.skipIf(process.platform === 'win32')('nothing is said about a team that misses a (done)', async () => {
  expect(await compare('5', 'n === 12 && u === 2 ? null : 0')).toMatch(
    /^nothing can be said: \(done\) did not come in time, \d+ times$/,
  );
});

test('nothing is said about a team whose coach comes only once', () => {
  const check = (coachVersion: number | null): RecordedCheck => ({
    folder,
    measured: { digest: 1, missedDoneCount: 0, failure: null, coachVersion },
  });
  for (const [first, second] of [[check(18), check(null)] as const, [check(null), check(18)] as const])
    expect(findRepeatProblem(first, second)).toMatch(/^nothing can be said: the coach came only once/);
});

test.runIf(process.platform === 'linux')(
  'clocks and random sources are found in the programs of a team, not in those of the system',
  async () => {
    const program = join(folder, 'dd');
    copyFileSync('/bin/dd', program);
    const args = ['if=/dev/zero', 'of=/dev/null'];
    const start = (file: string) =>
      startProcessTree(
        { file, args, shell: false, cwd: folder },
        { env: process.env, output: join(folder, 'log') },
      );
    const trees = [start(program), start('/bin/dd')] as const;
    try {
      await expect.poll(() => findSources(trees[0])).toEqual([`clock_gettime in ${program}`]);
      expect(findSources(trees[1])).toEqual([]);
    } finally {
      for (const tree of trees) await tree.stop();
    }
  },
);
