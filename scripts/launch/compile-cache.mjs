import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { dependenciesOf, workspacePackages } from '../workspace.mjs';

/**
 * Which packages have to be compiled again. A package is up to date if its inputs have the recorded hash and its outputs
 * are the recorded files. The inputs of a package include those of all packages that it depends on.
 */

/** Every package of the repository, with its absolute folder. */
const compiledPackages = (root) =>
  workspacePackages(root).map((entry) => ({ ...entry, dir: join(root, entry.folder) }));

function filesIn(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const SHARED_INPUTS = ['tsup.config.ts', 'scripts/declarations.ts', 'tsconfig.base.json', 'pnpm-lock.yaml'];

/** Hash of the contents of the given files, and of their paths relative to `root`. */
function hashFiles(root, files, hash = createHash('sha256')) {
  for (const file of files) {
    hash.update(`${relative(root, file).split(sep).join('/')}\0`);
    hash.update(readFileSync(file));
  }
  return hash;
}

/** Hash of all inputs of each package, by name. */
export function inputHashes(root, packages = compiledPackages(root)) {
  const byName = new Map(packages.map((entry) => [entry.name, entry]));
  const shared = hashFiles(
    root,
    SHARED_INPUTS.map((name) => join(root, name)).filter((path) => existsSync(path)),
  ).digest('hex');
  const hashes = new Map();
  const hashOf = (name) => {
    const known = hashes.get(name);
    if (known !== undefined) return known;
    const { dir, manifest } = byName.get(name);
    const own = [
      ...filesIn(join(dir, 'src')).filter((file) => !/\.(test|e2e|long)\.ts$/.test(file)),
      ...readdirSync(dir)
        .filter((file) => /\.(ts|json)$/.test(file))
        .sort()
        .map((file) => join(dir, file)),
    ];
    const hash = hashFiles(root, own).update(shared);
    const needed = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const dependency of Object.keys(needed).sort()) {
      if (byName.has(dependency)) hash.update(`${dependency} ${hashOf(dependency)}`);
    }
    const text = hash.digest('hex');
    hashes.set(name, text);
    return text;
  };
  for (const { name } of packages) hashOf(name);
  return hashes;
}

/** The compiled files of a package with size and time. Declarations are not compiled here and do not count. */
export function outputsOf(dir) {
  return filesIn(join(dir, 'dist'))
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${relative(dir, file).split(sep).join('/')} ${size} ${mtimeMs}`;
    });
}

const recordPath = (root) => join(root, '.rcss', 'compiled.json');

export function readRecord(root) {
  try {
    return JSON.parse(readFileSync(recordPath(root), 'utf8'));
  } catch {
    return {};
  }
}

export function writeRecord(root, record) {
  mkdirSync(dirname(recordPath(root)), { recursive: true });
  writeFileSync(recordPath(root), JSON.stringify(record, null, 1));
}

/** Whether a package needs no compilation. */
export function isCompiled(record, { name, dir }, inputs) {
  const known = record[name];
  if (known === undefined || known.inputs !== inputs || known.outputs.length === 0) return false;
  const outputs = outputsOf(dir);
  return outputs.length === known.outputs.length && outputs.every((line, i) => line === known.outputs[i]);
}

/** Packages that have a build, each with the hash of its inputs, without those that are up to date; each after those that it needs, because it can bundle them. */
export function outdatedPackages(root, names = []) {
  const packages = compiledPackages(root);
  const wanted = new Set(names.flatMap((name) => [...dependenciesOf(name, packages)]));
  const hashes = inputHashes(root, packages);
  const record = readRecord(root);
  // What a package needs has fewer dependencies than the package.
  const countDependencies = ({ name }) => dependenciesOf(name, packages).size;
  return packages
    .toSorted((a, b) => countDependencies(a) - countDependencies(b))
    .filter(({ manifest }) => manifest.scripts?.build !== undefined)
    .filter(({ name }) => names.length === 0 || wanted.has(name))
    .map((entry) => ({ ...entry, inputs: hashes.get(entry.name) }))
    .filter((entry) => !isCompiled(record, entry, entry.inputs));
}
