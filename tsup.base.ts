import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import { writeDeclarations } from './scripts/declarations.js';

/**
 * Type declarations are part of a published package (script `build`). To run the programs from a clone, JavaScript is
 * enough, in a tenth of the time: `scripts/compile.mjs` sets the variable. Only that build has source maps, because packages ship no sources.
 */
const withTypes: boolean = process.env['RCSS_TYPES'] !== 'none';

/** Writes the declarations of the entries in `exports`, after the build of the package in the current folder. */
export async function declarations(): Promise<void> {
  if (withTypes) await writeDeclarations(process.cwd());
}

/**
 * A step after the build: the declarations, and in a published package the JSON Schemas that functions of one of its entries return. The function
 * `matchDocumentJsonSchema` gives the file `dist/match-document.schema.json`.
 */
export function withSchemas(entry: string, functions: readonly string[]): () => Promise<void> {
  return async () => {
    await declarations();
    if (!withTypes) return;
    const dist = join(process.cwd(), 'dist');
    const built = (await import(pathToFileURL(join(dist, `${entry}.js`)).href)) as Record<
      string,
      () => unknown
    >;
    for (const name of functions) {
      const file = `${name.replace(/JsonSchema$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.schema.json`;
      writeFileSync(join(dist, file), `${JSON.stringify(built[name]!(), null, 2)}\n`);
    }
  };
}

/** Build of a library package: ESM with types, one entry per subpath of `exports`. */
export function library(options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ['src/index.ts'],
    format: ['esm'],
    target: 'node20',
    platform: 'neutral',
    sourcemap: !withTypes,
    clean: true,
    onSuccess: declarations,
    ...options,
  });
}

/** Entries of subpaths that collect names of several files: `actions` is built from src/entries/actions.ts to dist/actions.js. */
export function subpaths(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `src/entries/${name}.ts`]));
}

/**
 * Build of an app. The libraries of this repository are dependencies like any other and stay external, so that what runs
 * from a clone is what is published. Only private packages are bundled in.
 *
 * Entries: `main` (the bin), `cli` (the command line, for `rcss`), `index` (the library entry).
 */
export function app(options: Options = {}): Options {
  return {
    entry: ['src/main.ts', 'src/cli.ts', 'src/index.ts'],
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    sourcemap: !withTypes,
    clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
    splitting: true,
    noExternal: [/^@rcss\/kit\//],
    onSuccess: declarations,
    ...options,
  };
}

/**
 * Build of the programs of an app whose start counts: the libraries of this repository are bundled in, because Node needs about
 * a millisecond for each module. Packages of others stay dependencies, so the app declares those of the libraries, too. The build
 * goes into the folder of `app`, which stands before it in the configuration and empties the folder. The programs have
 * copies of the libraries, so their entries exchange plain data only, such as arguments and exit codes.
 */
export function programs(options: Options): Options {
  return {
    ...app(options),
    clean: false,
    onSuccess: async () => {},
    skipNodeModulesBundle: true,
    noExternal: [/^@rcss\//],
  };
}
