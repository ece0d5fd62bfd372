import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageFolders, readManifest } from '../workspace.mjs';
import { listSources, parse, ROOT, read, withoutComments } from './sources.mjs';

const hasModifier = (node, kind) => node.modifiers?.some((modifier) => modifier.kind === kind) === true;

/** The source file of a relative import; undefined for a package. */
const sourceOf = (from, specifier) =>
  specifier.startsWith('.')
    ? join(from, '..', specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts')
    : undefined;

/**
 * Names that a module exports, each with the file that defines it; `null` if that is in another package.
 *
 * @returns {Map<string, string | null>}
 */
export function definitionsOf(path) {
  const found = new Map();
  /** Where `local` is defined that `node` takes from another module. */
  const origin = (specifier, local) => {
    const source = sourceOf(path, specifier);
    return source === undefined ? null : (definitionsOf(source).get(local) ?? source);
  };
  const imported = new Map();
  for (const node of parse(path).statements) {
    if (!ts.isImportDeclaration(node)) continue;
    const { namedBindings } = node.importClause ?? {};
    if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
      for (const { name, propertyName } of namedBindings.elements)
        imported.set(name.text, [node.moduleSpecifier.text, (propertyName ?? name).text]);
  }
  for (const node of parse(path).statements) {
    if (ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier?.text;
      const { exportClause } = node;
      const source = from === undefined ? undefined : sourceOf(path, from);
      // The names of another package are those of its own entry.
      if (exportClause === undefined && source === undefined) continue;
      if (exportClause === undefined) for (const [name, file] of definitionsOf(source)) found.set(name, file);
      else if (ts.isNamespaceExport(exportClause)) found.set(exportClause.name.text, source ?? null);
      else
        for (const { name, propertyName } of exportClause.elements) {
          const local = (propertyName ?? name).text;
          const taken = from === undefined ? imported.get(local) : [from, local];
          found.set(name.text, taken === undefined ? path : origin(...taken));
        }
    } else if (hasModifier(node, ts.SyntaxKind.ExportKeyword)) {
      if (ts.isVariableStatement(node))
        for (const { name } of node.declarationList.declarations) found.set(name.getText(), path);
      else if (hasModifier(node, ts.SyntaxKind.DefaultKeyword)) found.set('default', path);
      else if (node.name !== undefined) found.set(node.name.text, path);
    }
  }
  return found;
}

/**
 * All entries of all packages and apps that have a TypeScript source, by the `@rcss/source` condition, sorted by name.
 *
 * @returns {{ package: string, folder: string, entry: string, source: string, names: string[], definitions: Map<string, string | null> }[]}
 *   `folder` and `source` are relative to the root, `entry` is the import path (`@rcss/core/versions`)
 */
export function readEntries() {
  return packageFolders(ROOT)
    .flatMap((folder) => {
      const manifest = readManifest(ROOT, folder);
      return Object.entries(manifest.exports ?? {}).flatMap(([subpath, conditions]) => {
        const file = conditions['@rcss/source'];
        if (file?.endsWith('.ts') !== true || !existsSync(join(ROOT, folder, file))) return [];
        const source = `${folder}/${file.replace(/^\.\//, '')}`;
        const definitions = definitionsOf(source);
        const names = [...definitions.keys()]
          .filter((name) => name !== 'default')
          .sort((a, b) => a.localeCompare(b, 'en'));
        return [
          {
            package: manifest.name,
            folder,
            entry: `${manifest.name}${subpath.slice(1)}`,
            source,
            names,
            definitions,
          },
        ];
      });
    })
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
}

/** A file of `export … from '…';` alone. */
const EXPORTS_ONLY = /^(\s*export (type )?(\*( as \w+)?|\{[^}]*\}) from '[^']+';)+\s*$/;

/** Files outside of entries that only export names of other files, and code in files of `src/entries/`. */
export function findEntryProblems() {
  const problems = [];
  for (const path of listSources(true)) {
    const exportsOnly = EXPORTS_ONLY.test(withoutComments(read(path)));
    const isEntry = /\/src\/entries\/[^/]+\.ts$/.test(path);
    if (exportsOnly && !isEntry && !path.endsWith('/index.ts'))
      problems.push(`${path}: only exports names of other files; move it to src/entries/`);
    if (!exportsOnly && isEntry && !path.endsWith('.test.ts'))
      problems.push(`${path}: has code of its own; move the code to a file outside of src/entries/`);
  }
  return problems;
}

/**
 * Names that two modules define and export, or two entries under different definitions. The conformance kit, which shares no code with
 * what it tests, has no TypeScript and is not part of it.
 *
 * @returns {Map<string, string[]>} name → files that define it
 */
export function findDoubledNames() {
  const files = new Map();
  const add = (name, file) => files.set(name, (files.get(name) ?? new Set()).add(file));
  for (const path of listSources(false)) {
    if (!/\/src\//.test(path)) continue;
    for (const [name, file] of definitionsOf(path)) if (name !== 'default' && file === path) add(name, file);
  }
  for (const { definitions } of readEntries())
    for (const [name, file] of definitions) if (name !== 'default' && file !== null) add(name, file);
  return new Map(
    [...files].map(([name, paths]) => [name, [...paths]]).filter(([, paths]) => paths.length > 1),
  );
}
