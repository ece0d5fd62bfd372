import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTuning } from '../tuning/load-tuning.js';
import { loadDocument } from './load-document.js';

/** Every tournament and tuning document of the repository, loaded as `rcss league run` and `rcss league tune` load them. */

const ROOT = join(import.meta.dirname, '../../../../..');
const FILES = [
  'data/benchmark/ladder-3v3/ladder.yaml',
  'apps/create-rcss-team/template/js/compare.yaml',
  'apps/create-rcss-team/template/ts/compare.yaml',
];
const PAGES = [
  'apps/league/README.md',
  'docs/learn/tutorials/many-matches.md',
  'docs/use/researcher/benchmark.md',
  'docs/use/team/comparing-teams.md',
  'docs/use/organizer/running-leagues.md',
];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const blocksOf = (page: string): string[] =>
  [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block]) => block!);

const documents = [
  ...FILES.map((path) => [path, read(path).replaceAll('TEAM_NAME', 'Mine')] as const),
  ...PAGES.flatMap((page) => blocksOf(page).map((text, i) => [`${page}, block ${i + 1}`, text] as const)),
];
const matching = (field: RegExp) =>
  documents.filter(([, text]) => /^version: 1$/m.test(text) && field.test(text));
/** The team file that the page of leagues shows. */
const TEAM_FILE = blocksOf('docs/use/organizer/running-leagues.md').find((text) =>
  text.includes('# reds/team.yaml'),
)!;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-shipped-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string, mode?: number): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** Writes a document with the programs, modules and policies of the reader that it names. */
function writeDocument(text: string): string {
  for (const [, path] of text.matchAll(/start: ['"]?\.\/([\w./-]+)/g)) put(path!, '#!/bin/sh\n', 0o755);
  for (const [, path] of text.matchAll(/module: \.\/([\w./-]+)/g)) put(path!, 'export default () => ({});\n');
  if (text.includes('file: reds/team.yaml')) {
    put('reds/team.yaml', TEAM_FILE);
    put('reds/start.sh', '#!/bin/sh\n', 0o755);
  }
  for (const [, path] of text.matchAll(/policy:([\w./-]+)/g))
    cpSync(join(ROOT, 'data/benchmark/policies/3v3.json'), join(folder, path!));
  put('document.yaml', text);
  return join(folder, 'document.yaml');
}

test.each(matching(/^format:/m))('the tournament of %s can be run', (_, text) => {
  const { plan, teams, document } = loadDocument(writeDocument(text));
  expect(teams.size).toBe(document.teams.length);
  expect(plan.format.type).toBe(document.format.type);
});

test.each(matching(/^parameters:/m))('the tuning of %s can be run', (_, text) => {
  expect(loadTuning(writeDocument(text))).toMatchObject({ document: { version: 1 } });
});

test('all kinds of documents are among them', () => {
  expect(matching(/^format:/m).length).toBeGreaterThanOrEqual(9);
  expect(matching(/^parameters:/m).length).toBeGreaterThanOrEqual(1);
});
