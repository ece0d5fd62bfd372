/** Writes src/elementary/tables.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateElementaryTables } from './elementary-tables.js';

writeFileSync(join(import.meta.dirname, '../src/elementary/tables.ts'), generateElementaryTables());
