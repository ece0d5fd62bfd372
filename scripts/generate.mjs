#!/usr/bin/env node
/**
 * Writes everything in the repository that is generated: manifests, sources, pages of reference, indexes, bundle sizes. A part of a name
 * limits it: `npm run generate -- commands`. With `--pictures` also the pictures of docs/images, which need Chromium.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeHashes } from './house/data.mjs';
import { writeManifests } from './house/manifests.mjs';
import { rulePage } from './house/rule-index.mjs';
import { writeSizes } from './house/sizes.mjs';
import { ROOT } from './house/sources.mjs';
import { specificationPages } from './house/specification-index.mjs';

/** Runs a script from the sources. */
const run = (script) => () => {
  const args = ['--conditions=@rcss/source', '--import', 'tsx', script];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${script}: exit code ${status}`);
};

const write = ([path, text]) => writeFileSync(join(ROOT, path), text);

const STEPS = {
  manifests: writeManifests,
  'player of the engine': run('packages/engine/core/scripts/write-player.ts'),
  'commands: reference': run('packages/engine/protocol/scripts/write-commands.ts'),
  'tables of elementary functions': run('packages/engine/core/scripts/write-elementary-tables.ts'),
  'figures of matches: reference': run('packages/study/stats/scripts/write-figures.ts'),
  'scenarios of the environments': run('packages/play/env/scripts/write-scenarios.ts'),
  'messages of teams in Python': run('packages/play/env/scripts/python-files.ts'),
  'parameters: reference': run('packages/serve/match-server/scripts/write-parameter-reference.ts'),
  'index of rules': () => write(rulePage().page),
  'indexes of the specification': () => [...specificationPages()].forEach(write),
  'bundle sizes': writeSizes,
  'hashes of data': () => writeHashes(),
};
const PICTURES = { pictures: run('apps/site/scripts/pictures.mjs') };

const args = process.argv.slice(2);
const steps = Object.entries(args.includes('--pictures') ? { ...STEPS, ...PICTURES } : STEPS);
const parts = args.filter((arg) => !arg.startsWith('--'));
const chosen = steps.filter(([name]) => parts.length === 0 || parts.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`${parts.join(' ')}: no such step. Steps: ${steps.map(([name]) => name).join(', ')}`);
  process.exit(2);
}
for (const [name, step] of chosen) {
  const startedAt = performance.now();
  await step();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${name}`);
}
