import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';

/** Sources of private packages, whose declarations go into the packages that use them. */
const privateSources = fileURLToPath(new URL('../packages/kit/kit/src', import.meta.url));
const privateScope = '@rcss/kit/';

interface Entry {
  readonly '@rcss/source'?: string;
  readonly types?: string;
}

/**
 * The source of a file in `dist` that `exports` names, whose condition `@rcss/source` is given. An app that only names a library again is, in a clone,
 * that library; published, it has files of its own.
 */
export function sourceOf(source: string, file: string): string {
  return source.startsWith('./src/')
    ? source
    : file.replace('/dist/', '/src/').replace(/\.(d\.ts|js)$/, '.ts');
}

/**
 * Writes the type declarations of the package in a folder. The field `exports` of its manifest says of which sources (`@rcss/source`) and where
 * (`types`). The sources state all types of what they export (`isolatedDeclarations`), so each file is translated alone: nothing is checked or
 * inferred here, and a package does not wait for the declarations of those that it imports. `dist/types` gets a tree of files like the sources;
 * the files of the entries lead into it.
 */
export async function writeDeclarations(folder: string): Promise<void> {
  // Not at the top: a build without declarations does not load the compiler.
  const { default: ts } = await import('typescript');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, Entry | string>;
  };
  const tree = join(folder, 'dist/types');
  rmSync(tree, { recursive: true, force: true });
  const written = new Map<string, string>();

  /** Where the declaration of a source goes. */
  const targetOf = (source: string): string => {
    const isPrivate = source.startsWith(privateSources);
    const path = isPrivate
      ? join('kit', relative(privateSources, source))
      : relative(join(folder, 'src'), source);
    if (path.startsWith('..'))
      throw new Error(`${source} is outside of ${folder}: its declaration has no place`);
    return join(tree, path.replace(/\.ts$/, '.d.ts'));
  };
  const specifier = (from: string, to: string): string => {
    const path = relative(dirname(from), to)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const resolve = (source: string, name: string): string | undefined => {
    if (name.startsWith(privateScope))
      return join(privateSources, name.slice(privateScope.length), 'index.ts');
    return name.startsWith('.') ? join(dirname(source), name.replace(/\.js$/, '.ts')) : undefined;
  };

  /** Names of modules in a declaration file. (The compiler's own list leaves out `export * as`.) */
  const modulesOf = (text: string): ts.StringLiteral[] => {
    const found: ts.StringLiteral[] = [];
    const visit = (node: ts.Node): void => {
      const isName = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
      const isType = ts.isLiteralTypeNode(node.parent) && ts.isImportTypeNode(node.parent.parent);
      if (ts.isStringLiteral(node) && (isName || isType)) found.push(node);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest, true), visit);
    return found;
  };

  const write = (source: string): string => {
    const target = targetOf(source);
    if (written.has(source)) return target;
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
      fileName: source,
      compilerOptions: { declaration: true, isolatedDeclarations: true, verbatimModuleSyntax: true },
      reportDiagnostics: true,
    });
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
    written.set(source, outputText);
    let text = outputText;
    // From the last import to the first, so that the positions stay right.
    for (const name of modulesOf(outputText).reverse()) {
      const imported = resolve(source, name.text);
      if (imported === undefined) continue;
      if (!existsSync(imported))
        throw new Error(`${source}: the import '${name.text}' has no source ${imported}`);
      text = `${text.slice(0, name.getStart())}'${specifier(target, write(imported))}'${text.slice(name.end)}`;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  };

  for (const entry of Object.values(exports)) {
    if (typeof entry === 'string' || entry.types === undefined || entry['@rcss/source'] === undefined)
      continue;
    const facade = join(folder, entry.types);
    const source = join(folder, sourceOf(entry['@rcss/source'], entry.types));
    const path = specifier(facade, write(source));
    const hasDefault = /^export (default\b|\{[^}]*\bdefault\b)/m.test(written.get(source) ?? '');
    mkdirSync(dirname(facade), { recursive: true });
    writeFileSync(
      facade,
      `export * from '${path}';\n${hasDefault ? `export { default } from '${path}';\n` : ''}`,
    );
  }
}
