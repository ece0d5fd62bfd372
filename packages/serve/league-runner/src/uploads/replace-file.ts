import { renameSync, writeFileSync } from 'node:fs';

/** Writes a JSON file in the place of another one; a reader never sees half of it. */
export function replaceFile(path: string, value: unknown, mode = 0o644): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(`${path}.new`, path);
}
