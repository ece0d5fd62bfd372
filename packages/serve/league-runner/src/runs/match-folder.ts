import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of a match in the folder of its run. */
export function matchFolder(folder: string, fixture: string): string {
  return join(folder, 'matches', fixture.replace(/[^-\w.]/g, '_'));
}

/** Gives a folder another name, `NAME.before-1` and so on, so that its files stay when the match is played again. */
export function keepFolder(path: string): void {
  if (!existsSync(path)) return;
  let number = 1;
  while (existsSync(`${path}.before-${number}`)) number += 1;
  renameSync(path, `${path}.before-${number}`);
}

/** Whether a folder has the recording of a match, from which it can be continued. */
export function hasRecording(path: string): boolean {
  return existsSync(path) && readdirSync(path).some((name) => /\.rec(\.gz)?$/.test(name));
}
