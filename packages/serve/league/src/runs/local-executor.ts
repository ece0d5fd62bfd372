import { join } from 'node:path';
import type { Bucket } from '../logs/bucket.js';
import { moveLogs, nameLogFolder } from '../logs/keep-logs.js';
import { createMatchPool, type PoolOptions } from '../pool/match-pool.js';
import type { MatchExecutor } from './executor.js';

/** Folder of a match in the folder of its run. */
export function matchFolder(folder: string, fixture: string): string {
  return join(folder, 'matches', fixture.replace(/[^-\w.]/g, '_'));
}

/** Settings of {@link createLocalExecutor}. */
export interface LocalOptions extends PoolOptions {
  /** Where the logs of finished matches go; absent: they stay in the folder of the run. */
  readonly bucket?: Bucket;
}

/**
 * Creates an executor that plays in processes of this machine.
 *
 * @param folder Folder of the run; every match has a folder in it.
 */
export function createLocalExecutor(folder: string, { bucket, ...options }: LocalOptions): MatchExecutor {
  const pool = createMatchPool(options);
  return {
    capacity: pool.size,
    describe: () => `${pool.size} at a time on this machine`,
    open: async () => {},
    async play(job, signal, listener) {
      const logs = matchFolder(folder, job.fixture);
      const outcome = await pool.play(job, logs, signal, listener);
      if (bucket !== undefined) return moveLogs(bucket, logs, nameLogFolder(job), outcome);
      return { ...outcome, logs };
    },
    confirm: async () => {},
    close: () => pool.close(),
  };
}
