import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTeam } from '../documents/load-teams.js';
import { findStartProblem } from '../pool/check-start.js';
import { setParameters } from '../tuning/step-document.js';
import { fillStartCommand, fillTemplates, writeTemplates } from './start-options.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-options-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const OPTIONS = '{"risk":0.25,"defense":{"line":-10,"mode":"deep"}}';
const team = (fields: object, options: string = OPTIONS) => ({
  name: 'Reds',
  start: './run {host} {port}',
  ...fields,
  environment: { RCSS_OPTIONS: options, ...(fields as { environment?: object }).environment },
});

test('options stand in the command and in its variables; other placeholders stay', () => {
  expect(
    fillStartCommand(
      team({
        start: './run {host} --risk {risk} --line {defense.line}',
        environment: { MODE: '{defense.mode}-{team}' },
      }),
    ),
  ).toEqual({
    name: 'Reds',
    start: './run {host} --risk 0.25 --line -10',
    environment: { RCSS_OPTIONS: OPTIONS, MODE: 'deep-{team}' },
  });
  const plain = { name: 'Reds', start: './run {host} {risk}' };
  expect(fillStartCommand(plain)).toEqual(plain);
});

test('a tuning sets the same placeholders', () => {
  const tuned = setParameters(team({ start: './run {host} {risk} {defense.line}' }), {
    'defense.line': -12.5,
  });
  expect(fillStartCommand(tuned as never).start).toBe('./run {host} 0.25 -12.5');
});

test.each(['0; touch /tmp/x', '$(id)', '`id`', 'a b', '"', "'", 'a\nb', '../x', '', 'x'.repeat(65)])(
  'the value %j gets into no command, variable and template',
  (value) => {
    const options = JSON.stringify({ risk: value });
    writeFileSync(join(folder, 'player.conf'), 'risk = {risk}\n');
    const message = /options\.risk: .* cannot stand at \{risk\}\. Allowed: numbers/;
    expect(() => fillStartCommand(team({ start: './run {risk}' }, options))).toThrow(message);
    expect(() => fillStartCommand(team({ environment: { A: '{risk}' } }, options))).toThrow(message);
    expect(() => fillTemplates(team({}, options), [join(folder, 'player.conf')])).toThrow(message);
  },
);

test('each match has templates of its own with the values, until it ends', () => {
  const file = join(folder, 'player.conf');
  writeFileSync(file, 'player {\n  risk = {risk}\n  line = {defense.line}\n}\n');
  const [first, second] = [
    writeTemplates(team({}), [file]),
    writeTemplates(team({}, '{"risk":1,"defense.line":2}'), [file]),
  ];
  expect(readFileSync(join(first.folder, 'player.conf'), 'utf8')).toBe(
    'player {\n  risk = 0.25\n  line = -10\n}\n',
  );
  expect(readFileSync(join(second.folder, 'player.conf'), 'utf8')).toBe(
    'player {\n  risk = 1\n  line = 2\n}\n',
  );
  expect(readFileSync(file, 'utf8')).toContain('{risk}');
  first.remove();
  second.remove();
  expect([existsSync(first.folder), existsSync(second.folder)]).toEqual([false, false]);
});

test('a template that is missing, or names another option, is a problem before the first match', () => {
  writeFileSync(join(folder, 'start.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'player.conf'), 'risk = {risc}\n');
  const load = (templates: string[]) =>
    loadTeam(
      { name: 'Reds', start: './start.sh', templates, options: { risk: 1, 'defense.line': 2 } },
      folder,
    );
  expect(load(['player.conf']).templates).toEqual([join(folder, 'player.conf')]);
  expect(findStartProblem(load(['player.conf']))).toMatch(
    /\{risc\} in .*player\.conf is not an option of the team\. Its options: risk, defense\.line$/,
  );
  expect(findStartProblem(load(['none.conf']))).toMatch(/templates: .*none\.conf cannot be read: ENOENT/);
  writeFileSync(join(folder, 'player.conf'), 'risk = {risk}\n');
  expect(findStartProblem(load(['player.conf']))).toBeNull();
  expect(findStartProblem(load(['player.conf', 'player.conf']))).toMatch(
    /two files have the name player\.conf/,
  );
});
