import { basename, relative } from 'node:path';
import type { Bucket } from '../logs/bucket.js';
import { moveLogs, nameLogFolder } from '../logs/keep-logs.js';
import { checkSpace } from '../pool/free-space.js';
import { MatchPool, type PoolOptions } from '../pool/match-pool.js';
import type { MatchExecutor } from './executor.js';
import { hasRecording, keepFolder, matchFolder } from './match-folder.js';
import { checkOutcome } from './result-file.js';

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
  const pool = new MatchPool(options);
  return {
    capacity: pool.size,
    describe: () => `${pool.size} at a time on this machine`,
    open: async () => {},
    async play(job, signal, listener) {
      const logs = matchFolder(folder, job.fixture);
      checkSpace(folder, pool.size);
      // A match that was cut off can be continued from its recording.
      if (hasRecording(logs)) keepFolder(logs);
      const outcome = checkOutcome(
        await pool.perform({ type: 'play', given: job, folder: logs }, signal, listener),
      );
      if (bucket !== undefined) {
        const moved = await moveLogs(bucket, logs, nameLogFolder(job), outcome);
        return moved.logs === basename(logs) ? { ...moved, logs: relative(folder, logs) } : moved;
      }
      // Relative: the folder of a run can be moved.
      return { ...outcome, logs: relative(folder, logs) };
    },
    confirm: async () => {},
    close: () => pool.close(),
  };
}
