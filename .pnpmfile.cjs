/**
 * What a published manifest has beyond the one in the repository. pnpm calls `beforePacking` for `pnpm pack` and
 * `pnpm publish`. The address of the repository is written once, in the root `package.json`.
 */
const { relative } = require('node:path');
const root = require('./package.json');

/** The condition by which the packages of this repository find each other's TypeScript source, which is not shipped. */
const SOURCE_CONDITION = '@rcss/source';

/** @param {unknown} target a target of `exports`: a path, or an object of conditions */
function withoutSource(target) {
  if (typeof target !== 'object' || target === null) return target;
  const kept = Object.entries(target).filter(([condition]) => condition !== SOURCE_CONDITION);
  return Object.fromEntries(kept.map(([condition, value]) => [condition, withoutSource(value)]));
}

function beforePacking(manifest, directory) {
  const place = relative(__dirname, directory).replaceAll('\\', '/');
  const page = root.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  const published = {
    ...manifest,
    repository: { ...root.repository, directory: place },
    homepage: `${page}/tree/main/${place}#readme`,
    bugs: `${page}/issues`,
    exports: withoutSource(manifest.exports),
    // Source maps of a local compilation.
    files: [...manifest.files, '!**/*.map'],
  };
  delete published.devDependencies;
  delete published.scripts;
  return published;
}

module.exports = { hooks: { beforePacking } };
