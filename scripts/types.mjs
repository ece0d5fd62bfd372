#!/usr/bin/env node
// Checks the types of all packages and apps, or of the named ones: `node scripts/types.mjs packages/engine/core apps/server`. Packages with
// equal compiler options are checked as one program, so that the packages that they import are read once. What was checked is kept in
// `.rcss/types`; the next run checks only what a change reaches. Exit code 1 if there are errors.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageFolders as allFolders } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.rcss', 'types');

/** Folders with a `tsconfig.json`, relative to the root. */
function packageFolders() {
  return allFolders(root).filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
}

const formatHost = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

/** Prints errors in the form of the compiler. Returns their number. */
function report(diagnostics) {
  if (diagnostics.length > 0) {
    const format = process.stdout.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
    console.log(format(diagnostics, formatHost));
  }
  return diagnostics.length;
}

function readConfig(folder) {
  const path = join(root, folder, 'tsconfig.json');
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (error) => report([error]) };
  const config = ts.getParsedCommandLineOfConfigFile(path, undefined, host);
  if (config === undefined || config.errors.length > 0) {
    report(config?.errors ?? []);
    process.exit(1);
  }
  return { options: { ...config.options, configFilePath: undefined }, files: config.fileNames };
}

/** Programs: packages with equal options together. */
function groupByOptions(folders) {
  const groups = new Map();
  for (const folder of folders) {
    const { options, files } = readConfig(folder);
    const key = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12);
    const group = groups.get(key) ?? { key, options, folders: [], files: [] };
    group.folders.push(folder);
    group.files.push(...files);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function check({ key, options, files }) {
  const incremental = {
    ...options,
    incremental: true,
    noEmit: true,
    tsBuildInfoFile: join(cache, `${key}.tsbuildinfo`),
  };
  const host = ts.createIncrementalCompilerHost(incremental);
  const program = ts.createIncrementalProgram({ rootNames: files, options: incremental, host });
  // The builder's diagnostics, not those of its program: they come from the last run where nothing changed.
  const diagnostics = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
    // Only of sources: tests and examples are not built.
    ...program.getDeclarationDiagnostics().filter(({ file }) => file?.fileName.includes('/src/')),
    ...program.emit().diagnostics,
  ];
  return report(ts.sortAndDeduplicateDiagnostics(diagnostics));
}

const named = process.argv.slice(2).map((path) => relative(root, resolve(path)).split('\\').join('/'));
const all = packageFolders();
const unknown = named.filter((folder) => !all.includes(folder));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no package with a tsconfig.json. Packages: ${all.join(', ')}`);
  process.exit(2);
}
mkdirSync(cache, { recursive: true });
const groups = groupByOptions(named.length > 0 ? named : all);
let errors = 0;
for (const group of groups) errors += check(group);
console.log(
  errors === 0
    ? `${groups.reduce((sum, { folders }) => sum + folders.length, 0)} packages: no type errors`
    : `${errors} type errors`,
);
process.exitCode = errors === 0 ? 0 : 1;
