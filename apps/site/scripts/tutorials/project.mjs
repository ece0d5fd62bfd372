/** The folder in which the steps of a tutorial are done, as if all packages of this repository were installed there. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageFolders, readManifest } from '../../../../scripts/workspace.mjs';
import { listBins } from '../man-pages/programs.mjs';

/** Packages of the repository with a scope, by their names. */
const listPackages = (root) =>
  packageFolders(root)
    .map((folder) => [readManifest(root, folder).name, join(root, folder)])
    .filter(([name]) => name.startsWith('@rcss/'));

/**
 * Creates the folder. Its programs and packages are those of the repository, which must be built.
 *
 * @param {string} root folder of the repository
 * @returns {{ cwd: string, env: Record<string, string> }} folder and variables for commands
 */
export function createProject(root, cwd) {
  const bins = join(cwd, 'node_modules', '.bin');
  mkdirSync(bins, { recursive: true });
  mkdirSync(join(cwd, 'node_modules', '@rcss'));
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const [name, place] of listPackages(root)) symlinkSync(place, join(cwd, 'node_modules', name), 'dir');
  const addBin = (name, command) => {
    writeFileSync(join(bins, name), `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(join(bins, name), 0o755);
  };
  for (const { name, place, manifest } of listBins(root)) {
    if (manifest.files?.includes('dist') && !existsSync(join(root, place, 'dist'))) {
      addBin(name, `sh -c 'echo "${place} is not built. Run: npm run build" >&2; exit 1'`);
      continue;
    }
    const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name];
    addBin(name, `'${process.execPath}' '${join(root, place, file)}'`);
  }
  addBin('tsx', `'${join(root, 'node_modules', '.bin', 'tsx')}'`);
  const python = join(root, 'packages/play/env/python/src');
  return { cwd, env: { PATH: `${bins}${delimiter}${process.env.PATH}`, HOME: cwd, PYTHONPATH: python } };
}
