import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
import { type Bucket, BucketError } from './bucket.js';

/** Media types of the files of a match by the end of their names. */
const TYPES: readonly (readonly [end: string, type: string])[] = [
  ['.log', 'text/plain; charset=utf-8'],
  ['.rcl', 'text/plain; charset=utf-8'],
  ['.jsonl', 'application/jsonl; charset=utf-8'],
  ['.gz', 'application/gzip'],
];

/** Returns the media type of a file of a match. */
export function findFileType(name: string): string {
  return TYPES.find(([end]) => name.endsWith(end))?.[1] ?? 'application/octet-stream';
}

/** Digits of the identifier of a job in names: matches of different runs have the same fixtures. */
const NAME_DIGITS = 8;

/** Returns the name of the folder of a match in a bucket. */
export function nameLogFolder({ fixture, id }: Pick<MatchJob, 'fixture' | 'id'>): string {
  return `${fixture.replace(/[^-\w.]/g, '_')}-${id.slice(0, NAME_DIGITS)}`;
}

/**
 * Moves the files of a match into a bucket and returns the outcome with their address. If the bucket cannot take them, they stay where they
 * are, and the outcome has a problem that says so: a match is not played again because of its logs.
 *
 * @param folder Folder of the match.
 * @param name Name of the folder in the bucket.
 */
export async function moveLogs(
  bucket: Bucket,
  folder: string,
  name: string,
  outcome: MatchOutcome,
): Promise<MatchOutcome> {
  try {
    const files = await readdir(folder, { withFileTypes: true });
    for (const file of files) {
      if (!file.isFile()) continue;
      await bucket.put(
        `${name}/${file.name}`,
        await readFile(join(folder, file.name)),
        findFileType(file.name),
      );
    }
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const message = `The logs stay on the machine that has played, in ${basename(folder)}: ${error.message}`;
    return {
      ...outcome,
      logs: basename(folder),
      problems: [...outcome.problems, { side: null, message, isLog: true }],
    };
  }
  await rm(folder, { recursive: true, force: true });
  return { ...outcome, logs: `${bucket.address}${name}/` };
}
