/**
 * Writes the JSON schemas of tournament and tuning documents to docs/reference; with `--check`, exits 1 if one is out of date.
 *
 *   pnpm --filter @rcss/tournament schema [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referToParameters } from '@rcss/match-document';
import { tournamentDocumentJsonSchema, tuningDocumentJsonSchema } from '../src/entries/documents.js';

const schemas = {
  'tournament-document.schema.json': tournamentDocumentJsonSchema(),
  'tuning-document.schema.json': tuningDocumentJsonSchema(),
};
for (const [name, schema] of Object.entries(schemas)) {
  const path = fileURLToPath(new URL(`../../../../docs/reference/${name}`, import.meta.url));
  const text = `${JSON.stringify(referToParameters(schema, name), null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`docs/reference/${name} is out of date: run pnpm --filter @rcss/tournament schema`);
    process.exitCode = 1;
  }
}
