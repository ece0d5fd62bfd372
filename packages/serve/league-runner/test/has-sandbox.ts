import { spawnSync } from 'node:child_process';

/** Whether bubblewrap can create a sandbox here. */
export const hasSandbox: boolean =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' }).status === 0;
