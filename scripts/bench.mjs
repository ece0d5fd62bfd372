#!/usr/bin/env node
/** Runs the benchmarks of all packages and apps one after the other; with names, only those. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wanted = process.argv.slice(2);
const projects = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => ({ name, dir: join(root, group, name) })),
);
for (const { name, dir } of projects) {
  const manifest = join(dir, 'package.json');
  if (!existsSync(manifest) || (wanted.length > 0 && !wanted.includes(name))) continue;
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (scripts?.bench === undefined) continue;
  console.log(`\n== ${name}`);
  const [file, ...args] = scripts.bench.split(' ');
  const bin = join(dir, 'node_modules', '.bin', file);
  const program = existsSync(bin) ? bin : join(root, 'node_modules', '.bin', file);
  const result = spawnSync(program, args, { cwd: dir, stdio: 'inherit' });
  if (result.status !== 0) process.exitCode = 1;
}
