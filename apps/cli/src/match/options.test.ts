import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '@rcss/kit/command-line';
import { openNamedTeam } from '@rcss/league-runner/program';
import { expect, test } from 'vitest';
import { addMatchOptions, type MatchPlan, readMatchPlan } from './options.js';

function read(verb: 'match' | 'watch', ...argv: readonly string[]): MatchPlan {
  const command = createProgram({ name: 'x', description: '', version: '', examples: [] });
  addMatchOptions(command, verb).parse([...argv], { from: 'user' });
  return readMatchPlan(command, verb, import.meta.dirname, openNamedTeam);
}

test('match without options: the demonstration team against itself, synchronous, on free ports', () => {
  const plan = read('match', '--seed', '4');
  expect(plan.teams?.left.name).toBe('Foxes');
  expect(plan.teams?.right.name).toBe('Herons');
  expect(plan).toMatchObject({ spec: { seed: 4, clock: 'synchronous' }, page: null, json: false });
  expect(plan.spec.rules.server).toMatchObject({ auto_mode: true, port: 0, coach_port: 0, synch_mode: true });
});

test('a name that is not a file is a demonstration team of that name', () => {
  const plan = read('match', '--left', 'Reds', '--right', 'Blues', '--right-name', 'Greens');
  expect([plan.teams?.left.name, plan.teams?.right.name]).toEqual(['Reds', 'Greens']);
  expect(() => read('match', '--left', 'Reds', '--right', 'Reds')).toThrow("both teams have the name 'Reds'");
});

test('a team of the user plays in real time, unless --synchronous is given', () => {
  expect(read('match', '--left', './run {port}').spec.clock).toBe('real-time');
  expect(read('match', '--left', './run {port}', '--synchronous').spec.clock).toBe('synchronous');
  expect(read('match', '--real-time').spec.clock).toBe('real-time');
});

test('watch without teams waits for teams on the usual ports; the user starts the match on the page', () => {
  expect(read('watch')).toMatchObject({
    teams: null,
    spec: { clock: 'real-time', rules: { server: { auto_mode: false, port: 6000, olcoach_port: 6002 } } },
    page: { port: null, open: false },
  });
  expect(read('watch', '--auto').spec.rules.server.auto_mode).toBe(true);
});

test('watch with one team plays it against the demonstration team in real time', () => {
  const plan = read('watch', '--right', 'chaser', '--open');
  expect(plan.teams?.left.name).toBe('Foxes');
  expect(plan).toMatchObject({ spec: { clock: 'real-time' }, page: { open: true } });
});

test('options that contradict each other are refused', () => {
  expect(() => read('match', '--real-time', '--synchronous')).toThrow('exclude each other');
  expect(() => read('match', '--watch', '--synchronous')).toThrow('exclude each other');
  expect(() => read('match', '--open')).toThrow('add --watch');
});

test('parameters are grouped by module; other forms are refused with what is allowed', () => {
  const plan = read('match', '--set', 'server::wind_force=10', 'rcss::synch_timeout=0', '--record');
  expect(plan.spec.rules.server.wind_force).toBe(10);
  expect(plan).toMatchObject({
    rcss: { synch_timeout: 0 },
    spec: { keep: { recording: true } },
  });
  expect(() => read('match', '--set', 'server::half_tme=10')).toThrow(
    '--set: server::half_tme is not a parameter; did you mean server::half_time?',
  );
  expect(() => read('match', '--set', 'wind_force=10')).toThrow(
    "--set: 'wind_force=10' is not allowed. Allowed: MODULE::NAME=VALUE with the modules server, player, rcss",
  );
});

test('options of a team are one variable of its environment: the file, then single values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'match-options-'));
  const file = join(folder, 'deep.yaml');
  writeFileSync(file, 'defense: { line: -30, players: 5 }\n');
  const left = [
    '--left',
    './run {port}',
    '--left-options',
    file,
    '--left-set',
    'defense.line=-25',
    'talks=false',
  ];
  const { teams } = read('match', ...left);
  expect([teams?.left.environment, teams?.right.environment]).toEqual([
    { RCSS_OPTIONS: '{"defense":{"line":-25,"players":5},"talks":false}' },
    {},
  ]);
  rmSync(folder, { recursive: true });
  expect(() => read('match', ...left)).toThrow(
    /^left team: options file .*deep\.yaml cannot be read: ENOENT/,
  );
  expect(() => read('match', '--right-set', 'line=1')).toThrow(
    '--right-set needs a start script, a command or a module: --right TEAM; the built-in teams have no options',
  );
});

test('a team file has its name, players and limits; it has the options itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'match-options-'));
  const file = join(folder, 'team.yaml');
  writeFileSync(
    file,
    'name: Reds\nstart: sh run {port}\nplayers: 3\nlimits: { coachTimeout: 7, startTimeout: 90 }\n',
  );
  const plan = read('match', '--left', 'Reds', '--right', file, '--set', 'rcss::synch_timeout=0');
  expect(plan).toMatchObject({
    teams: {
      left: { name: 'Reds', startTimeout: 60 },
      right: { name: 'Reds2', players: 3, startTimeout: 90 },
    },
    connectTimeout: 90,
    spec: { clock: 'real-time' },
    rcss: { coach_timeout_r: 7, synch_timeout: 0 },
  });
  expect(plan.rcss).not.toHaveProperty('coach_timeout_l');
  expect(read('match', '--left', file, '--left-name', 'Blues', '--synchronous')).toMatchObject({
    teams: { left: { name: 'Blues' } },
    spec: { clock: 'synchronous' },
  });
  expect(read('match', '--left', file, '--connect-timeout', '5').teams!.left.startTimeout).toBe(5);
  expect(() => read('match', '--left', file, '--left-set', 'line=1')).toThrow(
    '--left-options and --left-set: the team file has the options of the team',
  );
  writeFileSync(file, 'name: Reds\nremote: true\n');
  expect(() => read('match', '--left', file)).toThrow(/team\.yaml: it connects by itself \(remote\)/);
  rmSync(folder, { recursive: true });
  expect(() => read('match', '--left', file)).toThrow(/team\.yaml/);
});

test('--sandbox is for programs and modules; built-in teams need none', () => {
  expect(read('match', '--left', 'Reds', '--sandbox').teams?.left).toMatchObject({ kind: 'built-in' });
  const folder = mkdtempSync(join(tmpdir(), 'match-options-'));
  const file = join(folder, 'team.json');
  const module = join(folder, 'team.mjs');
  writeFileSync(file, JSON.stringify({ name: 'Reds', module: 'team.mjs' }));
  writeFileSync(module, 'export default () => ({});');
  const { left, right } = read('match', '--left', file, '--right', `module:${module}`, '--sandbox').teams!;
  expect([left, right]).toMatchObject([{ kind: 'module', name: 'Reds' }, { kind: 'module' }]);
  writeFileSync(file, JSON.stringify({ name: 'Reds', module: import.meta.filename }));
  expect(() => read('match', '--left', file, '--sandbox')).toThrow(
    /Reds would see .*, which its team file names; allowed is the folder of that file/,
  );
  rmSync(folder, { recursive: true });
});
