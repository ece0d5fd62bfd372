#!/usr/bin/env node
/**
 * Compiles all packages to JavaScript, in one process and without type declarations. The result is that of `pnpm build`
 * minus the declarations. Packages that are up to date are skipped. Names of packages limit it to these and what they need.
 * Usage: node scripts/compile.mjs [@rcss/server ...]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outdatedPackages, outputsOf, readRecord, writeRecord } from './launch/compile-cache.mjs';

// Read by tsup.config.ts.
process.env.RCSS_TYPES = 'none';
const root = join(import.meta.dirname, '..');

/** Builds one package with its own configuration. */
async function compile({ dir }, { build, tsImport }) {
  // tsup and esbuild resolve paths from the current folder; esbuild reads it only once.
  process.chdir(dir);
  const own = join(dir, 'tsup.config.ts');
  const config = existsSync(own) ? own : join(root, 'tsup.config.ts');
  const { default: configured } = await tsImport(pathToFileURL(config).href, import.meta.url);
  for (const options of [typeof configured === 'function' ? configured() : configured].flat()) {
    await build({
      ...options,
      config: false,
      silent: true,
      // Declarations of an earlier build stay.
      clean: options.clean ? ['!**/*.d.ts'] : false,
      esbuildOptions(esbuild, context) {
        options.esbuildOptions?.(esbuild, context);
        esbuild.absWorkingDir = dir;
      },
    });
  }
}

const outdated = outdatedPackages(root, process.argv.slice(2));
if (outdated.length > 0) {
  const [{ build }, { tsImport }] = await Promise.all([import('tsup'), import('tsx/esm/api')]);
  const record = readRecord(root);
  for (const [index, entry] of outdated.entries()) {
    console.log(`[${index + 1}/${outdated.length}] ${entry.name}`);
    await compile(entry, { build, tsImport });
    record[entry.name] = { inputs: entry.inputs, outputs: outputsOf(entry.dir) };
    writeRecord(root, record);
  }
}
// All work is done, but the service process of the compiler would keep this process alive.
process.exit(0);
