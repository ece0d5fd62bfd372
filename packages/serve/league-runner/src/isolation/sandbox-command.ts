/** The command line of a sandbox for a team, by bubblewrap (Linux). */
import { spawnSync } from 'node:child_process';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartCommand } from '@rcss/kit/match-runner';

/** Settings of a sandbox. */
export interface SandboxPlan {
  /** Unix socket of the gate. */
  readonly socketPath: string;
  /** Ports of the server that the team reaches. */
  readonly ports: readonly number[];
  /** Further files and folders that the team may read. */
  readonly readable: readonly string[];
  /** Size of each folder in memory that the team can write, megabytes. */
  readonly diskMb: number;
  /** Most threads of all processes of the team. */
  readonly threads: number;
  /** User and group of this machine as which the sandbox runs; null: those of this process. */
  readonly user: number | null;
}

const GATE_PROGRAM = fileURLToPath(new URL('./sandbox-gate.js', import.meta.url));
const GATE_IN_SANDBOX = '/run/rcss/gate.mjs';
const SOCKET_IN_SANDBOX = '/run/rcss/socket';
/** Folder that the team can write; also its home. */
const WORK_FOLDER = '/home/team';
/** User and group without rights: `nobody` of Linux (words-ok). */
const UNPRIVILEGED = '65534';
/** Largest file that a program of the team may write, its output included, bytes. */
const MAX_FILE_BYTES = 128 * 1024 * 1024;

/** Folders of programs and libraries; on many systems, some of them are links into /usr. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Files of /etc without secrets that programs need. */
const SYSTEM_FILES =
  'alternatives fonts group hosts java-11-openjdk java-17-openjdk java-21-openjdk ld.so.cache ld.so.conf ld.so.conf.d localtime nsswitch.conf passwd python3 ssl/certs ssl/openssl.cnf'
    .split(' ')
    .map((name) => `/etc/${name}`);

/**
 * Returns a command that runs another one, which is not a line for a shell, in namespaces of its own: no network but the ports of the server, no other
 * processes, a read-only file system with programs, libraries and the folder of the team, and {@link WORK_FOLDER} and `/tmp` in memory.
 */
export function createSandboxCommand(command: StartCommand, plan: SandboxPlan): StartCommand {
  const size = String(Math.round(plan.diskMb * 1024 * 1024));
  const readable = listReadable(command.cwd, plan.readable);
  const args = [
    `--fsize=${MAX_FILE_BYTES}`,
    '--core=0',
    ...(plan.user === null ? [] : runAsUser(plan.user)),
    'bwrap',
    ...['--unshare-user', '--unshare-all', '--disable-userns', '--die-with-parent', '--new-session'],
    ...['--uid', UNPRIVILEGED, '--gid', UNPRIVILEGED, '--cap-drop', 'ALL', '--hostname', 'team'],
    ...SYSTEM_FOLDERS.flatMap(bindSystemFolder),
    ...SYSTEM_FILES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['/dev/shm', '/tmp', WORK_FOLDER].flatMap((path) => ['--size', size, '--tmpfs', path]),
    ...readable.filter((path) => !isSystemPath(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', realpathSync(GATE_PROGRAM), GATE_IN_SANDBOX],
    ...['--bind', plan.socketPath, SOCKET_IN_SANDBOX],
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--setenv', 'HOME', WORK_FOLDER, '--setenv', 'TMPDIR', '/tmp', '--setenv', 'RCSS_WORK', WORK_FOLDER],
    ...['--chdir', command.cwd, '--'],
    // In the sandbox, because the kernel counts the threads of each user namespace apart.
    ...['prlimit', `--nproc=${plan.threads}`],
    ...[
      process.execPath,
      GATE_IN_SANDBOX,
      SOCKET_IN_SANDBOX,
      plan.ports.join(','),
      command.file,
      ...command.args,
    ],
  ];
  return { file: 'prlimit', args, shell: false, cwd: command.cwd };
}

function listReadable(cwd: string, readable: readonly string[]): string[] {
  return [cwd, dirname(dirname(process.execPath)), ...readable];
}

/** The beginning of a command that runs as another user without rights. */
function runAsUser(user: number): string[] {
  const id = String(user);
  const rights = ['--clear-groups', '--inh-caps=-all', '--no-new-privs', '--'];
  return ['setpriv', '--reuid', id, '--regid', id, ...rights];
}

/** Whether another user can create a sandbox with the folder of a team and further files. */
export function canSandboxAs(user: number, cwd: string, readable: readonly string[]): boolean {
  const [file = '', ...args] = runAsUser(user);
  const paths = listReadable(cwd, readable);
  const check = 'for path; do [ -r "$path" ] || exit 1; done';
  const sandbox = ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', check, 'sh', ...paths];
  return spawnSync(file, [...args, ...sandbox], { stdio: 'ignore', cwd: '/' }).status === 0;
}

/** Whether this program can create sandboxes. */
export function canSandbox(): boolean {
  const file = 'prlimit';
  const args = ['--core=0', 'bwrap', '--unshare-all', '--ro-bind', '/', '/', 'true'];
  return spawnSync(file, args, { stdio: 'ignore', cwd: '/' }).status === 0;
}

/** Whether a path is in a folder that every sandbox has. */
function isSystemPath(path: string): boolean {
  return !relative('/usr', path).startsWith('..');
}

function bindSystemFolder(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
