/** Types of the code of a team: errors, completion and explanations, by the compiler of TypeScript. Runs in a worker, or in Node. */

import { IMPORTABLE_MODULES } from '@rcss/team-frames/importable';
import ts from 'typescript';
import type { TypeCompletion, TypeProblem } from './type-messages.js';

/** Declarations, by their paths. */
export interface TypeFiles {
  readonly files: Readonly<Record<string, string>>;
  /** Paths of the modules that other files import by a name. */
  readonly modules: Readonly<Record<string, string>>;
  /** Libraries with which the compiler begins. */
  readonly libraries: readonly string[];
}

/** Types of one code at a time. Places are offsets in the code in UTF-16, as in the editor. */
export interface TypeChecker {
  /** Returns the errors, in their order; those of syntax too. */
  check(code: string): readonly TypeProblem[];
  /** Returns what can be written at a place. */
  complete(code: string, at: number): readonly TypeCompletion[];
  /** Returns the type and the documentation of the name at a place; null without one. */
  explain(code: string, at: number): string | null;
}

const TEAM = '/team.ts';
const MAX_PROBLEMS = 100;
const IMPORTABLE: ReadonlySet<string> = new Set(IMPORTABLE_MODULES);

/** Parameters without a type are allowed: the code of beginners has them. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noImplicitAny: false,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Creates a checker with declarations. */
export function createTypeChecker({ files, modules, libraries }: TypeFiles): TypeChecker {
  let team = '';
  let version = 0;
  const read = (path: string): string | undefined => (path === TEAM ? team : files[path]);

  function resolve(name: string, from: string): ts.ResolvedModuleFull | undefined {
    const path = name.startsWith('.')
      ? new URL(name.replace(/\.js$/, '.d.ts'), `file://${from}`).pathname
      : from !== TEAM || IMPORTABLE.has(name)
        ? modules[name]
        : undefined;
    return path === undefined || files[path] === undefined
      ? undefined
      : { resolvedFileName: path, extension: ts.Extension.Dts };
  }

  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...OPTIONS, lib: [...libraries] }),
    getScriptFileNames: () => [TEAM],
    getScriptVersion: (path) => (path === TEAM ? String(version) : '0'),
    getScriptSnapshot(path) {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => `/${libraries[0]}`,
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
  });

  function setCode(code: string): void {
    if (code === team) return;
    team = code;
    version += 1;
  }

  return {
    check(code) {
      setCode(code);
      return [...service.getSyntacticDiagnostics(TEAM), ...service.getSemanticDiagnostics(TEAM)]
        .map(({ start = 0, length = 0, messageText }) => ({
          from: start,
          to: start + length,
          message: ts.flattenDiagnosticMessageText(messageText, '\n'),
        }))
        .sort((a, b) => a.from - b.from)
        .slice(0, MAX_PROBLEMS);
    },
    complete(code, at) {
      setCode(code);
      const found = service.getCompletionsAtPosition(TEAM, at, {});
      return (found?.entries ?? []).map(({ name, kind }) => ({ name, kind }));
    },
    explain(code, at) {
      setCode(code);
      const info = service.getQuickInfoAtPosition(TEAM, at);
      // The name of an error.
      if (info === undefined || ts.displayPartsToString(info.displayParts) === 'any') return null;
      const parts = [info.displayParts, info.documentation].map((part) => ts.displayPartsToString(part));
      return parts.filter((part) => part !== '').join('\n\n');
    },
  };
}
