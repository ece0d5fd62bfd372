import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOwnTeams } from './own-teams.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
  mkdirSync(join(folder, 'blues'));
  writeFileSync(join(folder, 'blues/start.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'reds.yaml'), 'name: Reds\nstart: ./blues/start.sh\nversion: v7\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a worker has teams by team files, and by names with a path', () => {
  const teams = loadOwnTeams(['reds.yaml', 'Blues=./blues', 'Greens=demo', 'Second=reds.yaml'], folder);
  expect([...teams.keys()]).toEqual(['Reds', 'Blues', 'Greens', 'Second']);
  expect(teams.get('Reds')).toMatchObject({
    version: 'v7',
    team: { name: 'Reds', start: join(folder, 'blues/start.sh') },
  });
  expect(teams.get('Blues')).toMatchObject({ team: { name: 'Blues', start: join(folder, 'blues') } });
  expect(teams.get('Second')).toMatchObject({ version: 'v7', team: { name: 'Second' } });
  // One is enough for a tuning without opponents.
  expect(loadOwnTeams(['reds.yaml'], folder).size).toBe(1);
  expect(loadOwnTeams([], folder).size).toBe(0);
});

test.each([
  [['Blues'], /'Blues' is neither NAME=PATH nor a team file/],
  [['Blues é=demo', 'Reds=demo'], /'Blues é' is not a name of a team. Allowed: 1 to 15/],
  [['Blues=demo', 'Blues=chaser'], /two teams have the name 'Blues'/],
  [['Blues=demo', 'Reds=./missing'], /no such file: '.*missing'\. Allowed: a start script/],
])('%j is refused with what is allowed', (values, message) => {
  expect(() => loadOwnTeams(values, folder)).toThrow(message);
});
