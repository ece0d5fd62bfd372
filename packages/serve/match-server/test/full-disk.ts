import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

/** Lets writes to the files of a folder fail as on a full disk, until the returned function is called. Renames and removals go on. */
export function fillDisk(folder: string): () => void {
  const { writeSync, writeFileSync } = fs;
  const fail = (path: string) => {
    if (!resolve(path).startsWith(resolve(folder))) return;
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  fs.writeSync = ((fd: number, ...rest: []) => {
    fail(fs.readlinkSync(`/proc/self/fd/${fd}`));
    return writeSync(fd, ...(rest as unknown as [Uint8Array]));
  }) as typeof fs.writeSync;
  fs.writeFileSync = (path, ...rest) => {
    fail(String(path));
    writeFileSync(path, ...rest);
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { writeSync, writeFileSync });
    syncBuiltinESMExports();
  };
}
