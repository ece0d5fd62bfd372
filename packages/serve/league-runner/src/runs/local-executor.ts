import { basename, relative } from 'node:path';
import type { SideName } from '@rcss/core';
import { BUILT_IN_TEAMS } from '@rcss/kit/match-runner';
import { type MatchJob, type MatchJobTeam, openForWatchers } from '../jobs/match-job.js';
import type { Bucket } from '../logs/bucket.js';
import { moveLogs, nameLogFolder } from '../logs/keep-logs.js';
import type { MachineHub } from '../machines/hub.js';
import { checkSpace } from '../pool/free-space.js';
import { createMatchPool, type PoolOptions } from '../pool/match-pool.js';
import type { MatchExecutor } from './executor.js';
import { hasRecording, keepFolder, matchFolder } from './match-folder.js';

export interface LocalOptions extends PoolOptions {
  /** Where the logs of finished matches go; absent: they stay in the folder of the run. */
  readonly bucket?: Bucket;
  /** Machines of the teams; absent: the teams run on this machine. */
  readonly hub?: MachineHub;
}

/**
 * Creates an executor that plays in processes of this machine.
 *
 * @param folder Folder of the run; every match has a folder in it.
 */
export function createLocalExecutor(
  folder: string,
  { bucket, hub, ...options }: LocalOptions,
): MatchExecutor {
  const pool = createMatchPool(hub === undefined ? options : { ...options, machines: hub });
  return {
    capacity: pool.size,
    describe: () =>
      `${pool.size} at a time on this machine${hub === undefined ? '' : ', teams on their machines'}`,
    open: async () => void (await hub?.open()),
    async play(given, signal, listener) {
      const job = hub === undefined ? given : await placeOnMachines(given, hub, signal);
      const logs = matchFolder(folder, job.fixture);
      checkSpace(folder, pool.size);
      // A match that was cut off can be continued from its recording.
      if (hasRecording(logs)) keepFolder(logs);
      const outcome = await pool.play(job, logs, signal, listener);
      if (bucket !== undefined) {
        const moved = await moveLogs(bucket, logs, nameLogFolder(job), outcome);
        return moved.logs === basename(logs) ? { ...moved, logs: relative(folder, logs) } : moved;
      }
      // Relative: the folder of a run can be moved.
      return { ...outcome, logs: relative(folder, logs) };
    },
    confirm: async () => {},
    async close() {
      await pool.close();
      await hub?.close();
    },
  };
}

/** Returns a match whose teams run on their machines; waits for machines that are missing. Built-in teams run here. */
async function placeOnMachines(job: MatchJob, hub: MachineHub, signal: AbortSignal): Promise<MatchJob> {
  const place = async (side: SideName): Promise<MatchJobTeam> => {
    const team = job.document.teams?.[side];
    const own = job.teams[side];
    if (team === undefined || !('start' in team) || BUILT_IN_TEAMS.includes(team.start)) return own;
    await hub.waitForTeam(team.name, own.version, signal);
    return { ...own, isOnMachine: true };
  };
  const [left, right] = [await place('left'), await place('right')];
  return { ...openForWatchers(job), teams: { left, right } };
}
