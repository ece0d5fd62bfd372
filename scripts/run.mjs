#!/usr/bin/env node
/**
 * The commands of the README on a fresh machine: only Node and npm are needed. Installs what is missing, compiles what
 * has changed, runs the command. Usage: node scripts/run.mjs COMMAND [arguments], for example node scripts/run.mjs match
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeVersionError } from './launch/node-version.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const versionError = nodeVersionError(process.versions.node, manifest.engines.node);
if (versionError !== null) {
  console.error(versionError);
  process.exit(1);
}
// Later than the check: an old Node cannot read these modules.
const { main } = await import('./launch/main.mjs');
process.exit(await main(process.argv.slice(2), root, manifest.packageManager));
