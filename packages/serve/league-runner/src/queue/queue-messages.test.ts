// cspell:ignore zset
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOutcome } from '../../test/fake-executor.js';
import { createMemoryQueues } from '../../test/memory-queues.js';
import { resolveDocument } from '../documents/load-document.js';
import { createMatchJob, type MatchJob } from '../jobs/match-job.js';
import type { MatchPool } from '../pool/match-pool.js';
import { findJobProblem, findResultProblem, isProgress } from './check-messages.js';
import { createQueueExecutor } from './queue-executor.js';
import { QueueKey, readQueueKey } from './queue-key.js';
import { runWorker } from './worker.js';

const KEY = new QueueKey('a key of the league');
const OTHER_KEY = new QueueKey('the key of another one');
const RUN = 'run-1';

let folder = tmpdir();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-queue-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function createJob(): MatchJob {
  const loaded = resolveDocument(
    {
      version: 1,
      teams: [
        { name: 'A', start: 'demo', limits: { memoryMb: 100 } },
        { name: 'B', start: 'demo' },
      ],
      format: { type: 'series', matches: 1 },
      seeds: 1,
      match: { clock: 'synchronous', parameters: { server: { half_time: 10 } } },
      isolation: { level: 'sandbox' },
    },
    folder,
  );
  return createMatchJob(loaded, { id: 'league-1-1', left: 'A', right: 'B', seed: 1 } as never);
}

/** A pool that plays nothing, and the jobs that it was given. */
function createPool(): { pool: MatchPool; played: MatchJob[] } {
  const played: MatchJob[] = [];
  const pool = {
    size: 1,
    perform: async ({ given: job }: { given: MatchJob }) => {
      played.push(job);
      return createOutcome({ scoreL: 3 });
    },
  } as unknown as MatchPool;
  return { pool, played };
}

describe('a job', () => {
  test('of the same program has no problem', () => {
    expect(findJobProblem({ run: RUN, match: createJob() })).toBeNull();
    const audit = { ...createJob(), id: `${createJob().id}-audit`, otherThan: 'host-7' };
    expect(findJobProblem({ run: RUN, match: audit })).toBeNull();
  });

  const match = (changes: object) => (job: MatchJob) => ({ run: RUN, match: { ...job, ...changes } });
  const spec = (changes: object) => (job: MatchJob) => match({ spec: { ...job.spec, ...changes } })(job);
  const server = (changes: object) => (job: MatchJob) => {
    const { rules } = job.spec;
    return spec({ rules: { ...rules, server: { ...rules.server, ...changes } } })(job);
  };
  test.each<[string, (job: MatchJob) => unknown]>([
    ['has no match', () => ({})],
    ['is null', () => null],
    ['has a path as its identifier', match({ id: '../../x' })],
    ['has a number as its identifier', match({ id: 7 })],
    ['has a path as its run', (job) => ({ run: '../x', match: job })],
    ['has no teams', match({ teams: {} })],
    ['has teams without a version', match({ teams: { left: {}, right: {} } })],
    [
      'has a limit that is a text',
      match({
        teams: { left: { version: '1', limits: { cpus: 'all' } }, right: { version: '1', limits: {} } },
      }),
    ],
    [
      'has an unknown isolation',
      match({
        teams: {
          left: { version: '1', limits: {}, isolation: { level: 'root' } },
          right: { version: '1', limits: {} },
        },
      }),
    ],
    [
      'has an image that is an option of the engine',
      match({
        teams: {
          left: { version: '1', limits: {}, image: '--privileged' },
          right: { version: '1', limits: {} },
        },
      }),
    ],
    [
      'has an unknown isolation of the right team only',
      match({
        teams: {
          left: { version: '1', limits: {}, isolation: { level: 'sandbox' } },
          right: { version: '1', limits: {}, isolation: { level: 'root' } },
        },
      }),
    ],
    ['has a spec without teams', spec({ teams: undefined })],
    ['has a parameter out of its bounds', server({ simulator_step: 1e9 })],
    ['has a parameter that starts a program', server({ team_l_start: 'touch /tmp/x' })],
    ['has no rules', spec({ rules: null })],
    ['continues a match', spec({ from: { match: '/etc/passwd', cycle: 1 } })],
    ['has a value of the program that does not exist', match({ program: { bind: 'x' } })],
    ['has a log outside of its folder', spec({ keep: { gameLog: '../x' } })],
  ])('that %s has a problem', (_, change) => {
    expect(findJobProblem(change(createJob()))).toBeTypeOf('string');
  });
});

test('a job of an earlier program, which has a document, is refused with what to do', () => {
  const { spec: _, ...job } = createJob();
  expect(findJobProblem({ run: RUN, match: { ...job, document: { version: 1, teams: {} } } })).toBe(
    'it has no match.spec; the run and its workers need the same version of the program',
  );
});

describe('a result', () => {
  const result = (outcome: unknown) => ({ run: RUN, job: createJob().id, outcome });
  test('of a match has no problem, a failure neither', () => {
    expect(findResultProblem(result(createOutcome({ host: 'h', logs: '/x' })))).toBeNull();
    expect(findResultProblem({ ...result(null), failure: 'no processor' })).toBeNull();
  });

  test.each([
    ['nothing', {}],
    ['an empty outcome', result({})],
    ['a score that is not an integer', result({ ...createOutcome(), scoreR: 1e308 })],
    ['a score of many digits', result({ ...createOutcome(), scoreR: 1e9 })],
    ['a negative score', result({ ...createOutcome(), scoreL: -1 })],
    ['problems that are a text', result({ ...createOutcome(), problems: 'none' })],
    ['a failure that is a number', { ...result(null), failure: 7 }],
    ['another identifier', { ...result(createOutcome()), job: 'x' }],
  ])('with %s has a problem', (_, data) => {
    expect(findResultProblem(data)).toBeTypeOf('string');
  });
});

describe('the key of a league', () => {
  test('accepts what it has signed, whatever the order of the fields, for the same purpose only', () => {
    const signed = KEY.sign('job', { run: RUN, match: { a: 1, b: undefined } });
    expect(KEY.accepts('job', { match: { a: 1 }, signature: signed.signature, run: RUN })).toBe(true);
    expect(KEY.accepts('result', signed)).toBe(false);
    expect(OTHER_KEY.accepts('job', signed)).toBe(false);
    expect(KEY.accepts('job', { ...signed, run: 'run-2' })).toBe(false);
    for (const message of [{}, null, 7, { signature: 7 }, { signature: 'x' }])
      expect(KEY.accepts('job', message)).toBe(false);
  });

  test('a short one is refused', () => {
    expect(() => readQueueKey(undefined, { RCSS_LEAGUE_KEY: 'short' })).toThrow(
      'RCSS_LEAGUE_KEY: the key has 5 characters; at least 16',
    );
    expect(readQueueKey(undefined, {}).isPresent).toBe(false);
  });
});

/** Runs a worker until it has handled all jobs of the queue. */
async function work(queues: ReturnType<typeof createMemoryQueues>, settings: object = {}) {
  const { pool, played } = createPool();
  const draining = new AbortController();
  const notes: string[] = [];
  const worker = runWorker(queues.server, {
    labels: [],
    teams: new Map(),
    folder,
    lockSeconds: 30,
    pool,
    key: KEY,
    draining: draining.signal,
    stopping: new AbortController().signal,
    onNote: (text) => notes.push(text),
    ...settings,
  });
  await queues.whenEmpty();
  draining.abort();
  await worker;
  return { played, notes };
}

describe('a worker', () => {
  test('plays jobs that are signed with its key, and signs their results', async () => {
    const queues = createMemoryQueues();
    const job = createJob();
    queues.addJob(KEY.sign('job', { run: RUN, match: job }));
    expect((await work(queues)).played.map(({ id }) => id)).toEqual([job.id]);
    const [result] = queues.results(RUN);
    expect(result).toMatchObject({ run: RUN, job: job.id, outcome: { scoreL: 3 } });
    expect(KEY.accepts('result', result)).toBe(true);
  });

  test.each<[string, () => object]>([
    ['without a signature', () => ({ run: RUN, match: createJob() })],
    ['with the signature of another key', () => OTHER_KEY.sign('job', { run: RUN, match: createJob() })],
    ['that was changed', () => ({ ...KEY.sign('job', { run: RUN, match: createJob() }), run: 'run-2' })],
  ])('plays no job %s, and reports nothing to a run', async (_, create) => {
    const queues = createMemoryQueues();
    queues.addJob(create());
    const { played, notes } = await work(queues);
    expect(played).toEqual([]);
    expect(notes).toEqual([
      'A job in the queue is not accepted and removed: its signature is missing or wrong (--key-file).',
    ]);
    expect([...queues.results(RUN), ...queues.results('run-2')]).toEqual([]);
  });

  test('with teams of its own plays no other ones, and says so to the run', async () => {
    const queues = createMemoryQueues();
    queues.addJob(KEY.sign('job', { run: RUN, match: createJob() }));
    const own = { name: 'A', version: 'another', team: { name: 'A', start: 'demo' }, limits: {} };
    const { played } = await work(queues, { teams: new Map([['A', own]]), labels: ['any'] });
    expect(played).toEqual([]);
    expect(queues.results(RUN)).toMatchObject([
      { outcome: null, failure: expect.stringContaining('this worker does not have the team A (') },
    ]);
  });

  test.each([
    [{ environment: { BASH_ENV: '/tmp/x' } }, {}, 'the variable "BASH_ENV" = "/tmp/x" of A does not come'],
    [{}, { tuned: { team: 'A', values: { NODE_OPTIONS: 1 } } }, 'the variable "NODE_OPTIONS" = "1" of A'],
    [{}, { tuned: { team: 'A', values: { RISK: '$(x)' } } }, 'the values of a tuning are not numbers'],
  ])(
    'with teams of its own gives them no variables that start other programs: %j %j',
    async (more, inJob, problem) => {
      const queues = createMemoryQueues();
      const job = createJob();
      const { left, right } = job.spec.teams!;
      const match = {
        ...job,
        spec: { ...job.spec, teams: { left: { ...left!, ...more }, right: right! } },
        teams: { ...job.teams, left: { ...job.teams.left, ...inJob } },
      };
      queues.addJob(KEY.sign('job', { run: RUN, match }));
      const own = (['left', 'right'] as const).map((side) => {
        const { name } = job.spec.teams![side]!;
        return { name, version: job.teams[side].version, team: { name, start: 'demo' }, limits: {} };
      });
      const teams = new Map(own.map((team) => [team.name, team]));
      const { played, notes } = await work(queues, { teams, labels: ['any'] });
      expect(played).toEqual([]);
      expect(notes[0]).toContain(problem);
    },
  );

  test('says once which key of the queue has another type, and plays when it is gone', async () => {
    const queues = createMemoryQueues();
    queues.addJob(KEY.sign('job', { run: RUN, match: createJob() }));
    queues.setType('bull:matches:wait', 'string', 3);
    const { played, notes } = await work(queues);
    expect(notes).toEqual([
      'A job in the queue cannot be read: bull:matches:wait in Redis has the type string, allowed is list: another program has written it. Remove it, or use another database (redis://HOST:PORT/1)',
    ]);
    expect(played).toHaveLength(1);
  });

  test.each([true, false])(
    'ends some time after its signal while the server is away, from its start: %s',
    async (fromStart) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const queues = createMemoryQueues();
      if (fromStart) queues.leave();
      const draining = new AbortController();
      const notes: string[] = [];
      const worker = runWorker(queues.server, {
        ...{ labels: [], teams: new Map(), folder, lockSeconds: 30, pool: createPool().pool, key: KEY },
        ...{ draining: draining.signal, stopping: new AbortController().signal },
        onNote: (text) => notes.push(text),
      });
      await vi.advanceTimersByTimeAsync(10_000);
      queues.leave();
      await vi.advanceTimersByTimeAsync(1000);
      draining.abort();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await worker).toEqual({ played: 0 });
      expect(notes).toEqual(fromStart ? ['memory cannot be reached; waiting for it'] : []);
    },
  );

  test('without a key still refuses a job that names a folder outside of its own', async () => {
    const queues = createMemoryQueues();
    queues.addJob({ run: RUN, match: { ...createJob(), id: '../../x' } });
    const { played, notes } = await work(queues, { key: new QueueKey('') });
    expect(played).toEqual([]);
    expect(notes[0]).toContain('match.id is not the hash of a match');
  });
});

describe('a run', () => {
  test('stores only results that are signed with its key; others are removed with a note', async () => {
    const queues = createMemoryQueues();
    const job = createJob();
    const forged = { run: RUN, job: job.id, outcome: createOutcome({ scoreL: 99 }) };
    queues.addResult(RUN, {});
    queues.addResult(RUN, forged);
    queues.addResult(RUN, OTHER_KEY.sign('result', forged));
    queues.addResult(RUN, KEY.sign('result', { ...forged, run: 'run-0' }));
    queues.addResult(RUN, KEY.sign('result', { ...forged, outcome: { ...forged.outcome, scoreR: 1e308 } }));
    const notes: string[] = [];
    const executor = createQueueExecutor(queues.server, {
      run: RUN,
      label: '',
      byTeams: false,
      priority: 0,
      capacity: 10,
      key: KEY,
      onNote: (text) => notes.push(text),
    });
    await executor.open();
    expect(notes).toHaveLength(5);
    expect(queues.results(RUN)).toEqual([]);
    const outcome = executor.play(job, new AbortController().signal, {});
    queues.addResult(RUN, KEY.sign('result', { ...forged, outcome: createOutcome({ scoreL: 2 }) }));
    expect(await outcome).toMatchObject({ scoreL: 2 });
    await executor.close();
  });

  test.each([
    ['with a key', KEY],
    ['without a key', new QueueKey('')],
  ])('%s uses the results after entries that are not JSON or have 20,000 levels', async (_, key) => {
    const queues = createMemoryQueues();
    const job = createJob();
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const result = { run: RUN, job: job.id, outcome: createOutcome({ scoreL: 2 }) };
    const text = JSON.stringify(result);
    queues.addResultText(RUN, 'x\u001b[31m', '{\u001b');
    queues.addResultText(RUN, 'score', text.replace('"scoreL":2', `"scoreL":${deep}`));
    queues.addResultText(RUN, 'more', text.replace('"scoreL":2', `"scoreL":2,"more":${deep}`));
    queues.addResultText(RUN, job.id, JSON.stringify(key.sign('result', result)));
    const notes: string[] = [];
    const executor = createQueueExecutor(queues.server, {
      ...{ run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key },
      onNote: (note) => notes.push(note),
    });
    await executor.open();
    expect(await executor.play(job, new AbortController().signal, {})).toMatchObject({ scoreL: 2 });
    expect(notes).toHaveLength(3);
    expect(notes[0]).toContain('An entry in the queue cannot be read and is removed: x\\x1b[31m: ');
    expect(notes.join('')).not.toContain('\u001b');
    await executor.confirm(job);
    expect(queues.results(RUN)).toEqual([]);
    await executor.close();
  });

  test.each([
    ['bull:matches:prioritized', 'list', 'zset'],
    ['bull:matches:events', 'string', 'stream'],
    [`bull:results ${RUN}:wait`, 'hash', 'list'],
  ])('names a key of another type at its start: %s', async (key, type, allowed) => {
    const queues = createMemoryQueues();
    queues.setType(key, type);
    const options = { run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key: KEY };
    const executor = createQueueExecutor(queues.server, options);
    await expect(executor.open()).rejects.toThrow(
      `${key} in Redis has the type ${type}, allowed is ${allowed}: another program has written it.`,
    );
    await executor.close();
  });

  test.each(['bull:matches:wait', `bull:results ${RUN}:wait`])(
    'ends with the name of a key that gets another type while it waits: %s',
    async (key) => {
      const queues = createMemoryQueues();
      const options = { run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key: KEY };
      const executor = createQueueExecutor(queues.server, options);
      await executor.open();
      queues.setType(key, 'set');
      await expect(executor.play(createJob(), new AbortController().signal, {})).rejects.toThrow(
        `${key} in Redis has the type set, allowed is list`,
      );
      await executor.close();
    },
  );

  test.each([true, false])(
    'ends some time after its signal while the server is away, from its start: %s',
    async (fromStart) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const queues = createMemoryQueues();
      if (fromStart) queues.leave();
      const notes: string[] = [];
      const options = { run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key: KEY };
      const executor = createQueueExecutor(queues.server, { ...options, onNote: (text) => notes.push(text) });
      const stopper = new AbortController();
      const opened = executor.open(stopper.signal);
      await vi.advanceTimersByTimeAsync(10_000);
      queues.leave();
      stopper.abort();
      const closed = opened.then(() => executor.close());
      await vi.advanceTimersByTimeAsync(20_000);
      await closed;
      expect(notes).toEqual(fromStart ? ['memory cannot be reached; waiting for it'] : []);
    },
  );

  test('does not use the result of an earlier play of the same match, before and after the match waits', async () => {
    const queues = createMemoryQueues();
    const job = { ...createJob(), nonce: 'run-1-2' };
    const result = (nonce: string | undefined, scoreL: number) =>
      KEY.sign('result', { run: RUN, job: job.id, nonce, outcome: createOutcome({ scoreL }) });
    queues.addResult(RUN, result('run-1-0', 9));
    const notes: string[] = [];
    const options = { run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key: KEY };
    const executor = createQueueExecutor(queues.server, { ...options, onNote: (text) => notes.push(text) });
    await executor.open();
    const outcome = executor.play(job, new AbortController().signal, {});
    for (const nonce of ['run-1-1', undefined]) queues.addResult(RUN, result(nonce, 9));
    queues.addResult(RUN, result(job.nonce, 2));
    expect(await outcome).toMatchObject({ scoreL: 2 });
    expect(notes).toContain(`A result of an earlier play of ${job.fixture} is in the queue and not used.`);
    await executor.close();
  });
});

describe('the progress of a match', () => {
  const progress = { host: 'h', port: 6000, address: '10.0.0.7', cycle: 7 };
  test.each<[object | number | null, boolean]>([
    [progress, true],
    [{ ...progress, port: null, address: null }, true],
    [{ ...progress, score: [2, 1] }, true],
    [null, false],
    [50, false],
    [{}, false],
    [{ ...progress, host: 7 }, false],
    [{ ...progress, host: '\u001b[2J' }, false],
    [{ ...progress, port: 22 }, false],
    [{ ...progress, port: 1e9 }, false],
    [{ ...progress, port: '6000' }, false],
    [{ ...progress, address: 'a b' }, false],
    [{ ...progress, address: {} }, false],
    [{ ...progress, cycle: -1 }, false],
    [{ ...progress, cycle: null }, false],
    [{ ...progress, score: [2] }, false],
    [{ ...progress, score: ['<b>', 1] }, false],
    [{ ...progress, score: [2, -1] }, false],
  ])('%j: can be used: %s', (data, expected) => {
    expect(isProgress(data)).toBe(expected);
  });

  test('is used only if it is signed for this play of this match', async () => {
    const queues = createMemoryQueues();
    const job = { ...createJob(), nonce: 'run-1-1' };
    const opened: unknown[] = [];
    const address = { run: RUN, job: job.id, nonce: job.nonce };
    const bad = [
      { ...progress, port: 7000 },
      OTHER_KEY.sign('progress', { ...address, ...progress, port: 7000 }),
      KEY.sign('result', { ...address, ...progress, port: 7000 }),
      KEY.sign('progress', { ...address, nonce: 'run-1-0', ...progress, port: 7000 }),
      KEY.sign('progress', { ...address, job: 'x', ...progress, port: 7000 }),
      KEY.sign('progress', { ...address, ...progress, port: 22 }),
    ];
    queues.setProgress(job.id, [...bad, KEY.sign('progress', { ...address, ...progress })]);
    const options = { run: RUN, label: '', byTeams: false, priority: 0, capacity: 10, key: KEY };
    const executor = createQueueExecutor(queues.server, options);
    await executor.open();
    const stopper = new AbortController();
    let stopped: Promise<unknown> = Promise.resolve();
    // The right one is the last one.
    await new Promise<void>((resolve) => {
      const listener = {
        opened(port: number) {
          opened.push(port);
          if (port === progress.port) resolve();
        },
      };
      stopped = executor.play(job, stopper.signal, listener).catch(() => {});
    });
    stopper.abort();
    await stopped;
    await executor.close();
    expect(opened).toEqual([6000]);
  });
});
