/** Writes docs/reference/figures.md. Run: `npm run generate -- figures`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatFigureReference } from './figure-reference.js';

writeFileSync(join(import.meta.dirname, '../../../../docs/reference/figures.md'), formatFigureReference());
