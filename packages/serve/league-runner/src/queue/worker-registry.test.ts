import type { StartedTeam } from '@rcss/core/match-document';
import { createDocumentSpec } from '@rcss/simulator';
import type { Queue } from 'bullmq';
import { expect, test } from 'vitest';
import type { LoadedTeam } from '../documents/load-teams.js';
import type { MatchJob } from '../jobs/match-job.js';
import { openForWatchers } from '../jobs/match-job.js';
import { fillStartCommand } from '../native/start-options.js';
import type { WorkerEntry } from './messages.js';
import { placeTeams } from './worker.js';
import { labelTeams, WorkerDirectory } from './worker-registry.js';

const SIGNAL = new AbortController().signal;

/** A registry in memory. */
class FakeRegistry {
  readonly entries = new Map<string, WorkerEntry>();

  add(worker: string, slots: number, teams: Record<string, string>, reportedAt = 1): void {
    this.entries.set(worker, { worker, slots, teams, reportedAt });
  }

  async getJobs(): Promise<{ data: WorkerEntry }[]> {
    return [...this.entries.values()].map((data) => ({ data }));
  }

  async remove(worker: string): Promise<number> {
    return Number(this.entries.delete(worker));
  }
}

function createJob(left: string, right: string, versions = { left: '1', right: '1' }): MatchJob {
  return {
    id: 'id',
    fixture: 'league-1-1',
    spec: createDocumentSpec({
      version: 1,
      teams: {
        left: { name: left, start: '/document/left', environment: { RISK: '1' } },
        right: { name: right, start: '/document/right' },
      },
    }),
    teams: {
      left: { version: versions.left, limits: {} },
      right: { version: versions.right, limits: {} },
    },
  };
}

function createDirectory(): { registry: FakeRegistry; directory: WorkerDirectory; clock: { ms: number } } {
  const registry = new FakeRegistry();
  const clock = { ms: 0 };
  const directory = new WorkerDirectory(registry as unknown as Queue<WorkerEntry>, () => clock.ms);
  return { registry, directory, clock };
}

test('a match is for the workers that have both teams in the right versions', async () => {
  const { registry, directory } = createDirectory();
  registry.add('one', 2, { A: '1', B: '1' });
  registry.add('two', 3, { B: '1', A: '1' });
  registry.add('three', 1, { A: '1', C: '1' });
  registry.add('four', 1, { A: '1', B: '2' });
  await directory.update(SIGNAL);
  expect(directory.find(createJob('B', 'A'))).toEqual([
    { label: labelTeams({ A: '1', B: '1' }), teams: { A: '1', B: '1' }, slots: 5 },
  ]);
  expect(directory.find(createJob('A', 'C')).map(({ slots }) => slots)).toEqual([1]);
  expect(directory.find(createJob('B', 'C'))).toEqual([]);
  expect(directory.find(createJob('A', 'B', { left: '1', right: '2' }))).toHaveLength(1);
  expect(directory.describe()).toContain('four: A (1), B (2)');
});

test('a worker that is silent for 20 s gets no matches and is removed; its report adds it again', async () => {
  const { registry, directory, clock } = createDirectory();
  registry.add('one', 1, { A: '1', B: '1' });
  await directory.update(SIGNAL);
  clock.ms = 19_000;
  await directory.update(SIGNAL);
  expect(directory.groups.size).toBe(1);
  registry.add('one', 1, { A: '1', B: '1' }, 2);
  await directory.update(SIGNAL);
  clock.ms = 38_000;
  await directory.update(SIGNAL);
  expect(directory.groups.size).toBe(1);
  clock.ms = 40_000;
  await directory.update(SIGNAL);
  expect(directory.groups.size).toBe(0);
  expect(registry.entries.size).toBe(0);
  registry.add('one', 1, { A: '1', B: '1' }, 3);
  await directory.update(SIGNAL);
  expect(directory.groups.size).toBe(1);
});

test('a worker plays with its own files and the settings of the document, if name and version are equal', () => {
  const own = (name: string, version: string): [string, LoadedTeam] => [
    name,
    { name, version, team: { name, start: `/own/${name}`, directory: '/own' }, limits: {} },
  ];
  const teams = new Map([own('A', '1'), own('B', '2')]);
  expect(placeTeams(createJob('A', 'B'), teams).spec.teams).toEqual({
    left: { name: 'A', start: '/own/A', directory: '/own', environment: { RISK: '1' } },
    right: { name: 'B', start: '/document/right' },
  });
});

test('a worker with teams of its own starts no image and reads no template that the document names', () => {
  const own: LoadedTeam = { name: 'A', version: '1', team: { name: 'A', start: '/own/A' }, limits: {} };
  const job = createJob('A', 'B');
  const named = { image: 'of-the-document', templates: ['/etc/passwd'] };
  const match = { ...job, teams: { ...job.teams, left: { ...job.teams.left, ...named } } };
  expect(placeTeams(match, new Map([['A', own]])).teams.left).toEqual(job.teams.left);
  const withFiles = { ...own, image: 'own', templates: ['/own/t'] };
  expect(placeTeams(match, new Map([['A', withFiles]])).teams.left).toMatchObject({
    image: 'own',
    templates: ['/own/t'],
  });
});

test('settings of a tuning are for workers with the tuned team; they play it with the values', async () => {
  const { registry, directory } = createDirectory();
  registry.add('one', 1, { Reds: '1' });
  await directory.update(SIGNAL);
  const job = createJob('plus', 'minus');
  const tuned = { team: 'Reds', values: { RISK: 0.5 } };
  const match: MatchJob = {
    ...job,
    teams: { left: { ...job.teams.left, tuned }, right: { ...job.teams.right, tuned } },
  };
  expect(directory.find(job)).toEqual([]);
  expect(directory.find(match)).toHaveLength(1);
  const team = { name: 'Reds', start: './own {host} {port} --risk {RISK}' };
  const teams = new Map([['Reds', { name: 'Reds', version: '1', team, limits: {} }]]);
  const played = {
    start: './own {host} {port} --risk {RISK}',
    environment: { RISK: '0.5', RCSS_OPTIONS: '{"RISK":0.5}' },
  };
  const placed = placeTeams(match, teams).spec.teams!;
  expect(placed).toEqual({ left: { name: 'plus', ...played }, right: { name: 'minus', ...played } });
  // As each team is started.
  expect(fillStartCommand(placed.left as StartedTeam).start).toBe('./own {host} {port} --risk 0.5');
});

test('a server that others watch serves all addresses, if the document does not choose one', () => {
  const job = createJob('A', 'B');
  expect(openForWatchers(job).program).toEqual({ bind_address: '0.0.0.0' });
  const chosen = { ...job, program: { bind_address: '10.0.0.7' } };
  expect(openForWatchers(chosen)).toEqual(chosen);
});
