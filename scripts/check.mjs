#!/usr/bin/env node
/**
 * Everything quick before a commit, limited to what the files that differ from the main branch can affect: format, lint, import directions,
 * spelling, house rules, doc comments, types, and the tests that import a changed file: those of the changed packages and of the packages that
 * depend on them directly. `*.e2e.*` that did not change are left to CI. A line when a step starts, is late, and ends; a step that fails prints its output and what to run.
 * Usage: npm run check
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { changedFiles, changesDeclarations, changesImports, packagesOf } from './check/changed.mjs';
import { runSteps } from './check/run-steps.mjs';
import { listFiles } from './house/sources.mjs';
import { dependenciesOf, workspacePackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');

/** The script file of a bin of an installed package: it needs no shell and no `.cmd` file. */
function bin(name, program = name) {
  const folder = join(root, 'node_modules', name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bins === 'string' ? bins : bins[program]);
}

/**
 * Seconds after which a step takes longer than it should: twice its longest time on two free cores (docs/inside/contributing/testing.md has
 * the times).
 */
const LATE_AFTER = {
  tests: 240,
  types: 180,
  'house rules': 90,
  'doc comments': 60,
  'import directions': 90,
  'format and lint': 20,
  spelling: 30,
};

const node = (name, args, rest) => ({
  name,
  file: process.execPath,
  args,
  lateAfter: LATE_AFTER[name],
  ...rest,
});

const { base, files } = changedFiles(root);
const changed = files.filter((path) => existsSync(join(root, path)));
const packages = packagesOf(changed).filter((folder) => existsSync(join(root, folder, 'package.json')));

const all = workspacePackages(root);
const names = all.filter(({ folder }) => packages.includes(folder)).map(({ name }) => name);
/** Packages whose types can change: those that need a changed package, also through others. */
const affected = all
  .filter(({ name }) => [...dependenciesOf(name, all)].some((needed) => names.includes(needed)))
  .map(({ folder }) => folder)
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
/** Further packages see a changed one only through those that name it in their manifest. */
const isTested = ({ folder, manifest: { dependencies, devDependencies } }) =>
  packages.includes(folder) || names.some((name) => name in { ...dependencies, ...devDependencies });
const leftOut = [
  ...all.filter((entry) => !isTested(entry)).map(({ folder }) => `${folder}/**`),
  ...listFiles().filter((path) => /\.e2e\.\w+$/.test(path) && !changed.includes(path)),
];

const importsChange = changesImports(root, base);
/** Packages in the bundles whose sizes a house rule limits. */
const bundled = ['@rcss/viewer', '@rcss/clang', '@rcss/client'].flatMap((name) => [
  ...dependenciesOf(name, all),
]);
/** House rules that take seconds, and whether the changes can break them. The others read texts. */
const rules = {
  // Reads all imports.
  dependencies: importsChange,
  'bundle sizes': importsChange || names.some((name) => bundled.includes(name)),
  workflows: changed.some((path) => path.startsWith('.github/')),
};
const leftOutRules = Object.keys(rules).filter((rule) => !rules[rule]);
const ofFiles = leftOutRules.length === 0 ? [] : ['-t', `^(?!${leftOutRules.join('|')})`];

const steps = [
  // The longest first.
  node(
    'tests',
    [bin('vitest'), 'run', '--reporter=dot', '--changed', base, '--exclude', '**/house.test.mjs'],
    {
      command: `npx vitest run --changed ${base.slice(0, 10)}`,
    },
  ),
  ...(affected.length > 0
    ? [
        node('types', ['scripts/types.mjs', ...affected], {
          command: `node scripts/types.mjs ${affected.join(' ')}`,
        }),
      ]
    : []),
  node(
    'house rules',
    [bin('vitest'), 'run', '--reporter=dot', '--project', 'scripts', 'house.test', ...ofFiles],
    {
      command: 'npm test -- house.test',
      fix: 'npm run generate writes what is generated',
    },
  ),
];
/** Packages with entries whose declarations or comments changed. */
const documented = packagesOf(
  changed.filter((path) => /\/src\/.*\.ts$/.test(path) && !/\.(test|e2e|long|bench)\.ts$/.test(path)),
).filter(
  (folder) =>
    changesDeclarations(root, base, folder) &&
    all.some(
      (entry) =>
        entry.folder === folder &&
        '@rcss/source' in Object.assign({}, ...Object.values(entry.manifest.exports ?? {})),
    ),
);
if (documented.length > 0)
  steps.push(
    node('doc comments', ['apps/site/scripts/api-docs.mjs', '--check', ...documented], {
      command: `node apps/site/scripts/api-docs.mjs --check ${documented.join(' ')}`,
    }),
  );
if (importsChange)
  steps.push(
    node(
      'import directions',
      [bin('dependency-cruiser', 'depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'apps'],
      { command: 'npx depcruise --config .dependency-cruiser.cjs packages apps' },
    ),
  );
if (changed.length > 0)
  steps.push(
    node(
      'format and lint',
      [bin('@biomejs/biome', 'biome'), 'check', '--no-errors-on-unmatched', ...changed],
      {
        command: 'npx biome check .',
        fix: 'npm run format',
      },
    ),
    node('spelling', [bin('cspell'), 'lint', '--no-progress', '--no-must-find-files', ...changed], {
      command: 'npx cspell lint --no-progress .',
      fix: 'correct the word, or add a term of the field to docs/inside/contributing/words.txt',
    }),
  );

console.log(
  `${changed.length} files differ from the main branch, in: ${packages.join(', ') || 'no package'}`,
);
const startedAt = performance.now();
const { failed, status } = await runSteps(steps, {
  cwd: root,
  // Read by vitest.config.ts: the projects ignore --exclude.
  env: { ...process.env, RCSS_TESTS_LEFT_OUT: leftOut.join(' ') },
  jobs: Math.min(3, availableParallelism()),
  print: (line) => console.log(line),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
const ends = status > 1 ? 'Ended by a signal' : 'Failed';
console.log(
  status === 0 ? `All passed in ${seconds} s.` : `${ends} after ${seconds} s: ${failed.join(', ')}`,
);
process.exitCode = status;
