import { readFileSync } from 'node:fs';

/** Recorded messages of the original server and of its clients, one string each; all heads and versions. */
export const wireLines: string[] = JSON.parse(
  readFileSync(new URL('../testdata/wire-lines.json', import.meta.url), 'utf8'),
);
