import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import pMap from 'p-map';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packageFolders, readManifest } from '../workspace.mjs';
import { CommandFailure, run } from './process.mjs';

/** @returns every package and app that is not private: folder, manifest, entries */
export function publishedPackages(root) {
  return packageFolders(root)
    .map((place) => {
      const manifest = readManifest(root, place);
      return {
        place,
        dir: join(root, place),
        manifest,
        name: manifest.name,
        entries: entriesOf(place, manifest),
      };
    })
    .filter(({ manifest }) => manifest.private !== true);
}

/**
 * Entries with types. Files such as the script of a page or package.json are not imported.
 * `browser` is true for all entries of libraries except `./node` and `./cli`, and those of `serve`, which are parts of programs.
 */
function entriesOf(place, manifest) {
  const isLibrary = place.startsWith('packages/') && !place.startsWith('packages/serve/');
  return Object.entries(manifest.exports ?? {})
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => ({
      path,
      specifier: manifest.name + path.slice(1),
      browser: isLibrary && !/^\.\/(node|cli)(\/|$)/.test(path),
    }));
}

const pnpmFile = (root) => join(root, 'node_modules/pnpm/bin/pnpm.cjs');

export function pnpm(root, args, options) {
  return run(process.execPath, [pnpmFile(root), ...args], { timeoutMs: 900_000, ...options });
}

/** Whether a package belongs to the scope for which the registry on this machine is configured. */
export const isScoped = ({ name }) => name.startsWith('@rcss/');

/** Writes what the packages contain beside their build and is not kept in the repository: manual pages. */
export function writeManPages(root) {
  const args = ['--conditions=@rcss/source', '--import', 'tsx', 'apps/site/scripts/man-pages.mjs'];
  return run(process.execPath, args, { cwd: root });
}

/** @throws {CommandFailure} if a package has no build */
export function requireBuild(packages) {
  const missing = packages.find(
    ({ dir, manifest }) => manifest.files.includes('dist') && !existsSync(join(dir, 'dist')),
  );
  if (missing !== undefined) throw new CommandFailure(`${missing.place} is not built. Run: npm run build`);
}

/** Writes a tarball of each published package to a folder. */
export async function packAll(root, folder) {
  const packages = publishedPackages(root);
  requireBuild(packages);
  await writeManPages(root);
  await pMap(packages, ({ dir }) => pnpm(root, ['pack', '--pack-destination', folder], { cwd: dir }), {
    concurrency: 2,
  });
}

/** Publishes all packages of the workspace at `root`; for those without the scope the registry is named in the command. */
export async function publishAll(root, registry) {
  const publish = ['publish', '--no-git-checks', '--access', 'public', '--tag', 'latest'];
  const { env } = registry;
  await writeManPages(root);
  await pnpm(root, ['--filter', '@rcss/*', '--recursive', ...publish], { cwd: root, env });
  for (const entry of publishedPackages(root)) {
    if (!isScoped(entry)) await pnpm(root, [...publish, '--registry', registry.url], { cwd: entry.dir, env });
  }
}

/** Path of the tarball in the storage of the registry. */
export function tarballOf(registry, { name, manifest }) {
  return join(registry.storage, name, `${name.split('/').at(-1)}-${manifest.version}.tgz`);
}

/** Paths that a part of a manifest names, each as `./path`. */
function filesOf(part) {
  if (typeof part === 'string') return [part.startsWith('./') ? part : `./${part}`];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(filesOf) : [];
}

/** Problems of a published manifest: what a registry page shows, and paths that are not in the package. */
function* manifestProblems(manifest, files) {
  for (const field of ['description', 'keywords', 'license', 'homepage', 'bugs', 'engines', 'sideEffects'])
    if (manifest[field] === undefined) yield `no ${field}`;
  if (!manifest.repository?.url || !manifest.repository.directory) yield 'no repository with directory';
  for (const file of ['./LICENSE', './README.md']) if (!files.has(file)) yield `no ${file}`;
  for (const path of filesOf([manifest.exports, manifest.bin, manifest.man, manifest.sideEffects]))
    if (!files.has(path)) yield `${path} is in the manifest but not in the package`;
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    for (const [dependency, range] of Object.entries(manifest[kind] ?? {}))
      if (/^(workspace|file|link):/.test(range)) yield `${kind}: ${dependency} is ${range}`;
  for (const file of files)
    if (file.endsWith('.map')) yield `${file}: source maps point to sources that are not shipped`;
}

/** What publint says about a tarball. */
async function publintProblems({ buffer }) {
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true, level: 'warning' });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

/** Types that are wrong for an ES module or a bundler. Packages are ES modules only, by decision: how CommonJS finds them does not count. */
async function typeProblems(content, excludeEntrypoints) {
  const { types, problems = [] } = await checkPackage(content, { excludeEntrypoints });
  if (!types) return ['no types'];
  return problems
    .map(({ kind, entrypoint = '', ...rest }) => [
      kind,
      entrypoint,
      rest.resolutionKind ?? rest.resolutionOption,
    ])
    .filter(([, , resolution]) => !['node10', 'node16-cjs'].includes(resolution))
    .map((parts) => parts.join(' '));
}

/** Checks the published manifest of every tarball, and runs publint and "are the types wrong" on it. */
export async function checkTarballs(registry, packages) {
  const found = [];
  for (const { name, manifest, entries, ...rest } of packages) {
    const data = new Uint8Array(readFileSync(tarballOf(registry, { name, manifest, ...rest })));
    const content = createPackageFromTarballData(data);
    const place = `/node_modules/${name}`;
    const files = new Set(content.listFiles(place).map((file) => file.replace(place, '.')));
    const published = JSON.parse(content.readFile(`${place}/package.json`));
    const plainFiles = Object.entries(manifest.exports ?? {})
      .filter(([, target]) => typeof target === 'string')
      .map(([path]) => path);
    const problems = [...manifestProblems(published, files), ...(await publintProblems(data))];
    if (entries.length > 0) problems.push(...(await typeProblems(content, plainFiles)));
    if (problems.length > 0) found.push(`${name}:\n  ${problems.join('\n  ')}`);
  }
  if (found.length > 0) throw new CommandFailure(found.join('\n'));
}
