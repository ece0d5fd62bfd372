// What is mutated, and which tests look for the mutants: first the package's own tests, then those of packages that use it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { findMutants } from './mutants.mjs';
import { root } from './root.mjs';
import { keyOf } from './sample.mjs';

const server = 'packages/serve/match-server';

/** Sources and folders with tests by name of the scope. */
export const SCOPES = {
  physics: {
    sources: ['packages/engine/physics/src'],
    tests: ['packages/engine/physics', 'packages/engine/simulator'],
  },
  sensors: {
    sources: ['packages/engine/sensors/src'],
    tests: ['packages/engine/sensors', 'packages/engine/simulator'],
  },
  referee: {
    sources: ['packages/engine/referee/src'],
    tests: ['packages/engine/referee', 'packages/engine/simulator'],
  },
  simulator: { sources: ['packages/engine/simulator/src'], tests: ['packages/engine/simulator', server] },
  protocol: {
    sources: ['packages/engine/protocol/src'],
    tests: ['packages/engine/protocol', 'packages/wire/logs', server],
  },
  logs: { sources: ['packages/wire/logs/src'], tests: ['packages/wire/logs', 'packages/study/stats'] },
  server: {
    sources: ['sessions', 'clock', 'cycle', 'net'].map((folder) => `${server}/src/${folder}`),
    tests: [server],
  },
};

const isTest = (path) => path.endsWith('.test.ts');
const isSource = (path) => path.endsWith('.ts') && !/\.(test|e2e|long|generated|d)\.ts$/.test(path);

function filesBelow(folder, accept) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/') && accept(path))
    .sort();
}

/** All mutants of a scope, with file and key. */
export function mutantsOf(scope) {
  return SCOPES[scope].sources
    .flatMap((folder) => filesBelow(folder, isSource))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return findMutants(file, text).map((mutant) => {
        const placed = { ...mutant, scope, file };
        return { ...placed, key: keyOf(placed) };
      });
    });
}

/** Test files of a package. */
const testFilesIn = (folders) =>
  folders.flatMap((folder) =>
    ['src', 'test'].flatMap((sub) => {
      try {
        return filesBelow(`${folder}/${sub}`, isTest);
      } catch (error) {
        if (error.code === 'ENOENT') return [];
        throw error;
      }
    }),
  );

/** Test files of a scope: `own` of the package itself, `others` of packages that use it. */
export const testFilesOf = (scope) => {
  const [own, ...others] = SCOPES[scope].tests;
  return { own: testFilesIn([own]), others: testFilesIn(others) };
};
