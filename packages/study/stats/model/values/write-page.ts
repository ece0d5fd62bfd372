/**
 * Writes the tables of docs/use/analyst/values.md and its plots from the result files:
 *   tsx --conditions=@rcss/source model/values/write-page.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillPage, writeParts } from './tables.js';

const docs = new URL('../../../../../docs/', import.meta.url);
const page = new URL('use/analyst/values.md', docs);
const { parts, plots } = writeParts();
writeFileSync(page, fillPage(readFileSync(page, 'utf8'), parts));
for (const [name, text] of Object.entries(plots)) writeFileSync(new URL(`images/${name}`, docs), text);
