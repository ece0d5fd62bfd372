import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** Node.js reads 2 GiB at once. */
const MAX_MEGABYTES = 2000;
/** What is read of a device, megabytes: `/dev/zero` has no end. */
const DEVICE_MEGABYTES = 16;
/** Pipes of a shell, which have a writer: `<(command)`. */
const SHELL_PIPE = /^\/(?:dev\/(?:fd\/|stdin$)|proc\/)/;

/** @throws {Error} if a path is a named pipe, which may have no writer */
export function refusePipe(path: string, stats: Stats): void {
  if (stats.isFIFO() && !SHELL_PIPE.test(path)) throw new Error('it is a pipe, not a file');
}

/**
 * Reads a file to its end.
 *
 * @throws {Error} if it cannot be read, has more than `maxMegabytes`, or is a named pipe; `waits`: waits for its writer
 */
export function readInputFile(path: string, maxMegabytes: number = MAX_MEGABYTES, waits = false): Buffer {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!waits && stats !== undefined) refusePipe(path, stats);
  const limit = stats?.isCharacterDevice() ? Math.min(maxMegabytes, DEVICE_MEGABYTES) : maxMegabytes;
  const pieces: Buffer[] = [];
  let size = 0;
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      // A file in one piece; one byte more is its end.
      const piece = Buffer.allocUnsafe(
        Math.max(64 * 1024, Math.min(stats?.size ?? 0, limit * 1e6) + 1 - size),
      );
      const count = readSync(descriptor, piece);
      if (count === 0) return Buffer.concat(pieces, size);
      size += count;
      if (size > limit * 1e6) throw new Error(`it is longer than ${limit} MB`);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}
