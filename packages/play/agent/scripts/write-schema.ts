/** Writes docs/reference/team-process.schema.json: `npm run generate -- "process of a team"`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { teamProcessJsonSchema } from '../src/process/json-schema.js';

const path = fileURLToPath(new URL('../../../../docs/reference/team-process.schema.json', import.meta.url));
writeFileSync(path, `${JSON.stringify(teamProcessJsonSchema(), null, 2)}\n`);
