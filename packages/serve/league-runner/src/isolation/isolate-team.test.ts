import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '@rcss/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isolateTeam } from './isolate-team.js';

const PLACE = {
  slot: 0,
  side: 'left',
  team: 'Reds',
  folder: '/team',
  ports: [6000, 6002],
} as const;
const COMMAND = { file: './start.sh', args: [], shell: false, cwd: '/team' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-groups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('without control groups, what is not limited is said with the reason', async () => {
  const limits = { memoryMb: 400, cpus: 2, threads: 50, processes: 20 };
  const team = await isolateTeam({ level: 'none' }, { limits, environment: {} }, PLACE, err('no cgroup v2'));
  expect(team.notLimited).toBe(
    'memory is measured once a second, processors are limited to whole ones, threads are not limited ' +
      '(no cgroup v2; the teams of the level none share the user of the worker)',
  );
  expect(team.wrap(COMMAND)).toEqual(COMMAND);
  expect(team.findExceeded()).toBeNull();
});

test('a team without limits has nothing that could not be limited', async () => {
  const team = await isolateTeam(
    { level: 'none' },
    { limits: { processes: 20 }, environment: {} },
    PLACE,
    err('no cgroup v2'),
  );
  expect(team.notLimited).toBeNull();
});

test('control groups keep the limits for which they have a controller; the others are named', async () => {
  const groups = ok({ folder, controllers: new Set(['memory', 'pids'] as const) });
  const limits = { memoryMb: 400, threads: 50 };
  const kept = await isolateTeam({ level: 'none' }, { limits, environment: {} }, PLACE, groups);
  expect(kept.notLimited).toBeNull();
  expect(kept.wrap(COMMAND)).toMatchObject({ file: '/bin/sh', args: expect.arrayContaining(['./start.sh']) });
  const [name] = readdirSync(folder);
  writeFileSync(join(folder, name!, 'memory.events'), 'oom_kill 1\n');
  expect(kept.findExceeded()).toBe('needed more memory than limits.memoryMb allows, 400 MB');
  const partly = await isolateTeam(
    { level: 'none' },
    { limits: { ...limits, cpus: 0.5 }, environment: {} },
    PLACE,
    groups,
  );
  expect(partly.notLimited).toBe(`processors are limited to whole ones (${folder} has no such controller)`);
});
