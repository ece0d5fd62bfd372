import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

/**
 * Lets writes to the files of a folder fail as on a full disk, until the returned function is called. Renames and removals go on.
 *
 * @param isReadOnly Whether these fail, too, as on a disk that the system has mounted again without a right to write.
 * @param writesLeft Writes for which there is space.
 */
export function fillDisk(folder: string, isReadOnly = false, writesLeft = 0): () => void {
  let left = writesLeft;
  const { writeSync, writeFileSync, renameSync, rmSync } = fs;
  const [code, text] = isReadOnly
    ? ['EROFS', 'read-only file system']
    : ['ENOSPC', 'no space left on device'];
  const fail = (path: string) => {
    if (!resolve(path).startsWith(resolve(folder)) || left-- > 0) return;
    throw Object.assign(new Error(`${code}: ${text}, write`), { code, syscall: 'write' });
  };
  fs.writeSync = ((fd: number, ...rest: []) => {
    fail(fs.readlinkSync(`/proc/self/fd/${fd}`));
    return writeSync(fd, ...(rest as unknown as [Uint8Array]));
  }) as typeof fs.writeSync;
  fs.writeFileSync = (path, ...rest) => {
    fail(String(path));
    writeFileSync(path, ...rest);
  };
  if (isReadOnly) {
    fs.renameSync = (from, to) => {
      fail(String(from));
      renameSync(from, to);
    };
    fs.rmSync = (path, options) => {
      fail(String(path));
      rmSync(path, options);
    };
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { writeSync, writeFileSync, renameSync, rmSync });
    syncBuiltinESMExports();
  };
}
