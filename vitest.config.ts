import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { packageFolders, readManifest } from './scripts/workspace.mjs';

const root = import.meta.dirname;

/**
 * Tests that need a process of their own: of the layout of objects in V8, of faked timers that are counted, of a replaced module. All
 * others share the modules of a worker, so a test restores what it changes in the process.
 */
const ISOLATED = [
  'packages/engine/core/src/engine-layout.test.ts',
  'packages/serve/match-server/src/clock/*.test.ts',
  'packages/serve/match-server/src/config/game-parameter.test.ts',
];

/**
 * Set-up, and time limits for a busy machine that is ten times slower than usual and pauses processes for seconds: of a test, of a hook, and of
 * `expect.poll`, whose default is one second.
 */
const limits = {
  setupFiles: [
    join(root, 'packages/kit/kit/test/fixed-seed.ts'),
    join(root, 'packages/kit/kit/test/only-memory.ts'),
    join(root, 'packages/serve/match-server/test/clean-up.ts'),
  ],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/** Packages whose tests must reach 90 % of their lines: the formats, the engine and the rules. */
const COVERED = [
  ...['sexp', 'params', 'physics', 'sensors', 'referee', 'simulator'].map((name) => `engine/${name}`),
  'engine/protocol',
  'wire/logs',
];

/** Packages of the repository are resolved to their sources, and UDP sockets of unit tests to those in memory. */
const fromSource = {
  resolve: {
    alias: { 'node:dgram': join(root, 'packages/kit/kit/test/memory-dgram.ts') },
    conditions: ['@rcss/source', 'module', 'import', 'default'],
  },
  ssr: { resolve: { conditions: ['@rcss/source', 'module', 'node', 'import', 'default'] } },
};

/** Patterns of tests that `npm run check` leaves out. */
const leftOut = process.env['RCSS_TESTS_LEFT_OUT']?.split(' ') ?? [];

const folders = packageFolders(root);
const testsOf = (kinds: string) => `{src,scripts,test}/**/*.${kinds}.{ts,mjs}`;

/** All tests of one kind: a project transforms each source once, however many packages import it, and its files share workers. */
const shared = (name: string, kind: string) => ({
  root,
  ...fromSource,
  test: {
    name,
    isolate: false,
    include: [...folders.map((folder) => `${folder}/${testsOf(kind)}`), `scripts/**/*.${kind}.mjs`],
    exclude: ['**/node_modules/**', 'scripts/**/*.test.mjs', ...ISOLATED, ...leftOut],
    ...limits,
  },
});

/**
 * The packages together, which takes two thirds of the time of one project per package. Tests with real processes are a project of their own:
 * `npm test` leaves them out.
 */
const together = [
  shared('shared', 'test'),
  shared('e2e', 'e2e'),
  { root, ...fromSource, test: { name: 'isolated', include: ISOLATED, exclude: leftOut, ...limits } },
];

/** One project per package, for `--project @rcss/core`. */
const apart = folders.map((folder) => ({
  root: join(root, folder),
  ...fromSource,
  test: {
    name: readManifest(root, folder).name as string,
    isolate: ISOLATED.some((path) => path.startsWith(`${folder}/`)),
    include: [testsOf('{test,e2e}')],
    ...limits,
  },
}));

/** The scripts of the repository, in plain JavaScript. House rules start programs. */
const scripts = {
  root: join(root, 'scripts'),
  ...fromSource,
  test: { name: 'scripts', include: ['**/*.test.mjs'], ...limits, setupFiles: [] },
};

const projects = process.argv.some((argument) => argument.includes('@rcss/')) ? apart : together;

// Half as many workers again as cores: many tests wait for a server or a process, and the default leaves a core free.
export default defineConfig({
  test: {
    projects: [...projects, scripts],
    maxWorkers: '150%',
    coverage: {
      provider: 'v8',
      include: ['packages/*/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
      exclude: ['**/*.{test,long,e2e}.ts'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
      thresholds: Object.fromEntries(COVERED.map((folder) => [`packages/${folder}/src/**`, { lines: 90 }])),
    },
  },
});
