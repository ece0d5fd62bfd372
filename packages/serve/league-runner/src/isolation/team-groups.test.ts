import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTeamGroup, type GroupSystem, openTeamGroups } from './team-groups.js';

const PID = 4321;
/** A number that no process has. */
const ENDED_PID = 2 ** 30;

let root: string;
let system: GroupSystem;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rcss-groups-'));
  system = { root, own: join(root, 'own'), pid: PID };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Makes a folder with the files that the kernel has in a group. */
function createGroup(path: string, controllers: string, pids: readonly number[]): void {
  mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path, 'cgroup.controllers'), `${controllers}\n`);
  writeFileSync(join(root, path, 'cgroup.subtree_control'), '');
  writeFileSync(join(root, path, 'cgroup.procs'), pids.map((pid) => `${pid}\n`).join(''));
}

function beIn(path: string): void {
  writeFileSync(system.own, `1:name=systemd:/other\n0::${path}\n`);
}

test('the worker moves to a group of its own in the delegated group, whose controllers teams get', () => {
  createGroup('league.service', 'cpuset cpu io memory pids', [PID]);
  beIn('/league.service');
  const opened = openTeamGroups(system);
  expect(opened).toEqual({
    ok: true,
    value: { folder: join(root, 'league.service'), controllers: new Set(['cpu', 'memory', 'pids']) },
  });
  expect(read('league.service/rcss-worker/cgroup.procs')).toBe(String(PID));
  expect(read('league.service/cgroup.subtree_control')).toBe('+pids');
});

test('a process of the worker that is in the group of the worker finds the same groups', () => {
  createGroup('league.service', 'cpu memory pids', []);
  createGroup('league.service/rcss-worker', '', [PID - 1]);
  beIn('/league.service/rcss-worker');
  expect(openTeamGroups(system)).toMatchObject({ value: { folder: join(root, 'league.service') } });
  expect(read('league.service/rcss-worker/cgroup.procs')).toBe(`${PID - 1}\n`);
});

test('the groups of workers that were killed are ended', () => {
  createGroup('league.service', 'memory', [PID]);
  for (const name of [`team-${ENDED_PID}-1`, `team-${process.pid}-1`, 'other']) {
    createGroup(`league.service/${name}`, '', []);
    writeFileSync(join(root, 'league.service', name, 'cgroup.kill'), '');
  }
  beIn('/league.service');
  openTeamGroups(system);
  expect(read(`league.service/team-${ENDED_PID}-1/cgroup.kill`)).toBe('1');
  expect(read(`league.service/team-${process.pid}-1/cgroup.kill`)).toBe('');
  expect(read('league.service/other/cgroup.kill')).toBe('');
});

test.each([
  [
    'there is no cgroup v2',
    () => writeFileSync(system.own, '1:cpu:/\n'),
    /own has no group of cgroup v2 \(0::\/PATH\)$/,
  ],
  [
    'the group is outside of a namespace',
    () => beIn('/../other'),
    /^the group \/\.\.\/other of this process is not in /,
  ],
  [
    'cgroup v2 has another mount point',
    () => beIn('/league.service'),
    /league\.service\/cgroup\.controllers: ENOENT$/,
  ],
  [
    'the machine keeps its controllers in cgroup v1',
    () => {
      createGroup('league.service', 'hugetlb', [PID]);
      beIn('/league.service');
    },
    /cgroup\.controllers has none of cpu, memory, pids$/,
  ],
  [
    'the group is not delegated',
    () => {
      createGroup('league.service', 'memory', [PID]);
      rmSync(join(root, 'league.service/cgroup.subtree_control'));
      beIn('/league.service');
    },
    /cgroup\.subtree_control cannot be written: the group is not delegated \(systemd: Delegate=yes\)$/,
  ],
  [
    'the group has processes that are not of the worker',
    () => {
      createGroup('league.service', 'memory', [PID, 17, 18]);
      beIn('/league.service');
    },
    /has 2 other processes; the worker needs a group of its own .*DelegateSubgroup=rcss-worker\)$/,
  ],
  ['there are no control groups', () => {}, /own: ENOENT$/],
])('without groups the reason is named: %s', (_, prepare, reason) => {
  prepare();
  const opened = openTeamGroups(system);
  expect(opened).toMatchObject({ ok: false, error: expect.stringMatching(reason) });
  expect(existsSync(join(root, 'league.service/rcss-worker'))).toBe(false);
});

/** Opens a delegated group with some controllers. */
function open(controllers: string): Extract<ReturnType<typeof openTeamGroups>, { ok: true }>['value'] {
  createGroup('worker', controllers, [PID]);
  beIn('/worker');
  const opened = openTeamGroups(system);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

const teamFolders = (): string[] =>
  readdirSync(join(root, 'worker')).filter((name) => name.startsWith('team-'));

test('the limits of a team are in the files of its group before its command starts in it', () => {
  const group = createTeamGroup(open('cpu memory pids'), { memoryMb: 400, cpus: 1.5, threads: 300 }, system);
  const [name] = teamFolders();
  expect(name).toMatch(/^team-4321-\d+$/);
  const files = ['memory.max', 'memory.swap.max', 'memory.oom.group', 'cpu.max', 'pids.max'];
  expect(files.map((file) => read(`worker/${name}/${file}`))).toEqual([
    '419430400',
    '0',
    '1',
    '150000 100000',
    '300',
  ]);
  expect(group.controllers).toEqual(new Set(['memory', 'cpu', 'pids']));
  const procs = join(root, 'worker', name!, 'cgroup.procs');
  const start = ['-c', 'echo 0 > "$0" && exec "$@"', procs];
  const command = { file: './start.sh', args: ['a b', '6000'], shell: false, cwd: '/team' };
  expect(group.wrap(command)).toEqual({
    ...command,
    file: '/bin/sh',
    args: [...start, './start.sh', 'a b', '6000'],
  });
  const line = { file: 'run {x} | tee log', args: [], shell: true, cwd: '/team' };
  expect(group.wrap(line)).toMatchObject({
    args: [...start, '/bin/sh', '-c', 'run {x} | tee log'],
    shell: false,
  });
});

test('a limit without its controller, or that the team does not have, is not kept by the kernel', () => {
  const group = createTeamGroup(open('memory pids'), { memoryMb: 400, cpus: 2 }, system);
  expect(group.controllers).toEqual(new Set(['memory']));
  const [name] = teamFolders();
  expect(readdirSync(join(root, 'worker', name!)).sort()).toEqual([
    'memory.max',
    'memory.oom.group',
    'memory.swap.max',
  ]);
});

test('a file that cannot be written is an error that names it', () => {
  const groups = open('memory');
  rmSync(groups.folder, { recursive: true });
  expect(() => createTeamGroup(groups, { memoryMb: 1 }, system)).toThrow(
    /^the limits of a team cannot be set: .*worker\/team-4321-\d+: ENOENT$/,
  );
});

test('processes that the kernel has ended for their memory are seen', () => {
  const group = createTeamGroup(open('memory'), { memoryMb: 400 }, system);
  expect(group.hasRunOutOfMemory()).toBe(false);
  const events = join(root, 'worker', teamFolders()[0]!, 'memory.events');
  writeFileSync(events, 'low 0\nhigh 0\nmax 12\noom 1\noom_kill 0\n');
  expect(group.hasRunOutOfMemory()).toBe(false);
  writeFileSync(events, 'max 12\noom 1\noom_kill 3\n');
  expect(group.hasRunOutOfMemory()).toBe(true);
});

test('the end of a team ends all processes of its group and removes it', async () => {
  const group = createTeamGroup(open('memory'), {}, system);
  const name = teamFolders()[0]!;
  const folder = join(root, 'worker', name);
  writeFileSync(join(folder, 'cgroup.kill'), '');
  await group.close();
  expect(read(`worker/${name}/cgroup.kill`)).toBe('1');
  rmSync(join(folder, 'cgroup.kill'));
  await group.close();
  expect(teamFolders()).toEqual([]);
});
