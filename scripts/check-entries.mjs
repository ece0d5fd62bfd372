// Files that only export names of other files are entries of a package: `index.ts`, or a file of `src/entries/`, so that every
// other file name shows where something is done. Fails for such a file elsewhere, and for other code in `src/entries/`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function* sources(folder) {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    if (item.isDirectory()) yield* sources(path);
    else if (item.name.endsWith('.ts')) yield path;
  }
}

/** Whether a file has statements and all of them are `export … from '…'`. */
function hasExportsOfOthersOnly(path) {
  const { statements } = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return (
    statements.length > 0 &&
    statements.every((node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
  );
}

const files = packageFolders(root)
  .map((folder) => join(root, folder, 'src'))
  .filter(existsSync)
  .flatMap((folder) => [...sources(folder)]);

const problems = [];
for (const path of files) {
  const name = relative(root, path).replaceAll('\\', '/');
  const isEntry = /\/src\/entries\/[^/]+\.ts$/.test(name);
  const exportsOnly = hasExportsOfOthersOnly(path);
  if (exportsOnly && !isEntry && !name.endsWith('/index.ts'))
    problems.push(`${name}: only exports names of other files; move it to src/entries/`);
  if (!exportsOnly && isEntry && !name.endsWith('.test.ts'))
    problems.push(`${name}: has code of its own; move the code to a file outside of src/entries/`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${files.length} files: only index.ts and src/entries/ consist of exports of other files`);
