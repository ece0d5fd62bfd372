/**
 * Cycles between the folders of a package, for `.dependency-cruiser.cjs`, whose own rules see cycles of files only. A node is a folder below `src`,
 * subfolders apart, or a file directly in `src`. Type imports count; tests do not.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join, posix } = require('node:path');

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g;

/** Sources below a folder, as paths with `/` relative to the root. */
function listSources(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(root, path);
    return /(?<!\.(test|long|e2e|bench))\.ts$/.test(path) ? [path] : [];
  });
}

/**
 * Returns the pairs of nodes, as paths, whose imports are part of a shortest cycle between folders. If one import closes all cycles, its pair
 * is one of them.
 *
 * @param {string} root Folder of the repository.
 * @param {string} source Folder of sources in it, such as `packages/engine/referee/src`.
 * @returns {[from: string, to: string][]}
 */
function findFolderCycles(root, source) {
  const nodeOf = (path) => (posix.dirname(path) === source ? path : posix.dirname(path));
  const targets = new Map();
  for (const path of listSources(root, source)) {
    const from = nodeOf(path);
    if (!targets.has(from)) targets.set(from, new Set());
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const to = nodeOf(`${posix.join(posix.dirname(path), name)}.ts`);
      if (to !== from && to.startsWith(`${source}/`)) targets.get(from).add(to);
    }
  }
  const lengths = [...targets].flatMap(([from, all]) =>
    [...all].map((to) => ({ from, to, length: measurePath(targets, to, from) })),
  );
  const shortest = Math.min(...lengths.map(({ length }) => length));
  return lengths
    .filter(({ length }) => length === shortest && length < Number.POSITIVE_INFINITY)
    .map(({ from, to }) => [from, to]);
}

/** Number of imports from a node to another one; infinite without a path. */
function measurePath(targets, from, to) {
  const seen = new Set([from]);
  let nodes = [from];
  for (let length = 0; nodes.length > 0; length++) {
    if (nodes.includes(to)) return length;
    nodes = nodes.flatMap((node) => [...(targets.get(node) ?? [])]).filter((node) => !seen.has(node));
    for (const node of nodes) seen.add(node);
  }
  return Number.POSITIVE_INFINITY;
}

module.exports = { findFolderCycles };
