import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { packageFolders } from './scripts/workspace.mjs';

const root = import.meta.dirname;

/** The pages of the playground are built once for all its tests. */
const globalSetup = (name: string): string[] =>
  name === 'apps/playground' ? [join(root, name, 'test/built-pages.ts')] : [];

/** The long tests (`*.long.ts`): fuzzing at length, whole real-time matches, whole shoot-outs. */
const projects = packageFolders(root).map((name) => ({
  root: join(root, name),
  resolve: { conditions: ['@rcss/source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@rcss/source', 'module', 'node', 'import', 'default'] } },
  test: {
    name: `long:${name}`,
    include: ['src/**/*.long.ts', 'test/**/*.long.ts'],
    globalSetup: globalSetup(name),
    setupFiles: [
      join(root, 'packages/kit/kit/test/fixed-seed.ts'),
      join(root, 'packages/serve/match-server/test/clean-up.ts'),
    ],
    testTimeout: 600_000,
    hookTimeout: 180_000,
    // The default is one second.
    expect: { poll: { timeout: 120_000 } },
  },
}));

export default defineConfig({ test: { projects, passWithNoTests: true, maxWorkers: '100%' } });
