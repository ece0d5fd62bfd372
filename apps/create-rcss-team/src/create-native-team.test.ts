import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDocument } from '../../../packages/serve/league-runner/src/documents/load-document.js';
import { loadNamedTeam } from '../../../packages/serve/league-runner/src/documents/load-teams.js';
import { findStartProblem } from '../../../packages/serve/league-runner/src/pool/check-start.js';
import { loadTuning } from '../../../packages/serve/league-runner/src/tuning/load-tuning.js';
import { program } from './cli.js';
import { createNativeTeam } from './create-native-team.js';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'create-native-'));
});
afterEach(() => rmSync(work, { recursive: true }));

const HELIOS = `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -h|--host) host=$2 ;;
    -p|--port) port=$2 ;;
    -P|--coach-port) coach_port=$2 ;;
    -t|--teamname) teamname=$2 ;;
  esac
done
`;
const OPTIONS_ONLY = '#!/bin/bash\nwhile getopts "h:p:t:c:n:" flag\ndo\n:\ndone\n';

/** Writes a program with a start script. */
function createProgram(name: string, script: string): string {
  mkdirSync(join(work, name));
  writeFileSync(join(work, name, 'start.sh'), script, { mode: 0o755 });
  return join(work, name);
}

test.skipIf(process.platform === 'win32').each([
  ['options', HELIOS, './start.sh -h {host} -p {port} -P {olcoach_port} -t {team}'],
  ['getopts', OPTIONS_ONLY, './start.sh -h {host} -p {port} -t {team}'],
  ['arguments', '#!/bin/sh\nexec ./player "$@"\n', './start.sh'],
])('a script with %s: every document is loaded as the program of leagues does', (_what, script, start) => {
  const source = createProgram('reds', script);
  const { name, folder } = createNativeTeam({ program: source });
  expect([name, folder]).toEqual(['reds', `${source}-rcss`]);
  expect(readdirSync(folder).sort()).toEqual(
    ['AGENTS.md', 'Makefile', 'base.yaml', 'compare.yaml', 'team.yaml', 'tune.yaml'].sort(),
  );
  const team = loadNamedTeam(join(folder, 'team.yaml'), work);
  expect(team.team).toMatchObject({ name: 'reds', directory: source });
  expect((team.team as { start: string }).start.replace(`${source}/`, './')).toBe(start);
  // make base
  cpSync(source, join(folder, 'base'), { recursive: true });
  const { plan, teams } = loadDocument(join(folder, 'compare.yaml'));
  expect(plan.format).toMatchObject({ type: 'paired', candidate: 'reds', base: 'Base' });
  expect([...teams.values()].map(findStartProblem)).toEqual([null, null]);
  const versions = [...teams.values()].map(({ version }) => version);
  expect(versions[0]).toMatch(/^hash /);
  expect(versions[1]).toBe(versions[0]);
  expect(loadTuning(join(folder, 'tune.yaml')).opponents).toHaveLength(1);
  for (const file of readdirSync(folder).filter((entry) => entry !== 'base'))
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/TEAM_NAME|START_COMMAND|PROGRAM_FOLDER/);
});

test('a folder without a start script, one inside of the program and one with files are refused', async () => {
  const source = createProgram('reds', HELIOS);
  expect(() => createNativeTeam({ program: join(work, 'none') })).toThrow(
    /--native .*none: there is no such folder/,
  );
  expect(() => createNativeTeam({ program: source, folder: join(source, 'rcss') })).toThrow(
    /choose a folder beside it/,
  );
  createNativeTeam({ program: source });
  expect(() => createNativeTeam({ program: source })).toThrow(/is not empty/);
  mkdirSync(join(work, 'blues'));
  expect(() => createNativeTeam({ program: join(work, 'blues') })).toThrow(
    /has no start\.sh; give the command with --start/,
  );
  const start = './blues -h {host} -p {port} -t {team}';
  const folder = join(work, 'own');
  expect(
    await program.run([folder, '--native', join(work, 'blues'), '--start', start, '--team', 'Blue']),
  ).toBe(0);
  expect(readFileSync(join(folder, 'team.yaml'), 'utf8')).toContain(
    `name: Blue\nstart: ${JSON.stringify(start)}\ndirectory: ../blues\n`,
  );
  expect(await program.run([join(work, 'other'), '--start', start])).toBe(2);
  expect(await program.run([])).toBe(2);
});
