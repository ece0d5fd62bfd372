/** Writes the reference of the commands from their tables. Run: `npm run generate`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCommandReference } from './command-reference.js';

writeFileSync(join(import.meta.dirname, '../../../../docs/reference/commands.md'), formatCommandReference());
