#!/usr/bin/env node
// Lines and branches that the tests reach, per package. `node scripts/coverage.mjs` runs all tests; `--gate` only those of the packages
// that must reach a share of their lines; folders limit it to packages: `node scripts/coverage.mjs packages/engine/core`. Prints the
// table, writes coverage/coverage.md and coverage/index.html (not committed). Exit code 1 if a package is below its gate or a test
// fails.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coverageByPackage, coverageTable, GATED, gateProblems } from './coverage/table.mjs';
import { packageFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'coverage');
const toPath = (path) => relative(root, path).split(sep).join('/');
const args = process.argv.slice(2);

/** Folders of the packages to measure. */
function selectFolders() {
  const all = packageFolders(root);
  if (args.includes('--gate')) return GATED;
  const named = args.filter((arg) => !arg.startsWith('--')).map((arg) => toPath(resolve(arg)));
  const unknown = named.filter((folder) => !all.includes(folder));
  if (unknown.length > 0) {
    console.error(`${unknown.join(', ')}: not a package. Packages: ${all.join(', ')}`);
    process.exit(2);
  }
  return named.length > 0 ? named : all;
}

const nameOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;

const folders = selectFolders();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    ...folders.flatMap((folder) => ['--project', nameOf(folder)]),
    '--reporter=dot',
    '--coverage.enabled',
    '--coverage.provider=v8',
    ...folders.map((folder) => `--coverage.include=${folder}/src/**/*.ts`),
    '--coverage.exclude=**/*.{test,long}.ts',
    '--coverage.reporter=json-summary',
    '--coverage.reporter=html',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${out}`,
  ],
  { cwd: root, stdio: 'inherit' },
);

const { total, ...files } = JSON.parse(readFileSync(join(out, 'coverage-summary.json'), 'utf8'));
const packages = coverageByPackage(
  Object.fromEntries(Object.entries(files).map(([path, counts]) => [toPath(path), counts])),
);
const table = coverageTable(packages);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'coverage.md'), `# Coverage\n\n${table}`);
console.log(`\n${table}\nLines that no test reaches: ${relative(process.cwd(), join(out, 'index.html'))}`);

const problems = gateProblems(packages);
for (const problem of problems) console.error(problem);
if (status !== 0 || problems.length > 0) process.exitCode = 1;
