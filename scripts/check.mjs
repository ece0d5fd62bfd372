#!/usr/bin/env node
/**
 * Everything quick before a commit: format, lint, names, references, words, types, and the tests of the packages that differ from
 * the main branch. One line per step; a step that fails prints its output and what to run. Usage: npm run check
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles, packagesOf } from './check/changed.mjs';
import { runSteps } from './check/run-steps.mjs';
import { withFolderOnPath } from './launch/platform.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The script file of a bin of an installed package: it needs no shell and no `.cmd` file. */
function bin(name, program = name) {
  const folder = join(root, 'node_modules', name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bins === 'string' ? bins : bins[program]);
}

const node = (name, args, rest) => ({ name, file: process.execPath, args, ...rest });
/** A script of this folder. */
const script = (name, file, args, fix) =>
  node(name, [join('scripts', file), ...args], {
    command: ['node', `scripts/${file}`, ...args].join(' '),
    ...(fix === undefined ? {} : { fix }),
  });

const changed = changedFiles(root) ?? [];
const packages = packagesOf(changed).filter((folder) => existsSync(join(root, folder, 'package.json')));
const projects = packages.map(
  (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name,
);
if (changed.some((path) => path.startsWith('scripts/'))) projects.push('scripts');

const steps = [
  node('types', [bin('turbo'), 'run', '//#typecheck', '--output-logs=errors-only'], {
    command: 'npm run typecheck',
  }),
  node('format and lint', [bin('@biomejs/biome', 'biome'), 'check', '.'], {
    command: 'npx biome check .',
    fix: 'npx biome check --write .',
  }),
  node(
    'import directions',
    [bin('dependency-cruiser', 'depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'apps'],
    {
      command: 'npm run layers',
    },
  ),
  script('doc comments', 'api-docs.mjs', ['--check']),
  node(
    'spelling',
    [bin('cspell'), 'lint', '--no-progress', '--cache', '--cache-location', '.rcss/cspell', '.'],
    {
      command: 'npm run spelling',
      fix: 'correct the word, or add a term of the field to docs/contributing/words.txt',
    },
  ),
  script('words', 'check-words.mjs', []),
  script('versions', 'check-versions.mjs', []),
  script('entries', 'check-entries.mjs', []),
  script('exported names', 'exports-table.mjs', ['--check'], 'node scripts/exports-table.mjs --write'),
  script('manifests', 'manifests.mjs', [], 'npm run manifests -- --write'),
  script('workflows', 'check-workflows.mjs', []),
  script('references', 'check-references.mjs', ['--check', '--strict']),
  script('index of rules', 'rule-index.mjs', ['--check'], 'node scripts/rule-index.mjs'),
  script(
    'index of the specification',
    'write-specification-index.mjs',
    ['--check'],
    'node scripts/write-specification-index.mjs',
  ),
];
if (projects.length > 0) {
  const args = ['run', '--reporter=dot', ...projects.flatMap((name) => ['--project', name])];
  steps.push(node('tests', [bin('vitest'), ...args], { command: `npx vitest ${args.join(' ')}` }));
}

console.log(
  projects.length === 0
    ? 'No package differs from the main branch: no tests are run.'
    : `Tests of what differs from the main branch: ${projects.join(', ')}`,
);
const startedAt = performance.now();
const failed = await runSteps(steps, {
  cwd: root,
  // turbo looks for pnpm on the PATH.
  env: withFolderOnPath(
    { ...process.env, DO_NOT_TRACK: '1', TURBO_TELEMETRY_DISABLED: '1' },
    join(root, 'node_modules', '.bin'),
  ),
  jobs: Math.min(4, availableParallelism()),
  print: (line) => console.log(line),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(
  failed.length === 0 ? `All passed in ${seconds} s.` : `Failed after ${seconds} s: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
