import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadTeam } from '../documents/load-teams.js';
import { readTeamCode } from './team-code.js';

let root = '';
afterEach(() => rmSync(root, { recursive: true }));

/** Loads a team with these files besides its module. */
function load(module: string, files: Readonly<Record<string, string>> = {}) {
  root = mkdtempSync(join(tmpdir(), 'rcss-code-'));
  const folder = join(root, 'reds');
  mkdirSync(join(folder, 'parts'), { recursive: true });
  for (const [path, text] of Object.entries({ 'team.mjs': module, ...files }))
    writeFileSync(join(folder, path), text);
  return { folder, team: loadTeam({ name: 'Reds', module: './reds/team.mjs', options: { risk: 1 } }, root) };
}

test('the code of a team is its module and what it imports, not the other files of its folder', () => {
  const files = { 'parts/a.mjs': "export * from './b.mjs';", 'parts/b.mjs': '', 'secret.txt': 'x' };
  const { team } = load("import './parts/a.mjs';", files);
  const code = readTeamCode(team);
  expect(Object.keys(code.files)).toEqual(['team.mjs', 'parts/a.mjs', 'parts/b.mjs']);
  expect(code).toMatchObject({ name: 'Reds', entry: 'team.mjs', options: { risk: 1 } });
});

test('TypeScript is read under the names by which it is imported: ball.ts as ball.js', () => {
  const files = { 'parts/ball.ts': "import { far } from '../far';", 'far.ts': 'export const far = 1;' };
  const { team } = load("import { far } from './parts/ball.js';", files);
  expect(Object.keys(readTeamCode(team).files)).toEqual(['team.mjs', 'parts/ball.ts', 'far.ts']);
});

test('no file outside of the folder is read, neither by its path nor by a link', () => {
  const { team, folder } = load("import '../secret.mjs';");
  writeFileSync(join(root, 'secret.mjs'), '');
  expect(() => readTeamCode(team)).toThrow('secret.mjs, outside of its folder');
  symlinkSync(join(root, 'secret.mjs'), join(folder, 'link.mjs'));
  writeFileSync(join(folder, 'team.mjs'), "import './link.mjs';");
  const linked = loadTeam({ name: 'Reds', module: './reds/team.mjs' }, root);
  expect(() => readTeamCode(linked)).toThrow('link.mjs, outside of its folder');
});

test('files that have changed since the version was read are refused', () => {
  const { team, folder } = load('');
  writeFileSync(join(folder, 'team.mjs'), '// other');
  expect(() => readTeamCode(team)).toThrow('the files of Reds are not those of its version');
});

test('a module of this program has its name in place of files', () => {
  const { folder } = load('');
  const team = loadTeam({ name: 'Reds', module: '@rcss/agent/chasers' }, folder);
  expect(readTeamCode(team)).toEqual({ name: 'Reds', entry: '@rcss/agent/chasers', files: {} });
});
