/**
 * Writes docs/reference/match-document.schema.json and parameters.schema.json; with `--check`, exits 1 if a file is out of date.
 *
 *   pnpm --filter @rcss/match-document schema [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { matchDocumentJsonSchema, parametersJsonSchema, referToParameters } from '../src/index.js';

const schemas = {
  'match-document.schema.json': referToParameters(matchDocumentJsonSchema(), 'match-document.schema.json'),
  'parameters.schema.json': parametersJsonSchema(),
};
for (const [name, schema] of Object.entries(schemas)) {
  const path = fileURLToPath(new URL(`../../../../docs/reference/${name}`, import.meta.url));
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`docs/reference/${name} is out of date: run pnpm --filter @rcss/match-document schema`);
    process.exitCode = 1;
  }
}
