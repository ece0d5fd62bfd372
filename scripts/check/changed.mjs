import { spawnSync } from 'node:child_process';
import { packageFolderOf } from '../workspace.mjs';

function git(root, args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

/** Packages and apps (`packages/engine/core`) in a list of paths, sorted; other paths are left out. */
export function packagesOf(paths) {
  const folders = paths.map(packageFolderOf);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/**
 * Files that differ from the main branch: committed since the branch began, changed in the working tree, or new.
 *
 * @param {string} root folder of the repository
 * @returns {string[]} paths relative to the root; `null` if this is not a clone
 */
export function changedFiles(root) {
  const base = ['main', 'origin/main', 'HEAD']
    .map((branch) => git(root, ['merge-base', branch, 'HEAD']))
    .find((commit) => commit !== null);
  if (base === undefined) return null;
  const lists = [
    git(root, ['diff', '--name-only', '-z', base.trim()]),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ];
  return lists.flatMap((list) => (list ?? '').split('\0')).filter((path) => path !== '');
}
