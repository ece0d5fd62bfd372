/** The packages of the repository: every folder with a manifest below `packages` (also in its groups) and `apps`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const subfolders = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => `${folder}/${entry.name}`)
    .sort();

/**
 * Folders of all packages and apps, relative to the root: `packages/engine/core`, `apps/server`.
 *
 * @param {string} root folder of the repository
 * @returns {string[]}
 */
export function packageFolders(root) {
  const isPackage = (folder) => existsSync(join(root, folder, 'package.json'));
  const top = ['packages', 'apps'].flatMap((folder) =>
    existsSync(join(root, folder)) ? subfolders(root, folder) : [],
  );
  return top.flatMap((folder) =>
    isPackage(folder) || folder.startsWith('apps/')
      ? [folder].filter(isPackage)
      : subfolders(root, folder).filter(isPackage),
  );
}

/** The folder of the package to which a file belongs (`packages/engine/core/src/side.ts` → `packages/engine/core`), or `undefined`. */
export function packageFolderOf(path) {
  return /^(packages\/(?:engine|wire|play|study|serve|kit)\/[^/]+|packages\/conformance|apps\/[^/]+)(?=\/)/.exec(
    path,
  )?.[0];
}

/** Manifest of a folder of {@link packageFolders}. */
export const readManifest = (root, folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Every package of the repository: `{ name, folder, manifest }`. */
export function workspacePackages(root) {
  return packageFolders(root).map((folder) => {
    const manifest = readManifest(root, folder);
    return { name: manifest.name, folder, manifest };
  });
}

/**
 * The names of all packages of the workspace that a package needs at run time, bundles or tests with, also through others, itself included.
 *
 * @param {{ name: string, manifest: { dependencies?: object, devDependencies?: object } }[]} packages
 */
export function dependenciesOf(name, packages, found = new Set()) {
  const entry = packages.find((other) => other.name === name);
  if (entry === undefined || found.has(name)) return found;
  found.add(name);
  for (const needed of Object.keys({ ...entry.manifest.dependencies, ...entry.manifest.devDependencies }))
    dependenciesOf(needed, packages, found);
  return found;
}
