/**
 * Writes docs/reference/match-document.schema.json; with `--check`, exits 1 if the file is out of date.
 *
 *   pnpm --filter @rcss/match-document schema [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { matchDocumentJsonSchema } from '../src/index.js';

const path = fileURLToPath(new URL('../../../../docs/reference/match-document.schema.json', import.meta.url));
const text = `${JSON.stringify(matchDocumentJsonSchema(), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error(
    'docs/reference/match-document.schema.json is out of date: run pnpm --filter @rcss/match-document schema',
  );
  process.exitCode = 1;
}
