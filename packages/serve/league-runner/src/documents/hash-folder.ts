import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';

/** Folders that do not belong to a version of a team. */
const IGNORED = /^(\.git|node_modules|logs?|matches|runs?|\.rcss)$/;
/** Files that a match writes. */
const IGNORED_FILE = /\.(log|rcg|rcl|gz|jsonl)$/i;
const MAX_FILES = 5000;
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Returns a hash of names and contents of the files in a folder, 16 hexadecimal digits. Logs, `.git` and `node_modules` are left out.
 *
 * @param team Name of the team, for the error.
 * @throws {CommandLineError} if the folder has more than 5,000 files or 256 MB.
 */
export function hashFolder(folder: string, team: string): string {
  const hash = createHash('sha256');
  const sums = { files: 0, bytes: 0 };
  addFolder(hash, folder, '', sums, team);
  return hash.digest('hex').slice(0, 16);
}

function addFolder(
  hash: ReturnType<typeof createHash>,
  root: string,
  path: string,
  sums: { files: number; bytes: number },
  team: string,
): void {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = join(path, entry.name);
    const file = join(root, name);
    if (entry.isDirectory()) {
      if (!IGNORED.test(entry.name)) addFolder(hash, root, name, sums, team);
      continue;
    }
    if (IGNORED_FILE.test(entry.name)) continue;
    if (entry.isSymbolicLink()) hash.update(`link ${name} ${readlinkSync(file)}\n`);
    if (!entry.isFile()) continue;
    const { size, mode } = lstatSync(file);
    sums.files += 1;
    sums.bytes += size;
    if (sums.files > MAX_FILES || sums.bytes > MAX_BYTES) {
      throw new CommandLineError(
        `team ${team}: ${root} has more than ${MAX_FILES} files or ${MAX_BYTES >> 20} MB, too many for a hash. ` +
          'Set the field version of the team, for example to the commit',
        EXIT.usage,
      );
    }
    hash.update(`file ${name} ${size} ${mode & 0o111 ? 'x' : '-'}\n`).update(readFileSync(file));
  }
}
