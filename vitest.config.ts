import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

/** One vitest project per package and app, all run from source through the `@rcss/source` condition. */
const projects = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((dir) => join(root, group, dir)))
  .filter((dir) => existsSync(join(dir, 'package.json')))
  .map((dir) => ({
    root: dir,
    resolve: { conditions: ['@rcss/source', 'module', 'import', 'default'] },
    ssr: { resolve: { conditions: ['@rcss/source', 'module', 'node', 'import', 'default'] } },
    test: {
      name: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).name as string,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      testTimeout: 30_000,
    },
  }));

/** The commands of the README, which run before anything is installed: plain JavaScript with Node alone. */
const scripts = {
  root: join(root, 'scripts'),
  test: { name: 'scripts', include: ['**/*.test.mjs'], testTimeout: 30_000 },
};

// All cores: the default leaves one free, which on two means half the machine.
export default defineConfig({ test: { projects: [...projects, scripts], maxWorkers: '100%' } });
