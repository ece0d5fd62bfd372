/** The files of the repository as these rules read them: each text is read once, each syntax tree made once. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageFolderOf } from '../workspace.mjs';

export const ROOT = join(import.meta.dirname, '../..');

/** Runs `make` once per key. */
function memo(make) {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
}

/**
 * Files of a clone that git does not ignore, also new ones, relative to its root and sorted: git lists new ones apart, and what is generated
 * from the list must not change with the commit.
 */
export const listFilesOf = (root) =>
  [
    ...new Set(
      execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      }).split('\0'),
    ),
  ]
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort();

/** Files of this repository. */
export const listFiles = memo(() => listFilesOf(ROOT));

/** Text of a file of the repository. */
export const read = memo((path) => readFileSync(join(ROOT, path), 'utf8'));

/** Syntax tree of a file of the repository. */
export const parse = memo((path) => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));

/** TypeScript sources of packages and apps, with or without tests. */
export const listSources = (withTests) =>
  listFiles().filter(
    (path) =>
      path.endsWith('.ts') &&
      path.startsWith(`${packageFolderOf(path)}/src/`) &&
      (withTests || !/\.(test|long|e2e|bench)\.ts$/.test(path)),
  );

/** A text without its comments. */
export const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
