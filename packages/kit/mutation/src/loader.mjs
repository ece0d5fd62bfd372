// Loads test files and the sources of the workspace as CommonJS functions. Each function is compiled once; a run calls the
// functions again, so that it has modules of its own. A mutant replaces the function of one file.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { transform } from 'esbuild';
import { packageFolders, readManifest } from '../../../../scripts/workspace.mjs';

/** Resolves names of the registry, as `import.meta.resolve` of the loaded files would. */
const resolveName = (specifier) => import.meta.resolve(specifier);

/** Module with what tests clean up after each test. */
const CLEAN_UP = 'packages/serve/match-server/test/after-each.ts';

/** Loads a module whose name is computed, such as one that a test writes. It is not converted. */
const importNative = (specifier) => import(specifier);

const PARAMETERS = [
  'exports',
  'require',
  'module',
  '__dirname',
  '__filename',
  '__url',
  '__resolve',
  '__import',
];

/** A namespace object in the form that esbuild's CommonJS output expects of a converted module. */
function asConverted(namespace) {
  const converted = { __esModule: true };
  for (const name of Object.keys(namespace))
    Object.defineProperty(converted, name, { enumerable: true, get: () => namespace[name] });
  return converted;
}

/** Folder and exports of every package of the workspace by name. */
function readWorkspace(root) {
  const packages = new Map();
  for (const folder of packageFolders(root)) {
    const { name, exports } = readManifest(root, folder);
    packages.set(name, { folder: join(root, folder), exports });
  }
  return packages;
}

/** Returns the path of an entry of `exports`. The condition of the sources has priority. */
function sourceOf(entry) {
  if (typeof entry === 'string') return entry;
  for (const condition of ['@rcss/source', 'node', 'import', 'default'])
    if (entry?.[condition]) return sourceOf(entry[condition]);
  return undefined;
}

export class Loader {
  #workspace;
  /** Compiled function by path. */
  #compiled = new Map();
  /** Imports of a path: specifier → path, or undefined for modules of Node and the registry. */
  #imports = new Map();
  #external = new Map();
  /** Texts that replace those of the files, by path. */
  #texts;

  constructor(root, texts = new Map()) {
    this.#texts = texts;
    this.#workspace = readWorkspace(root);
  }

  /** Compiles the source text of a file. Rejects if the text is not valid TypeScript */
  async compile(path, text) {
    const { code } = await transform(text, {
      loader: path.endsWith('.json') ? 'json' : 'ts',
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      supported: { 'dynamic-import': false },
      define: {
        'import.meta.url': '__url',
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
        'import.meta.resolve': '__resolve',
      },
      logLevel: 'silent',
    });
    const linked = code.replaceAll(/\b__toESM\(require\((?!")/g, '__import((');
    return { code, run: compileFunction(linked, PARAMETERS, { filename: path }) };
  }

  #resolve(specifier, from) {
    if (specifier.startsWith('.')) {
      const path = resolve(dirname(from), specifier);
      const source = path.replace(/\.js$/, '.ts');
      return existsSync(source) ? source : path;
    }
    const [, name, sub] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    const found = this.#workspace.get(name);
    if (!found) return undefined;
    const target = sourceOf(found.exports[`.${sub ?? ''}`]);
    if (!target) throw new Error(`${from}: ${specifier} is not in the exports of ${name}`);
    return join(found.folder, target);
  }

  /** Compiles a file and all that it imports; loads modules of Node and the registry. */
  async prepare(path) {
    if (this.#imports.has(path)) return;
    const { code, run } = await this.compile(path, this.#texts.get(path) ?? readFileSync(path, 'utf8'));
    this.#compiled.set(path, run);
    const imports = new Map();
    this.#imports.set(path, imports);
    for (const [, specifier] of code.matchAll(/\brequire\("([^"]+)"\)/g)) {
      if (imports.has(specifier)) continue;
      const target = this.#resolve(specifier, path);
      imports.set(specifier, target);
      if (target) await this.prepare(target);
      else await this.#prepareExternal(specifier, path);
    }
  }

  async #prepareExternal(specifier, from) {
    const key = specifier.startsWith('node:') ? specifier : `${specifier} ${dirname(from)}`;
    if (this.#external.has(key)) return;
    // Finds the file for the condition `import`, which `createRequire` does not use.
    const found =
      specifier === 'vitest' || specifier.startsWith('node:') ? specifier : findImport(specifier, from);
    this.#external.set(key, asConverted(await import(found)));
  }

  /**
   * Executes a prepared file with modules of its own.
   * @param {string} path
   * @param {Map<string, Function>} replaced functions of {@link compile} by path
   */
  execute(path, replaced = new Map()) {
    const modules = new Map();
    const load = (file) => {
      const existing = modules.get(file);
      if (existing) return existing.exports;
      const module = { exports: {} };
      modules.set(file, module);
      const imports = this.#imports.get(file);
      const folder = dirname(file);
      const require = (specifier) => {
        const target = imports.get(specifier);
        if (target) return load(target);
        return this.#external.get(specifier.startsWith('node:') ? specifier : `${specifier} ${folder}`);
      };
      const run = replaced.get(file) ?? this.#compiled.get(file);
      run(module.exports, require, module, folder, file, pathToFileURL(file).href, resolveName, importNative);
      return module.exports;
    };
    const exports = load(path);
    // In place of the set-up of vitest.config.ts: this run has a list of clean-ups of its own.
    for (const [file, module] of modules) if (file.endsWith(CLEAN_UP)) module.exports.registerCleanUp();
    return exports;
  }
}

/** URL of the module that `import specifier` loads in the file `from`. */
function findImport(specifier, from) {
  const require = createRequire(from);
  const [, name, sub] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(specifier);
  for (const folder of require.resolve.paths(specifier) ?? []) {
    const manifest = join(folder, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { exports, module, main } = JSON.parse(readFileSync(manifest, 'utf8'));
    const entry =
      exports?.['.'] === undefined && !sub ? (exports ?? module ?? main) : exports?.[`.${sub ?? ''}`];
    const target = sourceOf(entry);
    if (target) return pathToFileURL(join(folder, name, target)).href;
  }
  return pathToFileURL(require.resolve(specifier)).href;
}
