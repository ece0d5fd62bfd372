import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { MatchStore } from './match-store.js';
import { WorkFolder } from './work-folder.js';

function createStore(files: Readonly<Record<string, string>>): MatchStore {
  const folder = new WorkFolder(mkdtempSync(join(tmpdir(), 'rcss-mcp-')));
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  return new MatchStore(folder, DEFAULT_LIMITS);
}

test('a damaged match is named, and the others are still listed', () => {
  const stored = {
    recipe: { left: { name: 'base', builtIn: 'base' }, right: null, seed: 7 },
    scoreL: 2,
    scoreR: 0,
    time: 60,
    digest: '',
  };
  const store = createStore({
    'matches/m1.json': '{ broken',
    'matches/m2.json': '{}',
    'matches/m3.json': JSON.stringify(stored),
  });
  expect(store.names.map((name) => store.describe(name))).toEqual([
    'matches/m1.json is damaged. Delete it, or use another one.',
    'matches/m2.json is damaged. Delete it, or use another one.',
    expect.stringMatching(/^m3: base 2 : 0 .*, 60 cycles, seed 7$/),
  ]);
});

test('a damaged snapshot is named', () => {
  const store = createStore({ 'snapshots/a.json': 'x', 'snapshots/b.json': '{"match":"m1","cycle":"5"}' });
  for (const name of ['a', 'b'])
    expect(() => store.readMoment(name)).toThrow(`snapshots/${name}.json is damaged`);
});
