import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MatchTeam } from '@rcss/core/match-document';
import { openLogFile } from '@rcss/logs/node';
import { digest as digestOf } from '@rcss/simulator';
import { playRecording, readRecording } from '@rcss/simulator/recording';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixtureSpec } from '../jobs/fixture-spec.js';
import type { MatchJob } from '../jobs/match-job.js';
import { playJob } from './play-job.js';

const CHASERS = import.meta.resolve('@rcss/agent/chasers');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function createModule(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function createJob(left: Partial<MatchTeam>, right: Partial<MatchTeam>, seed = 3): MatchJob {
  const limits = { version: '1', limits: {} };
  return {
    id: 'id',
    fixture: 'series-1',
    spec: createFixtureSpec(
      {
        version: 1,
        seed,
        teams: {
          left: { name: 'Reds', ...left } as MatchTeam,
          right: { name: 'Blues', ...right } as MatchTeam,
        },
        parameters: { server: { half_time: 2, kick_off_wait: 1 } },
        stop: { cycles: 30 },
      },
      'series-1-Reds-vs-Blues',
    ),
    teams: { left: limits, right: limits },
  };
}

const LISTENER = { opened: () => {}, started: () => {}, progressed: () => {} };

function play(job: MatchJob): ReturnType<typeof playJob> {
  return playJob({ job, folder, slot: 0, listener: LISTENER, signal: new AbortController().signal });
}

test('the same job gives the same match; another seed gives another one', async () => {
  const job = createJob({ module: CHASERS }, { module: CHASERS });
  const first = await play(job);
  expect(first).toMatchObject({
    players: { left: 11, right: 11 },
    end: '30 cycles were simulated',
    problems: [],
  });
  expect((await play(job)).digest).toBe(first.digest);
  expect((await play(createJob({ module: CHASERS }, { module: CHASERS }, 4))).digest).not.toBe(first.digest);
});

test('a team whose code throws an error forfeits the match', async () => {
  const module = createModule(`export default ({ team }) => ({
    players: [{ init: '(init ' + team + ' (version 19))', receive() {}, decide() { throw new Error('no plan'); } }],
  });`);
  const outcome = await play(createJob({ module: CHASERS }, { module }));
  expect(outcome.forfeit).toBe('right');
  expect(outcome.problems[0]).toMatchObject({ side: 'right', message: expect.stringContaining('no plan') });
});

test('a module that cannot be loaded, or has no team, forfeits the match with a reason', async () => {
  const missing = await play(createJob({ module: 'file:///no/such/module.js' }, { module: CHASERS }));
  expect(missing).toMatchObject({ forfeit: 'left', digest: null, players: { left: 0, right: 0 } });
  expect(missing.problems[0]!.message).toMatch(
    /^Reds has a module that cannot be loaded, file:\/\/\/no\/such/,
  );
  const empty = await play(createJob({ module: CHASERS }, { module: createModule('export const x = 1;') }));
  expect(empty.problems[0]!.message).toMatch(/^Blues has a module without a function as default export/);
});

test.each(['throw new Error("no license")', 'throw null', 'return Promise.reject(new Error("no license"))'])(
  'a module whose function fails with %s forfeits the match',
  async (code) => {
    const module = createModule(`export default () => { ${code} };`);
    const outcome = await play(createJob({ module: CHASERS }, { module }));
    expect(outcome).toMatchObject({ forfeit: 'right', digest: null, cycles: 0 });
    expect(outcome.problems[0]!.message).toMatch(/^Blues could not be created: (no license|null)$/);
  },
);

test('a recording of the document verifies the match', async () => {
  const job = createJob({ module: CHASERS }, { module: CHASERS });
  const { digest } = await play({
    ...job,
    spec: { ...job.spec, keep: { recording: 'final.rec' } },
  });
  const opened = readRecording(readFileSync(join(folder, 'final.rec')));
  if (!opened.ok) throw new Error(opened.error.message);
  const played = playRecording(opened.value);
  expect([played.divergence, digestOf(played.match)]).toEqual([null, digest]);
});

test('if both teams cannot start, both forfeit, whichever fails first', async () => {
  const missing = 'file:///no/such/module.js';
  for (const [left, right, forfeit] of [
    [missing, missing, 'both'],
    [CHASERS, missing, 'right'],
    [missing, CHASERS, 'left'],
  ] as const)
    expect(await play(createJob({ module: left }, { module: right }))).toMatchObject({ forfeit, cycles: 0 });
});

test('a team with fewer players is reported', async () => {
  const module = createModule(`export default ({ team }) => ({
    players: [{ init: '(init ' + team + ' (version 19))', receive() {}, decide: () => '(turn 10)' }],
  });`);
  const { problems, players } = await play(createJob({ module }, { module: CHASERS }));
  expect(players).toEqual({ left: 1, right: 11 });
  expect(problems[0]).toEqual({
    side: 'left',
    message: 'Reds played with 1 of 11 players; without 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11',
  });
});

test('the game log has all frames of the match and its result; a document can give it another name or turn it off', async () => {
  const job = createJob({ module: CHASERS }, { module: CHASERS });
  await play(job);
  const log = await openLogFile(join(folder, 'series-1-Reds-vs-Blues.rcg.gz'));
  if (!log.ok) throw new Error(log.error.message);
  expect(log.value).toMatchObject({ version: 6, complete: true, damage: [] });
  expect(log.value.frameCount).toBeGreaterThan(20);
  expect(log.value.teams.at(-1)).toMatchObject({ left: { name: 'Reds' }, right: { name: 'Blues' } });
  const withRecording = (gameLog: boolean | string): MatchJob => ({
    ...job,
    spec: { ...job.spec, keep: { gameLog } },
  });
  await play(withRecording('final.rcg'));
  expect(existsSync(join(folder, 'final.rcg.gz'))).toBe(true);
  rmSync(folder, { recursive: true });
  await play(withRecording(false));
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  mkdirSync(folder, { recursive: true });
});

test('a module in TypeScript, with imports of TypeScript, is loaded by the package tsx of its project', async () => {
  const module = join(folder, 'team.ts');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    module,
    `import { reason } from './reason.js';\nexport default (): never => {\n  throw new Error(reason);\n};\n`,
  );
  writeFileSync(join(folder, 'reason.ts'), `export const reason: string = 'thrown by TypeScript';\n`);
  const job = createJob({ module: pathToFileURL(module).href }, { module: CHASERS });
  mkdirSync(join(folder, 'node_modules'));
  const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'));
  symlinkSync(tsx, join(folder, 'node_modules/tsx'));
  expect((await play(job)).problems[0]).toMatchObject({
    side: 'left',
    message: expect.stringContaining('thrown by TypeScript'),
  });
});

test('a team that connects by itself is refused with what is possible', async () => {
  await expect(play(createJob({ module: CHASERS }, { remote: true }))).rejects.toThrow(
    'both teams need start or module',
  );
});
