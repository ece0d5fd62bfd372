import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { packageFolders } from './scripts/workspace.mjs';

const root = import.meta.dirname;

/**
 * Whether each test file loads all modules again, in a worker of its own. The files of a package share the modules of a worker, which takes
 * a third of the time; a test there restores what it changes in the process. Apps and `serve` have tests with servers and faked timers,
 * and `udp` a test that replaces a module.
 */
const isIsolated = (dir: string) =>
  !dir.startsWith(join(root, 'packages')) ||
  dir.startsWith(join(root, 'packages', 'serve')) ||
  dir.endsWith('udp');

/**
 * Time limits for a busy machine that is ten times slower than usual and pauses processes for seconds: of a test, of a hook, and of
 * `expect.poll`, whose default is one second.
 */
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/** Packages of the repository are resolved to their sources. */
const fromSource = {
  resolve: { conditions: ['@rcss/source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@rcss/source', 'module', 'node', 'import', 'default'] } },
};

/** One vitest project per package and app, all run from source through the `@rcss/source` condition. */
const projects = packageFolders(root)
  .map((folder) => join(root, folder))
  .map((dir) => ({
    root: dir,
    ...fromSource,
    test: {
      name: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).name as string,
      isolate: isIsolated(dir),
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      ...limits,
    },
  }));

/** The scripts of the repository, in plain JavaScript. */
const scripts = {
  root: join(root, 'scripts'),
  ...fromSource,
  test: { name: 'scripts', include: ['**/*.test.mjs'], ...limits },
};

// Half as many workers again as cores: many tests wait for a server or a process, and the default leaves a core free.
export default defineConfig({ test: { projects: [...projects, scripts], maxWorkers: '150%' } });
