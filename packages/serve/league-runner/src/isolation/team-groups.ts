/**
 * Control groups of teams (cgroup v2, Linux): limits of memory, processors and threads that the kernel keeps, and the end of all processes of
 * a team, also of those that have left its process group and cleared their environment.
 *
 * The worker needs a group that is delegated to it. It moves itself to a group `rcss-worker` in it, because a group with controllers for its
 * children has no processes of its own, and creates a group for each team beside that.
 */
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '@rcss/core';
import { isProcessRunning, readTextOrEmpty, type StartCommand } from '@rcss/kit/match-runner';
import { MatchFailure } from '../jobs/match-outcome.js';

/** Where control groups are on this machine. */
export interface GroupSystem {
  /** Mount point of cgroup v2. */
  readonly root: string;
  /** File with the groups of this process, as `/proc/self/cgroup`. */
  readonly own: string;
  readonly pid: number;
}

const SYSTEM: GroupSystem = { root: '/sys/fs/cgroup', own: '/proc/self/cgroup', pid: process.pid };
/** Group of the worker in the delegated group; also for `DelegateSubgroup=` of systemd. */
const WORKER_GROUP = 'rcss-worker';
const TEAM_GROUP = /^team-(\d+)-/;
const CONTROLLERS = ['cpu', 'memory', 'pids'] as const;
/** Period in which the processor time of a group is counted, µs. */
const CPU_PERIOD = 100_000;
const END_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 20;

/** What the kernel can limit for a group. */
export type GroupController = (typeof CONTROLLERS)[number];

/** A folder of the control groups in which groups of teams can be created. */
export interface TeamGroups {
  readonly folder: string;
  readonly controllers: ReadonlySet<GroupController>;
}

/** Limits of the processes of a team together. */
export interface GroupLimits {
  /** Megabytes. */
  readonly memoryMb?: number;
  /** Processors, also parts of one. */
  readonly cpus?: number;
  /** Threads of all processes. */
  readonly threads?: number;
}

/** The control group of a team. */
export interface TeamGroup {
  /** Limits that the kernel keeps. */
  readonly controllers: ReadonlySet<GroupController>;
  /** Returns a command whose processes are in the group from the start. */
  wrap(command: StartCommand): StartCommand;
  /** Whether the kernel has ended processes because of the limit of memory. */
  hasRunOutOfMemory(): boolean;
  /** Ends all processes of the group and removes it. */
  close(): Promise<void>;
}

/** Prepares groups for teams in the group of this process; the error says why this machine has none. */
export function openTeamGroups(system: GroupSystem = SYSTEM): Result<TeamGroups, string> {
  try {
    return prepareGroups(system);
  } catch (error) {
    const { path, code, message } = error as NodeJS.ErrnoException;
    return err(path === undefined ? message : `${path}: ${code}`);
  }
}

function prepareGroups({ root, own, pid }: GroupSystem): Result<TeamGroups, string> {
  const line = readFileSync(own, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('0::/'));
  if (line === undefined) return err(`${own} has no group of cgroup v2 (0::/PATH)`);
  const path = line.slice(3);
  if (path.split('/').includes('..')) return err(`the group ${path} of this process is not in ${root}`);
  const group = join(root, path);
  const isPrepared = basename(group) === WORKER_GROUP;
  const folder = isPrepared ? dirname(group) : group;
  const inFolder = (name: string): string => join(folder, name);
  const words = readFileSync(inFolder('cgroup.controllers'), 'utf8').trim().split(' ');
  const available = CONTROLLERS.filter((name) => words.includes(name));
  if (available.length === 0)
    return err(`${inFolder('cgroup.controllers')} has none of ${CONTROLLERS.join(', ')}`);
  for (const file of [folder, inFolder('cgroup.procs'), inFolder('cgroup.subtree_control')]) {
    try {
      accessSync(file, constants.W_OK);
    } catch {
      return err(`${file} cannot be written: the group is not delegated (systemd: Delegate=yes)`);
    }
  }
  if (!isPrepared) {
    const others = readPids(folder).filter((other) => other !== pid);
    if (others.length > 0)
      return err(
        `${folder} has ${others.length} other processes; the worker needs a group of its own (systemd: Delegate=yes, DelegateSubgroup=${WORKER_GROUP})`,
      );
    mkdirSync(inFolder(WORKER_GROUP), { recursive: true });
    writeFileSync(inFolder(`${WORKER_GROUP}/cgroup.procs`), String(pid));
    for (const name of readdirSync(folder)) {
      const [, owner] = TEAM_GROUP.exec(name) ?? [];
      // The group of a worker that was killed.
      if (owner !== undefined && !isProcessRunning(Number(owner))) void endGroup(inFolder(name));
    }
  }
  for (const name of available) writeFileSync(inFolder('cgroup.subtree_control'), `+${name}`);
  return ok({ folder, controllers: new Set(available) });
}

let createdCount = 0;

/**
 * Creates the group of a team with those of its limits for which there are controllers.
 *
 * @throws {MatchFailure} if a file of the group cannot be written.
 */
export function createTeamGroup(
  { folder, controllers }: TeamGroups,
  limits: GroupLimits,
  { pid }: Pick<GroupSystem, 'pid'> = SYSTEM,
): TeamGroup {
  createdCount += 1;
  const group = join(folder, `team-${pid}-${createdCount}`);
  const inGroup = (name: string): string => join(group, name);
  const held = new Set<GroupController>();
  const limit = (name: GroupController, file: string, value: number | undefined, text: string): void => {
    if (value === undefined || !controllers.has(name)) return;
    writeFileSync(inGroup(file), text);
    held.add(name);
  };
  const { memoryMb, cpus, threads } = limits;
  try {
    mkdirSync(group);
    limit('memory', 'memory.max', memoryMb, String(Math.round((memoryMb ?? 0) * 1024 * 1024)));
    limit('cpu', 'cpu.max', cpus, `${Math.round((cpus ?? 0) * CPU_PERIOD)} ${CPU_PERIOD}`);
    limit('pids', 'pids.max', threads, String(threads));
    if (held.has('memory')) writeFileSync(inGroup('memory.oom.group'), '1');
  } catch (error) {
    const { path = group, code } = error as NodeJS.ErrnoException;
    throw new MatchFailure(`the limits of a team cannot be set: ${path}: ${code}`);
  }
  if (held.has('memory')) attempt(() => writeFileSync(inGroup('memory.swap.max'), '0'));
  return {
    controllers: held,
    wrap: ({ file, args, shell, cwd }) => ({
      file: '/bin/sh',
      args: [
        ...['-c', 'echo 0 > "$0" && exec "$@"', inGroup('cgroup.procs')],
        ...(shell ? ['/bin/sh', '-c', file] : [file, ...args]),
      ],
      shell: false,
      cwd,
    }),
    hasRunOutOfMemory: () => /^oom_kill [1-9]/m.test(readTextOrEmpty(inGroup('memory.events'))),
    close: () => endGroup(group),
  };
}

async function endGroup(group: string): Promise<void> {
  const killAll = (): void => {
    // Linux before 5.14 has no cgroup.kill.
    if (attempt(() => writeFileSync(join(group, 'cgroup.kill'), '1', { flag: 'r+' }))) return;
    for (const pid of readPids(group)) attempt(() => process.kill(pid, 'SIGKILL'));
  };
  const end = performance.now() + END_TIMEOUT_MS;
  for (killAll(); readPids(group).length > 0 && performance.now() < end; killAll())
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  attempt(() => rmdirSync(group));
}

function readPids(group: string): number[] {
  return readTextOrEmpty(join(group, 'cgroup.procs'))
    .split('\n')
    .filter((text) => text !== '')
    .map(Number);
}

/** Whether a call does not throw. */
export function attempt(call: () => void): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
