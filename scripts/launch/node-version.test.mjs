import { expect, test } from 'vitest';
import { nodeVersionError } from './node-version.mjs';

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('Node %s is sufficient for >=20.19', (version) => {
  expect(nodeVersionError(version, '>=20.19')).toBeNull();
});

test.each(['20.18.3', '18.20.0', '19.9.0'])(
  'Node %s is refused with the version that is needed',
  (version) => {
    expect(nodeVersionError(version, '>=20.19')).toContain(
      `needs Node.js 20.19 or later; this is Node.js ${version}`,
    );
  },
);
