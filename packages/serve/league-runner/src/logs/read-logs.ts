import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Bucket } from './bucket.js';

/** File of a match. */
export interface LeagueLogFile {
  readonly name: string;
  readonly bytes: number;
}

/** The files of one match, wherever they are. */
export interface MatchLogs {
  /** Folder of the files; null if they are in a bucket. */
  readonly folder: string | null;
  /** Files by name. */
  list(): Promise<readonly LeagueLogFile[]>;
  /** Opens a file of the list. */
  open(name: string): Promise<Readable>;
}

/** Where the logs of matches may be read. */
export interface LogPlaces {
  /** Folders; files outside of them are not read, whatever a result file says. */
  readonly folders: readonly string[];
  readonly bucket: Bucket | null;
}

/** Returns the files of a match by their address in a result; null if they are at no place that may be read. */
export async function findMatchLogs(
  address: string | undefined,
  { folders, bucket }: LogPlaces,
): Promise<MatchLogs | null> {
  if (address === undefined) return null;
  const path = bucket?.findPath(address) ?? null;
  if (bucket !== null && path !== null && path !== '') return createBucketLogs(bucket, path);
  const folder = await findFolder(address, folders);
  return folder === null ? null : createFolderLogs(folder);
}

/** The real path of a folder inside one of the others; null if it is not there. */
async function findFolder(address: string, folders: readonly string[]): Promise<string | null> {
  try {
    // Addresses of later results are relative to one of the folders.
    for (const folder of folders) {
      const real = await realpath(resolve(folder, address)).catch(() => null);
      if (real === null) continue;
      const path = relative(await realpath(folder), real);
      if (path !== '' && !path.startsWith('..') && !isAbsolute(path)) return real;
    }
  } catch {
    // The folder was removed.
  }
  return null;
}

function createFolderLogs(folder: string): MatchLogs {
  return {
    folder,
    async list() {
      const entries = await readdir(folder, { withFileTypes: true });
      // Links could lead out of the folder.
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      const files = names
        .sort()
        .map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size }));
      return Promise.all(files);
    },
    open: async (name) => createReadStream(join(folder, name)),
  };
}

function createBucketLogs(bucket: Bucket, path: string): MatchLogs {
  return {
    folder: null,
    list: () => bucket.list(path),
    async open(name) {
      const { body } = await bucket.get(`${path}${name}`);
      return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
    },
  };
}

/** Returns the name of the game log among the files of a match; null if there is none. */
export function findGameLog(files: readonly LeagueLogFile[]): string | null {
  return files.find(({ name }) => /\.rcg(\.gz)?$/.test(name))?.name ?? null;
}
