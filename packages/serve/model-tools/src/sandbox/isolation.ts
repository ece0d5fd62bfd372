/** What separates the process of a team from this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** `bubblewrap`: namespaces of its own; `process`: only the rights that Node withholds. */
export type IsolationKind = 'bubblewrap' | 'process';

/** What the machine gives, and in words what it does not. */
export interface Isolation {
  readonly kind: IsolationKind;
  readonly note: string;
}

const BWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'];
const OPEN_FILES = 64;
let found: Isolation | null = null;

/** Returns the isolation of this machine; tried once. */
export function findIsolation(): Isolation {
  if (found !== null) return found;
  const args = wrap('bubblewrap', process.execPath, [process.execPath, '--version']);
  const works =
    existsSync(args[0]!) && spawnSync(args[0]!, args.slice(1), { env: {}, stdio: 'ignore' }).status === 0;
  found = works
    ? {
        kind: 'bubblewrap',
        note: 'Each team runs in a process of its own without network, files and other processes (bubblewrap).',
      }
    : {
        kind: 'process',
        note:
          'Each team runs in a process of its own, which Node keeps from files, processes and threads. This machine does not close the network to it, and ' +
          'code that breaks out of Node has the rights of this user: install bubblewrap, or use a user or a container of its own.',
      };
  return found;
}

/** The command in namespaces of its own, if the machine has them. */
function wrap(kind: IsolationKind, program: string, command: readonly string[]): readonly string[] {
  if (kind === 'process') return command;
  const shown = ['/usr', '/bin', '/lib', '/lib64', dirname(process.execPath), dirname(program)];
  return [
    BWRAP.find((path) => existsSync(path)) ?? BWRAP[0]!,
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--chdir', '/'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
    '--',
    ...command,
  ];
}

/** Arguments of Node for a process without rights. */
export function createSandboxArguments(program: string, memoryMb: number): string[] {
  const { allowedNodeEnvironmentFlags: flags } = process;
  return [
    // Node 20 and the first versions of 22 have the flag under its first name.
    flags.has('--permission') ? '--permission' : '--experimental-permission',
    `--allow-fs-read=${dirname(program)}/*`,
    `--max-old-space-size=${memoryMb}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    ...listInspectorArguments(),
  ];
}

/** No signal opens the inspector, where Node has an option for it. */
export function listInspectorArguments(): string[] {
  return process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [];
}

/** Returns the command of a process for a team: with limits of the system where it has them. */
export function createTeamCommand(
  program: string,
  { memoryMb, seconds, isolation }: { memoryMb: number; seconds: number; isolation: IsolationKind },
): readonly string[] {
  const node = [process.execPath, ...createSandboxArguments(program, memoryMb), program, 'team'];
  const command = wrap(isolation, program, node);
  if (process.platform === 'win32') return command;
  // No core, no file, few descriptors, and an end even if no process ends it. Processor time is that of all its threads.
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n ${OPEN_FILES}; ulimit -t ${Math.ceil(seconds * 4)}`;
  return ['/bin/sh', '-c', `${limits}; exec "$@"`, 'rcss-team', ...command];
}
