import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A sample log of the reference server, packed. */
export function findSample(name: string): string {
  return fileURLToPath(new URL(`../../../wire/logs/testdata/${name}.rcg.gz`, import.meta.url));
}

/** The samples of all versions. */
export const SAMPLES: readonly string[] = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'json'].map(
  (v) => `sample-${v}`,
);

/** Creates a folder for output files. */
export function createTempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rcss-log-'));
}
