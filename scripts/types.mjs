#!/usr/bin/env node
// Checks the types of all packages and apps, or of the named ones with those that are checked together: `node scripts/types.mjs packages/engine/core`.
// Packages with equal compiler options are checked as one program, and a file is read once for all programs. The compiler keeps what it checked in
// `.rcss/types`; the next run checks only what a change reaches. Prints one error per fault. Exit code 1 if there are errors.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { dependenciesOf, packageFolderOf, workspacePackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.rcss', 'types');

const packages = workspacePackages(root).filter(({ folder }) =>
  existsSync(join(root, folder, 'tsconfig.json')),
);

const isTest = (path) => /\.(test|long|e2e|bench)\.ts$/.test(path);

/** Prints errors in the form of the compiler. */
function report(diagnostics) {
  if (diagnostics.length === 0) return;
  const format = process.stdout.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
  console.log(format(diagnostics, ts.createCompilerHost({})));
}

/**
 * One error per fault: a place is reported once, however many programs contain its file, and an error in a package is left out while a package that
 * it needs has an error in its sources, because it can follow from that one.
 *
 * @returns {{ first: ts.Diagnostic[], later: number }} errors to correct first, and the number of the others
 */
function selectErrors(diagnostics) {
  const nameOf = (file) => {
    const folder = file && packageFolderOf(relative(root, file.fileName).split('\\').join('/'));
    return packages.find((entry) => entry.folder === folder)?.name;
  };
  const places = new Map();
  for (const error of ts.sortAndDeduplicateDiagnostics(diagnostics)) {
    const place =
      error.file === undefined
        ? ts.flattenDiagnosticMessageText(error.messageText, ' ')
        : `${error.file.fileName}:${error.start}`;
    if (!places.has(place)) places.set(place, error);
  }
  const errors = [...places.values()];
  const faulty = new Set(
    errors
      .filter(({ file }) => file?.fileName.includes('/src/') && !isTest(file.fileName))
      .map(({ file }) => nameOf(file)),
  );
  const follows = ({ file }) => {
    const name = nameOf(file);
    if (name === undefined) return false;
    const hasOwnFault = faulty.has(name) && isTest(file.fileName);
    return (
      hasOwnFault ||
      [...dependenciesOf(name, packages)].some((needed) => needed !== name && faulty.has(needed))
    );
  };
  const first = errors.filter((error) => !follows(error));
  return first.length === 0 ? { first: errors, later: 0 } : { first, later: errors.length - first.length };
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

/** Sources that were read. Options that decide how a file is parsed are equal in all programs. */
const sources = new Map();

function check({ key, options, files }) {
  const incremental = {
    ...options,
    incremental: true,
    noEmit: true,
    tsBuildInfoFile: join(cache, `${key}.tsbuildinfo`),
  };
  const host = ts.createIncrementalCompilerHost(incremental);
  const readSource = host.getSourceFile;
  host.getSourceFile = (path, ...rest) => {
    if (!sources.has(path)) sources.set(path, readSource(path, ...rest));
    return sources.get(path);
  };
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
  return diagnostics;
}

const named = process.argv.slice(2).map((path) => relative(root, resolve(path)).split('\\').join('/'));
const all = packages.map(({ folder }) => folder);
const unknown = named.filter((folder) => !all.includes(folder));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no package with a tsconfig.json. Packages: ${all.join(', ')}`);
  process.exit(2);
}
mkdirSync(cache, { recursive: true });
const groups = groupByOptions(all).filter(
  ({ folders }) => named.length === 0 || named.some((folder) => folders.includes(folder)),
);
const { first, later } = selectErrors(groups.flatMap(check));
report(first);
const rest = later > 0 ? `; ${later} more that can follow from them` : '';
console.log(
  first.length === 0
    ? `${groups.reduce((sum, { folders }) => sum + folders.length, 0)} packages: no type errors`
    : `${first.length} type errors${rest}`,
);
process.exitCode = first.length === 0 ? 0 : 1;
