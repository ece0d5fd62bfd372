import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { resolveDocument } from '../documents/load-document.js';
import { createRunState } from '../runs/run-state.js';
import { listPlaces } from './run.js';

const teams = ['A', 'B', 'C', 'D'].map((name) => ({ name, start: 'demo' }));

test('in the group phase, places are those of each group', () => {
  const format = { type: 'groups', groups: 2, advance: 1, knockout: {} } as const;
  const state = createRunState(resolveDocument({ version: 1, teams, format }, tmpdir()));
  expect(listPlaces({ state }).map((line) => line.trim())).toEqual([
    'Places in group A so far:',
    '1  A',
    '1  D',
    'Places in group B so far:',
    '1  B',
    '1  C',
  ]);
});

test('places of an unfinished league are marked', () => {
  const state = createRunState(
    resolveDocument({ version: 1, teams, format: { type: 'round-robin', matches: 1 } }, tmpdir()),
  );
  expect(listPlaces({ state })[0]).toBe('Places so far:');
});
