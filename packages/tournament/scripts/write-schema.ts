/**
 * Writes docs/reference/tournament-document.schema.json; with `--check`, exits 1 if the file is out of date.
 *
 *   pnpm --filter @rcss/tournament schema [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tournamentDocumentJsonSchema } from '../src/entries/documents.js';

const path = fileURLToPath(
  new URL('../../../docs/reference/tournament-document.schema.json', import.meta.url),
);
const text = `${JSON.stringify(tournamentDocumentJsonSchema(), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error(
    'docs/reference/tournament-document.schema.json is out of date: run pnpm --filter @rcss/tournament schema',
  );
  process.exitCode = 1;
}
