import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SideName } from '@rcss/core';
import type { TeamIsolation, TeamLimits } from '@rcss/tournament/documents';
import { MatchFailure } from '../jobs/match-outcome.js';
import { useContainer } from './container.js';
import { openGate } from './gate.js';
import type { LevelIsolation } from './level-isolation.js';
import { canSandboxAs, createSandboxCommand } from './sandbox-command.js';

/** What an isolation needs to know of a team. */
export interface IsolatedTeamPlan {
  readonly limits: TeamLimits;
  /** Image of the team; absent: its programs are on this machine. */
  readonly image?: string | undefined;
  /** Variables of the team. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A team's place on this machine. */
export interface TeamPlace {
  /** Number of the match among those of this machine. */
  readonly slot: number;
  readonly side: SideName;
  /** Name of the team. */
  readonly team: string;
  /** Folder of the team. */
  readonly folder: string;
  /** Ports of the server that a team uses. */
  readonly ports: readonly number[];
}

/** Size of each folder in memory that a team can write, if the document does not say otherwise, megabytes. */
const DEFAULT_DISK_MB = 256;
/** First of the users of sandboxes, two for each match at a time. Systems give no such numbers to users or containers. */
const FIRST_SANDBOX_USER = 0x7000_0000;

/**
 * Prepares what the level of an isolation needs.
 *
 * @param threads Most threads of the team.
 * @throws {MatchFailure} if this machine does not have it.
 */
export async function isolateByLevel(
  isolation: TeamIsolation,
  { limits, image, environment }: IsolatedTeamPlan,
  threads: number,
  place: TeamPlace,
): Promise<LevelIsolation> {
  if ((image === undefined) === (isolation.level === 'container'))
    throw new MatchFailure(
      'isolation.level: container needs teams with an image, and an image needs this level',
    );
  switch (isolation.level) {
    case 'none':
      return {
        wrap: (command) => command,
        withoutThreadLimit: 'the teams of the level none share the user of the worker',
        close: () => {},
      };
    case 'user':
      return wrapInside(useOtherUser(isolation.users, capThreads(threads), place), environment);
    case 'sandbox':
      return wrapInside(await useSandbox(isolation, capThreads(threads), place), environment);
    case 'container':
      return useContainer(isolation, {
        ...{ image: image!, environment, limits, threads },
        ...{ diskMb: isolation.diskMb ?? DEFAULT_DISK_MB, team: place.team, ports: place.ports },
      });
  }
}

/** Whether a variable reaches a team through the programs that isolate it; others, such as `LD_PRELOAD` and `PATH`, would decide what these run. */
export const isPassedThrough = (name: string): boolean => name.startsWith('RCSS_');

/** Sets the other variables of a team where it is isolated. */
function wrapInside(level: LevelIsolation, environment: IsolatedTeamPlan['environment']): LevelIsolation {
  const variables = Object.entries(environment).filter(([name]) => !isPassedThrough(name));
  const set = ['--', ...variables.map(([name, value]) => `${name}=${value}`)];
  return {
    ...level,
    wrap({ file, args, shell, cwd }) {
      const inner = shell ? ['/bin/sh', '-c', file] : [file, ...args];
      return level.wrap({ file: 'env', args: [...set, ...inner], shell: false, cwd });
    },
  };
}

/** The limit of this process for threads is the highest one that it can give to others. */
function capThreads(threads: number): number {
  const [, own = 'unlimited'] =
    /^Max processes +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return own === 'unlimited' ? threads : Math.min(threads, Number(own));
}

/** The index of a team among all teams of this machine that play at the same time. */
const indexOf = ({ slot, side }: TeamPlace): number => 2 * slot + (side === 'left' ? 0 : 1);

async function useSandbox(
  { readable = [], diskMb = DEFAULT_DISK_MB }: Extract<TeamIsolation, { level: 'sandbox' }>,
  threads: number,
  place: TeamPlace,
): Promise<LevelIsolation> {
  const gate = await openGate(place.ports, place.team);
  // The team has another user number in its sandbox.
  chmodSync(gate.socketPath, 0o666);
  // Limits of threads do not hold for root, even in a sandbox.
  const isRoot = process.getuid?.() === 0;
  const own = FIRST_SANDBOX_USER + indexOf(place);
  const user = isRoot && canSandboxAs(own, place.folder, readable) ? own : null;
  if (user !== null)
    for (const path of [gate.socketPath, dirname(gate.socketPath)]) chownSync(path, user, user);
  return {
    wrap: (command) =>
      createSandboxCommand(command, {
        socketPath: gate.socketPath,
        ports: place.ports,
        readable,
        diskMb,
        threads,
        user,
      }),
    withoutThreadLimit:
      isRoot && user === null
        ? `the worker is root, and the folder ${place.folder} cannot be read by a user without rights`
        : null,
    findForeignTeam: () => gate.foreignTeam,
    close: () => gate.close(),
  };
}

function useOtherUser(users: readonly string[], threads: number, place: TeamPlace): LevelIsolation {
  if (process.getuid?.() !== 0)
    throw new MatchFailure('isolation.level: user needs a worker that runs as root; use sandbox');
  const user = users[indexOf(place)];
  if (user === undefined)
    throw new MatchFailure(
      `isolation.users: ${users.length} users are not enough for ${place.slot + 1} matches at a time; two are needed for each`,
    );
  const uid = findUserId(user);
  if (uid === 0)
    throw new MatchFailure('isolation.users: root is not allowed; name users that have no other processes');
  return {
    wrap: ({ file, args, cwd }) => ({
      file: 'prlimit',
      args: [
        ...[`--nproc=${threads}`, 'setpriv', '--reuid', user, '--regid', user, '--init-groups'],
        ...['--inh-caps=-all', '--no-new-privs', '--', file, ...args],
      ],
      shell: false,
      cwd,
    }),
    withoutThreadLimit: null,
    close: () => killProcessesOf(uid),
  };
}

function findUserId(user: string): number {
  try {
    return Number(execFileSync('id', ['-u', '--', user], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    throw new MatchFailure(`isolation.users: this machine has no user '${user}'`);
  }
}

/** Ends all processes of a user, who has no others than those of a team. */
function killProcessesOf(uid: number): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (statSync(`/proc/${name}`).uid === uid) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
