#!/usr/bin/env node
/**
 * Publishes all packages and apps to a registry on this machine, installs them in empty folders with npm and with pnpm, and
 * uses them as a user would: every entry, every bin, every command line of the READMEs. Needs a build (`npm run build`).
 *
 * Usage: node scripts/registry-check.mjs [--keep]
 *   --keep  keeps the working folder and prints its path
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bundleEntries,
  importEntries,
  installAll,
  playCreatedTeams,
  playMatch,
  runBins,
  typecheckEntries,
} from './registry-check/consumers.mjs';
import { checkTarballs, publishAll, publishedPackages, requireBuild } from './registry-check/packages.mjs';
import { CommandFailure } from './registry-check/process.mjs';
import { readmeImports, readReadmes, runReadmes } from './registry-check/readmes.mjs';
import { startRegistry } from './registry-check/registry.mjs';

const root = join(import.meta.dirname, '..');
const keep = process.argv.includes('--keep');
const work = mkdtempSync(join(tmpdir(), 'rcss-registry-'));
const packages = publishedPackages(root);
const readmes = readReadmes(root, packages);

/** Runs one stage and prints its time. */
async function stage(name, action) {
  const start = performance.now();
  const print = (outcome) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${seconds.padStart(6)} s  ${name}${outcome}`);
  };
  try {
    const result = await action();
    print(typeof result === 'number' ? `: ${result}` : '');
    return result;
  } catch (error) {
    print(': FAILED');
    throw error;
  }
}

/** Runs one stage on which no other depends; a failure is reported and the next stage follows. */
async function check(name, action) {
  try {
    return await stage(name, action);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

async function main() {
  requireBuild(packages);
  const registry = await stage('start the registry', () => startRegistry(root, work));
  await stage('publish packages', async () => {
    await publishAll(root, registry);
    return packages.length;
  });
  await check('manifests, publint and types of the tarballs', () => checkTarballs(registry, packages));
  const install = (manager) =>
    stage(`install with ${manager}`, () => installAll(root, work, registry, packages, manager));
  // With pnpm a package finds only what it declares; what can be imported there can be imported with npm, too.
  const strict = await install('pnpm');
  await check('import and require entries', () => importEntries(strict, packages));
  await check('TypeScript, ES modules and CommonJS', () =>
    typecheckEntries(root, strict, packages, readmeImports(readmes)),
  );
  await check('bundle entries for browsers', () => bundleEntries(strict, packages));
  await check('play a match', () => playMatch(strict));
  const project = await install('npm');
  await check('run bins', () => runBins(project, packages));
  const gameLog = await check('play a match', () => playMatch(project));
  await check('create teams, test them, play with them', () => playCreatedTeams(project, work));
  if (gameLog === undefined) return;
  await check('run the command lines of the READMEs', async () => {
    const { count, skipped } = await runReadmes(root, work, project, readmes, gameLog);
    for (const reason of skipped) console.log(`          not run: ${reason}`);
    return count;
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  if (keep) console.log(`Working folder: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}
process.exit();
