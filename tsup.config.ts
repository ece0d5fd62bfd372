import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Options } from 'tsup';
import { sourceOf, writeDeclarations } from './scripts/declarations.js';

/**
 * The build of the packages. tsup looks for its configuration in the folder of the package and above it, so a package has a file of its own only if
 * its build has more than the entries of its manifest.
 */

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

interface Manifest {
  readonly bin?: object;
  readonly exports?: Readonly<
    Record<string, string | { readonly '@rcss/source'?: string; readonly default: string }>
  >;
}

/** The entries of the package in the current folder: the source of each file of `dist` in `exports`, and `main`, which the file of `bin` starts. */
export function entries(): Record<string, string> {
  const { bin, exports = {} }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const found: Record<string, string> = bin === undefined ? {} : { main: 'src/main.ts' };
  for (const entry of Object.values(exports))
    if (typeof entry !== 'string' && entry['@rcss/source'] !== undefined)
      found[entry.default.replace(/^\.\/dist\/|\.js$/g, '')] = sourceOf(entry['@rcss/source'], entry.default);
  return found;
}

/** Build of a library package: ESM with types, for Node and browsers. */
export function library(options: Options = {}): Options {
  return app({ platform: 'neutral', external: [/^node:/], clean: true, ...options });
}

/**
 * Build of an app, or of a library for Node alone. The libraries of this repository are dependencies like any other and stay external, so that what
 * runs from a clone is what is published. Only private packages are bundled in.
 */
export function app(options: Options = {}): Options {
  return {
    entry: entries(),
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    sourcemap: !withTypes,
    clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
    splitting: true,
    noExternal: [/^@rcss\/(?:kit|team-frames)\//],
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

/** The build of a package without a configuration of its own. */
export default (): Options => (/[\\/](apps|serve)[\\/][^\\/]+$/.test(process.cwd()) ? app() : library());
