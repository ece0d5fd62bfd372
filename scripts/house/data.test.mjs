import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDataProblems, writeHashes } from './data.mjs';

let root;
const files = ['data/README.md', 'data/a.csv', 'data/b/c.json', 'packages/x/testdata/d.csv', 'x/report.mjs'];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rcss-data-'));
  mkdirSync(join(root, 'data/b'), { recursive: true });
  for (const name of ['data/a.csv', 'data/b/c.json']) writeFileSync(join(root, name), name);
  writeHashes(root, files);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('the hashes are current after they were written', () => {
  expect(findDataProblems(root, files)).toEqual([]);
});

test('a file that has changed, is new or is missing is reported by its name', () => {
  writeFileSync(join(root, 'data/a.csv'), 'measured again');
  writeFileSync(join(root, 'data/new.csv'), '');
  const now = [...files.filter((path) => path !== 'data/b/c.json'), 'data/new.csv'];
  expect(findDataProblems(root, now).map((problem) => problem.slice(0, problem.indexOf(';')))).toEqual([
    'data/a.csv has changed',
    'data/b/c.json is missing',
    'data/new.csv is not in the list',
  ]);
});

test('a measured table in another folder is reported', () => {
  expect(findDataProblems(root, [...files, 'packages/x/model/shots.csv'])).toEqual([
    'packages/x/model/shots.csv: a table that was measured belongs in data/, a fixture in testdata/',
  ]);
});
