import { CommandLineError, escapeControls } from '@rcss/kit/command-line';
import type { Job, JobType, Queue } from 'bullmq';

// cspell:ignore zset
/** Types that the keys of a queue have in Redis, by the ends of their names; entries are hashes. */
const KEY_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['id', 'pc', 'stalled-check'],
  list: ['wait', 'active'],
  set: ['stalled'],
  zset: ['delayed', 'prioritized', 'marker'],
  hash: ['meta'],
  stream: ['events'],
};

/**
 * Checks that no key of a queue in Redis has a type with which it cannot be used.
 *
 * @param ids Entries that are checked too.
 * @throws {CommandLineError} that names the key.
 */
export async function checkKeys(
  queue: Pick<Queue, 'getBackend' | 'toKey'>,
  ids: Iterable<string> = [],
): Promise<void> {
  // The client of Redis has all commands; that of PostgreSQL is not there.
  const client = (await queue.getBackend().client) as unknown as { type?(key: string): Promise<string> };
  const check = async (name: string, allowed: string): Promise<void> => {
    const key = queue.toKey(name);
    const type = (await client?.type?.(key)) ?? 'none';
    if (type !== 'none' && type !== allowed)
      throw new CommandLineError(
        `${key} in Redis has the type ${type}, allowed is ${allowed}: another program has written it. Remove it, or use another database (redis://HOST:PORT/1)`,
      );
  };
  const entries = [...ids].map((id) => check(id, 'hash'));
  const keys = Object.entries(KEY_TYPES).flatMap(([type, names]) => names.map((name) => check(name, type)));
  await Promise.all([...keys, ...entries]);
}

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
