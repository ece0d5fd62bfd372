import { statfsSync } from 'node:fs';
import { CommandLineError } from '@rcss/kit/command-line';

/** Free space that a match needs for its logs and the output of its teams, bytes. */
const MATCH_BYTES = 256 * 1024 * 1024;

/** Free space of the disk of a folder, bytes; infinity if the system does not say it. */
export function readFreeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns why a folder has no room for matches; null if it has.
 *
 * @param matchCount Matches at a time.
 * @param freeBytes Free space of its disk.
 */
export function findSpaceProblem(
  folder: string,
  matchCount: number,
  freeBytes: number = readFreeBytes(folder),
): string | null {
  const needed = matchCount * MATCH_BYTES;
  if (freeBytes >= needed) return null;
  const toMb = (bytes: number): number => Math.floor(bytes / (1024 * 1024));
  return `${folder}: ${toMb(freeBytes)} MB are free; ${matchCount} matches at a time need ${toMb(needed)} MB for logs`;
}

/**
 * Checks that a folder has room for matches before one begins: a match without logs cannot be judged afterwards.
 *
 * @throws {CommandLineError} if it has not.
 */
export function checkSpace(folder: string, matchCount: number): void {
  const problem = findSpaceProblem(folder, matchCount);
  if (problem !== null) throw new CommandLineError(`${problem}. Free space, then run the same command again`);
}
