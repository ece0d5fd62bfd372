#!/usr/bin/env node
/** Runs the benchmarks of all packages and apps one after the other; with names, only those. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const named = process.argv.slice(2);
const projects = packageFolders(root).map((folder) => ({ name: basename(folder), dir: join(root, folder) }));
for (const { name, dir } of projects) {
  const manifest = join(dir, 'package.json');
  if (!existsSync(manifest) || (named.length > 0 && !named.includes(name))) continue;
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (scripts?.bench === undefined) continue;
  console.log(`\n== ${name}`);
  for (const line of scripts.bench.split(' && ')) {
    const [tool, ...args] = line.split(' ');
    if (tool !== 'tsx') throw new Error(`${manifest}: the script bench runs ${tool}; expected tsx`);
    const result = spawnSync(process.execPath, [tsx, ...args], { cwd: dir, stdio: 'inherit' });
    if (result.signal !== null) process.exit(130);
    if (result.status !== 0) process.exitCode = 1;
  }
}
