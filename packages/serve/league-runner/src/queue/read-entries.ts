import { escapeControls } from '@rcss/kit/command-line';
import type { Job, JobType, Queue } from 'bullmq';

/** Whether an entry cannot be read, whatever is tried: it is not JSON, or has too many levels. */
export function isUnreadable(error: Error): boolean {
  return /^(Syntax|Type|Range)Error$/.test(error.name) || error.message.startsWith('WRONGTYPE');
}

/**
 * Returns the first entries of a queue. One that cannot be read is removed and named; it keeps no other one from being read.
 *
 * @param count Entries at most.
 */
export async function readEntries<Data>(
  queue: Queue<Data>,
  types: JobType[],
  count: number = 10_000,
  onNote?: (text: string) => void,
): Promise<(Job<Data> | undefined)[]> {
  try {
    return (await queue.getJobs(types, 0, count - 1, true)) as Job<Data>[];
  } catch (error) {
    if (!isUnreadable(error as Error)) throw error;
  }
  const jobs: (Job<Data> | undefined)[] = [];
  for (const id of await queue.getRanges(types, 0, count - 1, true))
    try {
      jobs.push((await queue.getJob(id)) as Job<Data> | undefined);
    } catch (error) {
      if (!isUnreadable(error as Error)) throw error;
      const reason = escapeControls(`${id}: ${(error as Error).message}`).slice(0, 200);
      // 0: a worker has it; it comes back after the time of its lock.
      const count = await queue.remove(id).catch(() => 0);
      if (count > 0) onNote?.(`An entry in the queue cannot be read and is removed: ${reason}`);
    }
  return jobs;
}
