import { spawnSync } from 'node:child_process';

/** Returns whether a process runs: false for a process that has ended but was not yet removed by the system. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
