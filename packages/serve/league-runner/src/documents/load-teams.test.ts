import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBatch } from '@rcss/env';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDocument } from './load-document.js';
import { loadNamedTeam, loadTeam } from './load-teams.js';

const SHOOTER = join(import.meta.dirname, '../../../../play/env/test/shooter.onnx');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
  mkdirSync(join(folder, 'reds'));
  writeFileSync(join(folder, 'reds/start.sh'), '#!/bin/sh\n');
  chmodSync(join(folder, 'reds/start.sh'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a team file has paths relative to its own folder; the document can give the team another name', () => {
  write('reds/team.yaml', 'name: Reds\nstart: ./start.sh\nlimits: { memoryMb: 500, startTimeout: 9 }\n');
  const team = loadTeam({ file: 'reds/team.yaml', name: 'RedsNew' }, folder);
  expect(team).toMatchObject({
    name: 'RedsNew',
    team: { name: 'RedsNew', start: join(folder, 'reds/start.sh') },
    limits: { memoryMb: 500, startTimeout: 9 },
  });
});

test('the command line names a team as rcss match does: by its script or folder, without the ending', () => {
  for (const name of ['Hawks.sh', 'run.sh']) {
    write(`reds/${name}`, '#!/bin/sh\n');
    chmodSync(join(folder, 'reds', name), 0o755);
  }
  mkdirSync(join(folder, 'blues-1.2'));
  write('blues-1.2/start.sh', '#!/bin/sh\n');
  const nameOf = (value: string): string => loadNamedTeam(value, folder).name;
  expect(['reds/Hawks.sh', 'reds/start.sh', 'reds', 'blues-1.2', 'reds/run.sh {port}'].map(nameOf)).toEqual([
    'Hawks',
    'reds',
    'reds',
    'blues-12',
    'reds',
  ]);
  expect(nameOf('node hawks.mjs --fast')).toBe('team');
  const module = write('reds/team.mjs', '');
  expect(loadNamedTeam('module:reds/team.mjs', folder).team).toEqual({
    name: 'reds',
    module: pathToFileURL(module).href,
  });
});

test('the version changes with a file of the team, not with a log', () => {
  const version = (): string => loadTeam({ name: 'Reds', start: 'reds' }, folder).version;
  const before = version();
  write('reds/player.log', 'x');
  expect(version()).toBe(before);
  write('reds/formation.conf', 'x');
  expect(version()).not.toBe(before);
});

test('a template keeps its text and runs in the folder of the document', () => {
  const { team } = loadTeam({ name: 'Reds', start: './reds/start.sh {host} {team}' }, folder);
  expect(team).toEqual({ name: 'Reds', start: './reds/start.sh {host} {team}', directory: folder });
});

test('a policy is a file of the folder; its scenario decides how many players it has', () => {
  const createPolicy = (scenario: string) => {
    const { observationLayout, choices } = createBatch({ scenario, action: { type: 'macro' } });
    const weights = choices.map(() => observationLayout.map(() => 0));
    const layers = [{ weights, bias: choices.map(() => 0) }];
    const form = { format: 'rcss-policy', version: 1, observation: {}, action: { type: 'macro' } };
    return { ...form, scenario, layers };
  };
  const path = write('3v3.json', JSON.stringify(createPolicy('3v3')));
  const load = (more = {}) => loadTeam({ name: 'Learned', start: 'policy:3v3.json', ...more }, folder);
  expect(load()).toMatchObject({
    version: expect.stringMatching(/^hash [0-9a-f]{16}$/),
    team: { name: 'Learned', start: `policy:${path}`, players: 3 },
  });
  const { version } = load();
  expect(() => load({ players: 11 })).toThrow(
    `team Learned: players: 11, but the scenario of ${path} has 3 players on its side`,
  );
  write('3v3.json', JSON.stringify(createPolicy('5v5')));
  expect(load()).toMatchObject({ team: { players: 5 } });
  expect(load().version).not.toBe(version);
  write('3v3.json', JSON.stringify({ ...createPolicy('5v5'), layers: [{ weights: [[0]], bias: [0] }] }));
  expect(() => load()).toThrow(/team Learned: .*3v3\.json\.layers\[0\]/);
  write('3v3.json', '{');
  expect(() => load()).toThrow(/team Learned: .*3v3\.json: is not a policy document in JSON/);
  expect(() => load({ start: 'policy:none.json' })).toThrow(
    /team Learned: no such file: .*none\.json'\. Allowed after policy:/,
  );
});

test('a module is a file or a package of the folder; its address is the same for every process', () => {
  write('agents.mjs', 'export default () => ({ players: [] });');
  expect(loadTeam({ name: 'Reds', module: './agents.mjs' }, folder).team).toEqual({
    name: 'Reds',
    module: new URL(`file://${folder}/agents.mjs`).href,
  });
  expect(() => loadTeam({ name: 'Reds', module: 'no-such-package' }, folder)).toThrow(
    /module 'no-such-package' was not found: neither a file .* nor a package/,
  );
});

test('a missing start script is reported with what is allowed', () => {
  expect(() => loadTeam({ name: 'Reds', start: './missing.sh' }, folder)).toThrow(
    /team Reds: no such file: .*missing\.sh'\. Allowed: a start script/,
  );
});

test('a document with errors is reported with its file and the line of each error', () => {
  const path = write(
    'cup.yaml',
    'version: 1\nteams:\n  - { name: A, start: demo }\n  - { name: B, starts: demo }\nformat: { type: round-robin, matched: 2 }\n',
  );
  expect(() => loadDocument(path)).toThrow(
    /cup\.yaml is not usable:\n {2}line 4: .*starts[\s\S]*did you mean matches/,
  );
});

test('options of a module are those of the file, then those of the document', () => {
  write('reds/team.mjs', 'export default () => ({ players: [] });\n');
  write('deep.yaml', 'defense: { line: -30, players: 5 }\n');
  const team = { name: 'Reds', module: './reds/team.mjs', optionsFile: 'deep.yaml' };
  const { team: loaded } = loadTeam({ ...team, options: { 'defense.line': -25 } }, folder);
  expect(loaded).toEqual({
    name: 'Reds',
    module: expect.stringMatching(/^file:.*team\.mjs$/),
    options: { defense: { line: -25, players: 5 } },
  });
});

test('options of a start command are JSON in its environment; a team file has paths of its own', () => {
  write('reds/deep.yaml', 'line: -30\nwidth: 20\n');
  write('high.yaml', 'line: -10\n');
  write(
    'reds/team.yaml',
    'name: Reds\nstart: ./start.sh\nenvironment: { LANG: C }\noptionsFile: deep.yaml\n',
  );
  const load = (more = {}) => loadTeam({ file: 'reds/team.yaml', ...more }, folder).team;
  expect(load()).toMatchObject({ environment: { LANG: 'C', RCSS_OPTIONS: '{"line":-30,"width":20}' } });
  expect(load({ optionsFile: 'high.yaml', options: { talks: true } })).toMatchObject({
    environment: { LANG: 'C', RCSS_OPTIONS: '{"line":-10,"width":20,"talks":true}' },
  });
});

test('an options file that is missing or wrong is an error with the team and the file', () => {
  const load = () => loadTeam({ name: 'Reds', start: 'reds', optionsFile: 'a.yaml' }, folder);
  expect(load).toThrow(/^team Reds: options file .*a\.yaml cannot be read: ENOENT/);
  write('a.yaml', '3\n');
  expect(load).toThrow(/^team Reds: .*a\.yaml: 3 is not an object of names and values/);
});

test.skipIf(process.platform === 'win32').each([
  [
    'start: "cat secret.txt {port}"\ndirectory: ../blues\n',
    /reds would see .*blues, which its team file names/,
  ],
  ['start: "cat secret.txt {port}"\ndirectory: ./link\n', /reds would see .*link, which its team file names/],
  ['start: ../blues/start.sh\n', /reds would see .*blues, which/],
  ['module: ../blues/team.mjs\n', /reds would see .*blues, which/],
  ['start: ./start.sh\ntemplates: [link/secret.txt]\n', /reds would see .*secret\.txt, which/],
  ['start: ./start.sh\noptionsFile: ../blues/secret.txt\n', /reds would see .*secret\.txt, which/],
  ['start: demo\nenvironment: { NODE_OPTIONS: --no-warnings }\n', /rcss, .* without NODE_OPTIONS$/],
  [`start: "policy:${SHOOTER}"\nenvironment: { RCSS_ONNX: . }\n`, /rcss, .* without RCSS_ONNX$/],
])('in a sandbox, a team file has only its own folder: %j', (text, message) => {
  mkdirSync(join(folder, 'blues'));
  symlinkSync('../blues', join(folder, 'reds/link'));
  write('blues/secret.txt', 'password: word\n');
  write('blues/start.sh', '#!/bin/sh\n');
  write('blues/team.mjs', '');
  write('reds/team.yaml', `name: Reds\n${text}`);
  const load = (isolation: string) =>
    loadDocument(
      write(
        'cup.yaml',
        `version: 1\nteams: [{ file: reds/team.yaml }, { name: B, start: demo }]\nformat: { type: series, matches: 1 }\nisolation: { level: ${isolation} }\n`,
      ),
    );
  expect(() => load('sandbox')).toThrow(message);
  expect(() => load('none')).not.toThrow();
});

test('a sandbox has modules, each in a folder of its own; containers have none', () => {
  mkdirSync(join(folder, 'blues'));
  for (const path of ['blues/team.mjs', 'reds/team.mjs', 'reds/other.mjs']) write(path, '');
  const load = (module: string, level: string) =>
    loadDocument(
      write(
        'cup.yaml',
        `version: 1\nteams: [{ name: A, module: ./reds/team.mjs }, { name: B, module: ${module} }]\nformat: { type: series, matches: 1 }\nisolation: { level: ${level} }\n`,
      ),
    );
  expect(load('./blues/team.mjs', 'sandbox').teams.get('B')).toMatchObject({
    isolation: { level: 'sandbox' },
  });
  expect(() => load('./reds/other.mjs', 'sandbox')).toThrow(
    /A may read its folder, .*reds, which has the files of B/,
  );
  expect(() => load('./blues/team.mjs', 'container')).toThrow(/A has no image/);
});
