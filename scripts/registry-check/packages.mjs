import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, readManifest } from '../workspace.mjs';
import { CommandFailure, forEachLimited, run } from './process.mjs';

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
  return run(process.execPath, [pnpmFile(root), ...args], { timeoutMs: 300_000, ...options });
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
  await forEachLimited(packages, 2, ({ dir }) =>
    pnpm(root, ['pack', '--pack-destination', folder], { cwd: dir }),
  );
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

/** Checks a published manifest: what a registry page shows, and that all paths are in the tarball. */
async function checkPublishedManifest(tarball, name) {
  const list = (await run('tar', ['-tzf', tarball], { cwd: '/' })).stdout.split('\n');
  const files = new Set(list.map((file) => file.replace(/^package\//, './')));
  const manifest = JSON.parse(
    (await run('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: '/' })).stdout,
  );
  const problems = [];
  for (const field of ['description', 'keywords', 'license', 'homepage', 'bugs', 'engines', 'sideEffects'])
    if (manifest[field] === undefined) problems.push(`no ${field}`);
  if (!manifest.repository?.url || !manifest.repository.directory)
    problems.push('no repository with directory');
  for (const file of ['./LICENSE', './README.md']) if (!files.has(file)) problems.push(`no ${file}`);
  for (const path of filesOf([manifest.exports, manifest.bin, manifest.man, manifest.sideEffects])) {
    if (!files.has(path)) problems.push(`${path} is in the manifest but not in the package`);
  }
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    for (const [dependency, range] of Object.entries(manifest[kind] ?? {}))
      if (/^(workspace|file|link):/.test(range)) problems.push(`${kind}: ${dependency} is ${range}`);
  for (const file of files) {
    if (file.endsWith('.map')) problems.push(`${file}: source maps point to sources that are not shipped`);
  }
  if (problems.length > 0) throw new CommandFailure(`${name}:\n  ${problems.join('\n  ')}`);
}

/** Checks the published manifest of every tarball, and runs publint and "are the types wrong" on it. */
export async function checkTarballs(root, registry, packages) {
  const bin = (name) => join(root, 'node_modules/.bin', name);
  await forEachLimited(packages, 2, async (entry) => {
    const tarball = tarballOf(registry, entry);
    await checkPublishedManifest(tarball, entry.name);
    await run(bin('publint'), ['run', tarball, '--strict'], { cwd: root });
    if (entry.entries.length === 0) return;
    // Packages are ES modules only, by decision; everything else about their types has to be right.
    const plainFiles = Object.entries(entry.manifest.exports)
      .filter(([, target]) => typeof target === 'string')
      .map(([path]) => path);
    const excluded = plainFiles.length > 0 ? ['--exclude-entrypoints', ...plainFiles] : [];
    await run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii', ...excluded], {
      cwd: root,
    });
  });
}
