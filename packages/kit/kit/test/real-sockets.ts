import { expect } from 'vitest';

/** Whether the test file that runs uses real sockets, processes and threads: `NAME.e2e.ts`. */
export function needsRealSockets(): boolean {
  return /\.e2e\.\w+$/.test(expect.getState().testPath ?? '');
}
