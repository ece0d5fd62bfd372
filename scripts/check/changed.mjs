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
 * @returns {{ base: string, files: string[] }} the commit at which the branch began, and paths relative to the root
 * @throws {Error} if this is not a clone
 */
export function changedFiles(root) {
  const base = ['main', 'origin/main', 'HEAD']
    .map((branch) => git(root, ['merge-base', branch, 'HEAD']))
    .find((commit) => commit !== null);
  if (base === undefined) throw new Error(`${root} is not a clone of the repository.`);
  const lists = [
    git(root, ['diff', '--name-only', '-z', base.trim()]),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ];
  const files = lists.flatMap((list) => (list ?? '').split('\0')).filter((path) => path !== '');
  return { base: base.trim(), files };
}

/** A line of a comment, of an export, or of a member of a type or class; members of object literals look alike. */
const DOCUMENTED_LINE =
  /^[+-]\s*(\/?\*|export\b|import\b|(readonly |static |abstract |get |set )*[#\w$]+\??(:|\(.*\): ))/m;

/** Whether the changes since `base` in a package can change what its doc comments describe: other lines in bodies of functions cannot. */
export function changesDeclarations(root, base, folder) {
  const sources = [`${folder}/src`, `:!${folder}/src/*.test.ts`, `:!${folder}/src/*.e2e.ts`];
  const diff = git(root, ['diff', '--unified=0', '--no-renames', base, '--', ...sources]) ?? '';
  const isNew = (git(root, ['ls-files', '--others', '--exclude-standard', '--', ...sources]) ?? '') !== '';
  return isNew || DOCUMENTED_LINE.test(diff.replace(/^(\+\+\+|---) .*$/gm, ''));
}

/** Whether the changes since `base` can change which files and packages need each other: files come or go, imports or manifests change. */
export function changesImports(root, base) {
  const diff = git(root, ['diff', '--unified=0', '--no-renames', base]) ?? '';
  const isNew = (git(root, ['ls-files', '--others', '--exclude-standard']) ?? '') !== '';
  return (
    isNew ||
    /^(new|deleted) file mode /m.test(diff) ||
    /^[+-].*(\bimport\b|\bfrom ['"]|\brequire\()/m.test(diff) ||
    /^diff --git .*(package\.json|tsconfig[\w.]*\.json|\.dependency-cruiser\.cjs|knip\.jsonc)$/m.test(diff)
  );
}
