#!/usr/bin/env node
/**
 * Writes the manual pages of all bins from their command lines, to `man/` of their packages, before these are packed. They are not kept in the
 * repository. Runs from the sources: `node --conditions=@rcss/source --import tsx apps/site/scripts/man-pages.mjs`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatManPage } from './man-pages/format.mjs';
import { listBins, loadCommand } from './man-pages/programs.mjs';

const root = join(import.meta.dirname, '../../..');
const bins = listBins(root);
for (const bin of bins) {
  const { name, place, manifest } = bin;
  const page = formatManPage(await loadCommand(root, bin), {
    name,
    summary: manifest.description,
    // A new program changes one page only.
    seeAlso: name === 'rcss' ? bins.map((other) => other.name).filter((other) => other !== name) : ['rcss'],
  });
  const file = join(root, place, 'man', `${name}.1`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}
console.log(`${bins.length} manual pages`);
