import { expect, it } from 'vitest';
import { findManifestCycles } from './manifests.mjs';

const entry = (name, manifest) => ({ name, folder: `packages/${name}`, manifest });

it('packages that need each other, also to be tested and through others, are reported once', () => {
  const packages = [
    entry('env', { devDependencies: { kit: 'workspace:^', vitest: '4' } }),
    entry('kit', { peerDependencies: { agent: 'workspace:^' } }),
    entry('agent', { dependencies: { core: 'workspace:^', env: 'workspace:^' } }),
    entry('core', {}),
    entry('params', { dependencies: { core: 'workspace:^', params: 'workspace:^' } }),
  ];
  expect(findManifestCycles(packages)).toEqual([
    'packages/agent/package.json: agent → env → kit → agent is a cycle of dependencies; remove one of them',
    'packages/params/package.json: params → params is a cycle of dependencies; remove one of them',
  ]);
  expect(findManifestCycles(packages.slice(1, 2).concat(packages[3]))).toEqual([]);
});
