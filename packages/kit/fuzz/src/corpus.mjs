import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The inputs of a corpus: a file with a JSON text per line, a character per byte. Empty if the file is missing. */
export const readCorpus = (path) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Buffer.from(JSON.parse(line), 'latin1'))
    : [];

export function writeCorpus(path, inputs) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    inputs.map((bytes) => `${JSON.stringify(Buffer.from(bytes).toString('latin1'))}\n`).join(''),
  );
}

/** Writes the bytes of a finding; returns its path. */
export function writeFinding(folder, bytes) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(bytes).digest('hex').slice(0, 16));
  writeFileSync(path, bytes);
  return path;
}

/** A few short inputs that reach all that `entries` reach together, as far as they fit into `maxBytes`. */
export function reduceCorpus(entries, maxBytes) {
  const reached = new Set();
  const kept = [];
  let size = 0;
  for (const { bytes, features } of [...entries].sort((a, b) => a.bytes.length - b.bytes.length)) {
    if (features.every((feature) => reached.has(feature)) || size + bytes.length > maxBytes) continue;
    for (const feature of features) reached.add(feature);
    kept.push(bytes);
    size += bytes.length;
  }
  return kept;
}
