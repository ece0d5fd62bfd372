import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MatchTeam } from '@rcss/core/match-document';
import { parseTeamFile } from '@rcss/tournament/documents';
import type { Fixture } from '@rcss/tournament/formats';
import { expect, test } from 'vitest';
import { loadDocument } from '../documents/load-document.js';
import type { LoadedTeam } from '../documents/load-teams.js';
import { createMatchJob } from '../jobs/match-job.js';
import { findJobProblem } from '../queue/check-messages.js';
import { type BoxMachine, findBoxFile, findBoxProblem } from './box.js';

const LINUX: BoxMachine = { platform: 'linux', arch: 'x64', loader: '/lib64/ld-linux-x86-64.so.2' };
const team: MatchTeam = { name: 'Reds', start: '/teams/reds/start.sh' };

test('each library is that of the source and of its hash', () => {
  const folder = dirname(findBoxFile(LINUX));
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  expect(lines.map((line) => line.split('  ')[1]).sort()).toEqual(
    readdirSync(folder)
      .filter((name) => /\.(c|so)$/.test(name))
      .sort(),
  );
  expect(lines).toEqual(lines.map((line) => line.split('  ')[1]!).map((name) => `${hash(name)}  ${name}`));
});

test.each([
  [{ ...LINUX }, 'rcssbox-x64-gnu.so'],
  [{ ...LINUX, arch: 'arm64', loader: '/lib/ld-linux-aarch64.so.1' }, 'rcssbox-arm64-gnu.so'],
  [{ ...LINUX, loader: '/lib/ld-musl-x86_64.so.1' }, 'rcssbox-x64-musl.so'],
  [{ ...LINUX, arch: 'arm64', loader: '/lib/ld-musl-aarch64.so.1' }, 'rcssbox-arm64-musl.so'],
])('a machine with %o has %s', (machine, name) => {
  expect(findBoxFile(machine).split('/').at(-1)).toBe(name);
  expect(() => readFileSync(findBoxFile(machine))).not.toThrow();
});

test.each<[what: string, Partial<LoadedTeam>, Partial<BoxMachine>, RegExp | null]>([
  ['no box', {}, { platform: 'darwin' }, null],
  ['Linux', { repeatable: 'box' }, {}, null],
  ['a sandbox', { repeatable: 'box', isolation: { level: 'sandbox' } }, {}, null],
  ['another system', { repeatable: 'box' }, { platform: 'darwin' }, /needs Linux; this machine has darwin$/],
  [
    'another processor',
    { repeatable: 'box' },
    { arch: 'riscv64' },
    /x64 or arm64; this machine has riscv64$/,
  ],
  ['no shared libraries', { repeatable: 'box' }, { loader: '' }, /\/bin\/sh of this machine has none$/],
  ['a container', { repeatable: 'box', image: 'reds:1' }, {}, /does not work in a container/],
  ['a built-in team', { repeatable: 'box', team: { name: 'Reds', start: 'demo' } }, {}, /Remove the field$/],
  [
    'a policy',
    { repeatable: 'box', team: { name: 'Reds', start: 'policy:/a.json' } },
    {},
    /Remove the field$/,
  ],
])('%s: what is said against the box', (_what, loaded, machine, problem) => {
  const said = findBoxProblem({ team, ...loaded }, { ...LINUX, ...machine });
  // LD_PRELOAD has no form for such a path.
  const hasPath = loaded.repeatable === undefined || !/[\s:]/.test(findBoxFile(LINUX));
  if (problem !== null) expect(said).toMatch(problem);
  else if (hasPath) expect(said).toBeNull();
  else expect(said).toMatch(/^repeatable: box needs a path without blanks and colons; the library is \//);
});

test('a document by the clock has no box, a synchronous one has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-box-'));
  writeFileSync(join(folder, 'start.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'team.yaml'), 'name: Reds\nstart: ./start.sh\nrepeatable: box\n');
  const load = (match: string) => {
    const file = join(folder, 'cup.yaml');
    writeFileSync(
      file,
      `version: 1\nteams: [{ file: team.yaml, name: Reds }, { name: Blues, start: demo }]\nformat: { type: series, matches: 1 }\n${match}`,
    );
    const document = loadDocument(file);
    return createMatchJob(document, { id: 'a', left: 'Reds', right: 'Blues', seed: 1 } as Fixture);
  };
  const [byClock, synchronous] = [load(''), load('match: { clock: synchronous }\n')];
  expect(byClock.teams.left.repeatable).toBeUndefined();
  expect(synchronous.teams.left.repeatable).toBe('box');
  expect(findJobProblem({ run: 'a', match: synchronous })).toBeNull();
  const other = { ...synchronous.teams.left, repeatable: '/lib/other.so' };
  expect(
    findJobProblem({ run: 'a', match: { ...synchronous, teams: { ...synchronous.teams, left: other } } }),
  ).toMatch(/repeatable/);
  rmSync(folder, { recursive: true });
});

test('in a team file, the box is for start commands', () => {
  expect(parseTeamFile('name: Reds\nstart: ./start.sh\nrepeatable: box\n').ok).toBe(true);
  for (const [text, message] of [
    ['name: Reds\nmodule: ./a.js\nrepeatable: box\n', /start command/],
    ['name: Reds\nstart: ./start.sh\nrepeatable: true\n', /one of box/],
  ] as const) {
    const parsed = parseTeamFile(text);
    expect(parsed.ok ? [] : parsed.error.map((problem) => problem.message)).toEqual([
      expect.stringMatching(message),
    ]);
  }
});
