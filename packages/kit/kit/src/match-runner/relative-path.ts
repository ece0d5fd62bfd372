import { relative } from 'node:path';

/** A path as the user would type it: a relative path if it is in or below the current folder. */
export function toRelativePath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
