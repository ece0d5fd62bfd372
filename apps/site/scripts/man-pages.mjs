#!/usr/bin/env node
/**
 * Writes the manual pages of all bins from their command lines, to `man/` of their packages: `npm run man`. With `--check`, pages that
 * are not current are reported. Runs from the sources: `node --conditions=@rcss/source --import tsx apps/site/scripts/man-pages.mjs`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { formatManPage } from './man-pages/format.mjs';
import { listBins, loadCommand } from './man-pages/programs.mjs';

const root = join(import.meta.dirname, '../../..');
const isCheck = process.argv.includes('--check');

const bins = listBins(root);
const problems = [];
let count = 0;
for (const bin of bins) {
  const { name, place, manifest } = bin;
  const page = formatManPage(await loadCommand(root, bin), {
    name,
    summary: manifest.description,
    // A new program changes one page only.
    seeAlso: name === 'rcss' ? bins.map((other) => other.name).filter((other) => other !== name) : ['rcss'],
  });
  const file = join(root, place, 'man', `${name}.1`);
  const shown = relative(root, file);
  count += 1;
  if (!(manifest.man ?? []).includes(`./man/${name}.1`))
    problems.push(`${place}/package.json: man: expected "./man/${name}.1"`);
  if (isCheck) {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== page)
      problems.push(`${shown} is not current; run: npm run man`);
    continue;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}
for (const problem of problems) console.error(problem);
console.log(`${count} manual pages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
