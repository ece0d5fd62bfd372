/** The folder data/, which has what was measured: a hash for each file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT } from './sources.mjs';

const LIST = 'SHA256SUMS';

/** Tables that are recorded or measured, in other folders than those of fixtures and of the specification. */
const MISPLACED =
  /^(?!data\/|docs\/specification\/data\/|packages\/conformance\/)(?!.*\/testdata\/).*\.(csv|tsv|jsonl|parquet|samples)$/;

/** Lines of the list, as of `sha256sum`, from the files of the folder. */
function hashLines(root, files) {
  return files
    .filter((path) => path.startsWith('data/') && path !== `data/${LIST}` && !path.endsWith('.md'))
    .map((path) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex');
      return `${hash}  ${path.slice('data/'.length)}`;
    });
}

const listPath = (root) => join(root, 'data', LIST);

/** Files that changed, came or went without the list of hashes, and measured tables outside of the folder. */
export function findDataProblems(root = ROOT, files = listFiles()) {
  const text = existsSync(listPath(root)) ? readFileSync(listPath(root), 'utf8') : '';
  const nameOf = (line) => line.slice(line.indexOf('  ') + 2);
  const known = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [nameOf(line), line]),
  );
  const lines = new Map(hashLines(root, files).map((line) => [nameOf(line), line]));
  const names = new Set([...known.keys(), ...lines.keys()]);
  return [
    ...[...names]
      .filter((name) => known.get(name) !== lines.get(name))
      .map((name) => {
        const what = !lines.has(name) ? 'is missing' : known.has(name) ? 'has changed' : 'is not in the list';
        return `data/${name} ${what}; if it was measured again: npm run generate -- data`;
      }),
    ...files
      .filter((path) => MISPLACED.test(path))
      .map((path) => `${path}: a table that was measured belongs in data/, a fixture in testdata/`),
  ];
}

/** Writes the list of hashes. */
export function writeHashes(root = ROOT, files = listFiles()) {
  writeFileSync(listPath(root), `${hashLines(root, files).join('\n')}\n`);
}
