import { existsSync } from 'node:fs';
import { delimiter, posix, win32 } from 'node:path';

/**
 * Differences between operating systems. Every function takes the platform as an argument, so that tests on one system
 * cover the others.
 */

/** Path functions of a platform. */
export function pathsOf(platform) {
  return platform === 'win32' ? win32 : posix;
}

/** Name of the variable with the search path: Windows spells it `Path`, and finds it in any spelling. */
export function pathVariable(env, platform = process.platform) {
  if (platform !== 'win32') return 'PATH';
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'Path';
}

/** A copy of the environment in which `folder` comes first in the search path. */
export function withFolderOnPath(env, folder, platform = process.platform) {
  const name = pathVariable(env, platform);
  const separator = platform === 'win32' ? ';' : platform === process.platform ? delimiter : ':';
  const rest = env[name];
  return { ...env, [name]: rest ? `${folder}${separator}${rest}` : folder };
}

/**
 * The command that runs `npx`, as a program and its first arguments.
 *
 * The script of npm is run by this Node where it can be found: no shell, no `.cmd` file and no quoting is then needed.
 *
 * @param exists Returns whether a file exists.
 */
export function npxCommand(
  env,
  { platform = process.platform, execPath = process.execPath, exists = existsSync } = {},
) {
  const path = pathsOf(platform);
  const node = path.dirname(execPath);
  const candidates = [
    path.join(node, 'node_modules', 'npm', 'bin', 'npx-cli.js'),
    path.join(node, '..', 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js'),
  ];
  // Set by `npm run`. Other package managers set it too, to their own script.
  const npm = env.npm_execpath;
  if (npm !== undefined && path.basename(npm) === 'npm-cli.js') {
    candidates.unshift(path.join(path.dirname(npm), 'npx-cli.js'));
  }
  const script = candidates.find(exists);
  if (script !== undefined) return { file: execPath, args: [script], shell: false };
  return platform === 'win32'
    ? { file: 'npx.cmd', args: [], shell: true }
    : { file: 'npx', args: [], shell: false };
}

/**
 * How a child process and all that it started are ended.
 *
 * On POSIX systems the child leads a process group (it was started with `detached`), which gets the signal. Windows has
 * neither groups nor signals; `taskkill` ends the tree by force.
 *
 * @returns Either a process id and a signal for `process.kill`, or a command to run.
 */
export function treeKill(pid, signal, platform = process.platform) {
  if (platform === 'win32') return { command: ['taskkill', '/pid', String(pid), '/t', '/f'] };
  return { kill: [-pid, signal] };
}

/** Exit status of a program that a signal has ended, as shells report it. */
export function exitStatusOf(signal) {
  return { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal] ?? 1;
}
