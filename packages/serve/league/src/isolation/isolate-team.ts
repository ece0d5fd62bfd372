import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import type { StartCommand } from '@rcss/kit/match-runner';
import type { TeamIsolation } from '@rcss/tournament/documents';
import { MatchFailure } from '../jobs/match-outcome.js';
import { openGate } from './gate.js';
import { createSandboxCommand } from './sandbox-command.js';

/** A team's place on this machine. */
export interface TeamPlace {
  /** Number of the match among those of this machine. */
  readonly slot: number;
  readonly side: 'left' | 'right';
  /** Address of the server. */
  readonly host: string;
  /** Ports of the server that a team uses. */
  readonly ports: readonly number[];
}

/** How a command of a team is started. */
export interface IsolatedTeam {
  wrap(command: StartCommand): StartCommand;
  /** Frees what the isolation needs. To be called after the processes of the team have ended. */
  close(): void;
}

const NOT_ISOLATED: IsolatedTeam = { wrap: (command) => command, close: () => {} };
/** Size of each folder in memory that a team can write, if the document does not say otherwise, megabytes. */
const DEFAULT_DISK_MB = 256;

/**
 * Prepares the isolation of a team.
 *
 * @throws {MatchFailure} if this machine cannot provide it.
 */
export async function isolateTeam(isolation: TeamIsolation, place: TeamPlace): Promise<IsolatedTeam> {
  if (isolation.level === 'none') return NOT_ISOLATED;
  if (process.platform !== 'linux')
    throw new MatchFailure(
      `isolation.level: ${isolation.level} needs Linux; this machine has ${process.platform}`,
    );
  if (isolation.level === 'user') return useOtherUser(isolation.users, place);
  const gate = await openGate(place.ports, place.host);
  // The team has another user number in its sandbox.
  chmodSync(gate.socketPath, 0o666);
  return {
    wrap: (command) =>
      createSandboxCommand(command, {
        socketPath: gate.socketPath,
        ports: place.ports,
        readable: isolation.readable ?? [],
        diskMb: isolation.diskMb ?? DEFAULT_DISK_MB,
      }),
    close: () => gate.close(),
  };
}

function useOtherUser(users: readonly string[], { slot, side }: TeamPlace): IsolatedTeam {
  if (process.getuid?.() !== 0)
    throw new MatchFailure('isolation.level: user needs a worker that runs as root; use sandbox');
  const user = users[2 * slot + (side === 'left' ? 0 : 1)];
  if (user === undefined)
    throw new MatchFailure(
      `isolation.users: ${users.length} users are not enough for ${slot + 1} matches at a time; two are needed for each`,
    );
  const uid = findUserId(user);
  if (uid === 0)
    throw new MatchFailure('isolation.users: root is not allowed; name users that have no other processes');
  return {
    wrap: ({ file, args, shell, cwd }) => ({
      file: 'setpriv',
      args: [
        ...['--reuid', user, '--regid', user, '--init-groups', '--inh-caps=-all', '--no-new-privs', '--'],
        ...(shell ? ['/bin/sh', '-c', file] : [file, ...args]),
      ],
      shell: false,
      cwd,
    }),
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
