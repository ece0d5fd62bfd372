import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { RunFollower } from './run-follower.js';

const LOADED = resolveDocument(
  {
    version: 1,
    teams: [
      { name: 'A', start: 'demo' },
      { name: 'B', start: 'demo' },
      { name: 'C', start: 'demo' },
    ],
    format: { type: 'round-robin', matches: 2 },
  },
  '/',
);
const [FIRST, SECOND, THIRD] = [
  createLine({ fixture: 'league-1-1', left: 'A', right: 'B', scoreL: 2 }),
  createLine({ fixture: 'league-1-2', left: 'B', right: 'A', problems: [{ side: null, message: 'slow' }] }),
  createLine({ fixture: 'league-2-1', left: 'A', right: 'C' }),
] as const;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
  path = join(folder, RESULT_FILE);
});
afterEach(() => rmSync(folder, { recursive: true }));

const toText = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

test('follows a file from before its beginning, line by line, without half a line', () => {
  const follower = new RunFollower(folder, LOADED);
  expect(follower.read()).toBe(false);
  expect(follower.header).toBeNull();
  writeFileSync(path, toText(createTestHeader(LOADED), FIRST));
  expect(follower.read()).toBe(true);
  expect(follower.header?.name).toBe('Spring cup');
  expect(follower.state.tournament.progress()).toEqual({ recorded: 1, total: 6 });
  expect(follower.read()).toBe(false);
  const text = toText(SECOND);
  appendFileSync(path, text.slice(0, 30));
  expect(follower.read()).toBe(false);
  appendFileSync(path, text.slice(30));
  expect(follower.read()).toBe(true);
  expect(follower.state.tournament.progress().recorded).toBe(2);
  expect(follower.archive.find('league-1-2')).toEqual(SECOND);
  expect(follower.archive.find('league-9-9')).toBeNull();
});

test('begins anew with another file', () => {
  writeFileSync(path, toText(createTestHeader(LOADED), FIRST, SECOND));
  const follower = new RunFollower(folder, LOADED);
  follower.read();
  rmSync(path);
  expect(follower.read()).toBe(true);
  expect(follower.archive.count).toBe(0);
  writeFileSync(path, toText(createTestHeader(LOADED), THIRD));
  expect(follower.read()).toBe(true);
  expect(follower.archive.list({}, 1, 10).lines).toEqual([THIRD]);
});

test('reports the results of another document', () => {
  writeFileSync(path, toText({ ...createTestHeader(LOADED), document: 'other' }, FIRST));
  const follower = new RunFollower(folder, LOADED);
  expect(follower.read()).toBe(true);
  expect(follower.problem).toMatch(/has the results of another document, Spring cup/);
  expect(follower.archive.count).toBe(0);
});

test('the archive lists pages, the newest first, of all matches or those of a team or with problems', () => {
  writeFileSync(path, toText(createTestHeader(LOADED), FIRST, SECOND, FIRST, THIRD));
  const follower = new RunFollower(folder, LOADED);
  follower.read();
  const { archive } = follower;
  expect(archive.list({}, 1, 2)).toEqual({ lines: [THIRD, SECOND], count: 3, page: 1, pageCount: 2 });
  expect(archive.list({}, 9, 2)).toMatchObject({ lines: [FIRST], page: 2 });
  expect(archive.list({ team: 'C' }, 1, 2).lines).toEqual([THIRD]);
  expect(archive.list({ team: 'D' }, 1, 2)).toMatchObject({ lines: [], count: 0, pageCount: 1 });
  expect(archive.list({ hasProblems: true }, 1, 2).lines).toEqual([SECOND]);
});

test('a team that joins a ladder is read with the decision about it', () => {
  const load = (...names: readonly string[]) => {
    const teams = names.map((name) => ({ name, start: 'demo' }));
    return resolveDocument({ version: 1, teams, format: { type: 'ladder' } }, '/');
  };
  const joined = load('A', 'B', 'C');
  const follower = new RunFollower(folder, load('A', 'B'), () => joined);
  const played = createLine({ fixture: 'ladder-1-0-1', left: 'A', right: 'B' });
  writeFileSync(path, toText(createTestHeader(joined), played));
  follower.read();
  const decision = {
    type: 'decision',
    id: 'x',
    verb: 'version',
    team: 'C',
    version: '1',
    by: 'chair',
    reason: 'joins',
    at: played.storedAt,
  };
  appendFileSync(path, toText(decision, createLine({ fixture: 'ladder-2-2.1-0', left: 'C', right: 'A' })));
  expect(follower.read()).toBe(true);
  expect([follower.problem, follower.state.tournament.progress().recorded]).toEqual([null, 2]);
  expect(follower.loaded).toBe(joined);
});
