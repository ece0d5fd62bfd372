/** Writes docs/reference/parameters.md. Run: `pnpm --filter @rcss/server reference`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatParameterReference } from '../src/config/parameter-reference.js';

const page = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs/reference/parameters.md');
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, formatParameterReference());
