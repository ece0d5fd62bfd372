/**
 * Declarations for the type check of the editor: of the modules that the code of a team can import, of what they import themselves, and of the
 * language and of workers. The sources state all types of what they export, so each file is translated alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { IMPORTABLE_MODULES } from '../../packages/kit/team-frames/src/importable.js';
import type { TypeFiles } from './src/types/type-checker.js';

const ID = 'virtual:agent-types';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LIBRARIES = dirname(fileURLToPath(import.meta.resolve('typescript')));
/** Groups of packages; those of the import `@rcss/name` are in one of them. */
const GROUPS = ['engine', 'wire', 'play'];
/** The language, and what a worker has. */
const FIRST_LIBRARIES = ['lib.es2023.d.ts', 'lib.webworker.d.ts'];

/** Returns the source of an import of a package of the repository; undefined for others. */
function findModule(name: string): string | undefined {
  const [, packageName = '', entry = ''] = /^@rcss\/([^/]+)(?:\/(.*))?$/.exec(name) ?? [];
  const folder = GROUPS.map((group) => join(ROOT, 'packages', group, packageName)).find(
    (path) => packageName !== '' && existsSync(join(path, 'package.json')),
  );
  if (folder === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { '@rcss/source'?: string } | undefined>;
  };
  const source = exports[entry === '' ? '.' : `./${entry}`]?.['@rcss/source'];
  return source === undefined ? undefined : join(folder, source);
}

/** Returns what a file of declarations names: imports, or other libraries. */
function listReferences(text: string): readonly string[] {
  const { importedFiles, libReferenceDirectives } = ts.preProcessFile(text, true, true);
  // The list of the compiler leaves out `export * as`.
  const named = Array.from(text.matchAll(/^export \* as \w+ from '([^']+)'/gm), ([, name = '']) => name);
  return [...[...importedFiles, ...libReferenceDirectives].map(({ fileName }) => fileName), ...named];
}

/** Returns the declaration of a source. */
function declare(source: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions: { declaration: true, isolatedDeclarations: true, verbatimModuleSyntax: true },
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  return outputText;
}

/** Reads the declarations. A package that is not of the repository has none: its types are `any`. */
export function readAgentTypes(): TypeFiles {
  const files: Record<string, string> = {};
  const modules: Record<string, string> = {};
  const toPath = (source: string) => `/${source.slice(ROOT.length).replace(/\.ts$/, '.d.ts')}`;
  const addSource = (source: string): void => {
    const path = toPath(source);
    if (files[path] !== undefined) return;
    const text = declare(source);
    files[path] = text;
    for (const name of listReferences(text)) {
      if (name.startsWith('.')) addSource(join(dirname(source), name.replace(/\.js$/, '.ts')));
      else addModule(name);
    }
  };
  const addModule = (name: string): void => {
    if (modules[name] !== undefined) return;
    const source = findModule(name);
    if (source === undefined) return;
    modules[name] = toPath(source);
    addSource(source);
  };
  const addLibrary = (name: string): void => {
    if (files[`/${name}`] !== undefined) return;
    const text = readFileSync(join(LIBRARIES, name), 'utf8');
    files[`/${name}`] = text;
    for (const other of listReferences(text)) addLibrary(`lib.${other}.d.ts`);
  };
  IMPORTABLE_MODULES.forEach(addModule);
  FIRST_LIBRARIES.forEach(addLibrary);
  return { files, modules, libraries: FIRST_LIBRARIES };
}

/** A plugin of Vite: the module `virtual:agent-types` has the declarations. */
export function agentTypes(): Plugin {
  return {
    name: 'agent-types',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(readAgentTypes()))});`
        : undefined,
  };
}
