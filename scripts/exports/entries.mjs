import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { packageFolders } from '../workspace.mjs';

const parse = (path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
const isExported = (node) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** The source file of a relative import. */
function sourceOf(from, specifier) {
  return resolve(dirname(from), specifier).replace(/\.js$/, '.ts');
}

/** Names that a module exports, sorted. */
export function namesOf(path) {
  const names = [];
  for (const node of parse(path).statements) {
    if (ts.isExportDeclaration(node)) {
      const { exportClause, moduleSpecifier } = node;
      if (exportClause === undefined) names.push(...namesOf(sourceOf(path, moduleSpecifier.text)));
      else if (ts.isNamespaceExport(exportClause)) names.push(exportClause.name.text);
      else for (const element of exportClause.elements) names.push(element.name.text);
    } else if (isExported(node)) {
      if (ts.isVariableStatement(node)) {
        for (const { name } of node.declarationList.declarations) names.push(name.getText());
      } else if (node.name !== undefined) names.push(node.name.text);
    }
  }
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'));
}

/**
 * All entries of all packages and apps that have a TypeScript source, by the `@rcss/source` condition, sorted by name.
 *
 * @param {string} root folder of the repository
 * @returns {{ package: string, folder: string, entry: string, source: string, names: string[] }[]} `folder` is relative to the
 *   root (`packages/engine/core`), `entry` is the import path (`@rcss/core/versions`), `source` is an absolute path
 */
export function readEntries(root) {
  return packageFolders(root)
    .flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return Object.entries(manifest.exports ?? {}).flatMap(([subpath, conditions]) => {
        const file = conditions['@rcss/source'];
        if (file?.endsWith('.ts') !== true || !existsSync(join(root, folder, file))) return [];
        const source = join(root, folder, file);
        const entry = `${manifest.name}${subpath.slice(1)}`;
        return [{ package: manifest.name, folder, entry, source, names: namesOf(source) }];
      });
    })
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
}
