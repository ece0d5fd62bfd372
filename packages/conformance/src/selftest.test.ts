import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand, parseOptions } from './options.mjs';
import { check } from './run-scenario.mjs';
import { kit, loadScenarios, selectScenarios } from './scenarios.mjs';
import { tests } from './selftest.mjs';
import { Session } from './session.mjs';
import { TRANSPORTS } from './transports.mjs';

for (const [name, run] of Object.entries(tests)) test(name, run as () => void | Promise<void>);

function parse(...argv: string[]) {
  const errors: string[] = [];
  const command = createCommand()
    .exitOverride()
    .configureOutput({ writeErr: (text) => void errors.push(text) });
  try {
    return { options: parseOptions(argv, command), errors };
  } catch {
    return { options: undefined, errors };
  }
}

test('a scenario without an expectation fails and names the ways to get one', async () => {
  const result = await check({ name: 'group/new', base: '/no/such/new' }, parse('--server', 'x').options);
  expect(result).toMatchObject({ ok: false, total: 0 });
  expect(result.text.join('\n')).toMatch(/new\.expect\.jsonl is missing; --record .*\n--out FOLDER runs/);
});

test('a scenario without an expectation runs with --out', async () => {
  const options = parse('--server', '/no/such/server', '--out', '/no/such/out').options;
  const result = await check({ name: 'group/new', base: '/no/such/new', options: {}, files: {} }, options);
  expect(result.ok).toBe(false);
  expect(result.text[1]).toMatch(/^the run stopped: /);
});

test('globs are separated by commas outside braces', () => {
  expect(parse('--server', 'x', '--only', '0{1,2}-*,05-referee/*').options?.only).toEqual([
    '0{1,2}-*',
    '05-referee/*',
  ]);
});

test('a missing --server is an error that names the option', () => {
  expect(parse('--only', '01-*').errors.join('')).toContain("option '--server <command>' is missing");
});

test('an unknown option names the nearest one', () => {
  expect(parse('--server', 'x', '--job', '2').errors.join('')).toContain('--jobs');
});

test('a setting without a value is refused with the allowed form', () => {
  expect(parse('--server', 'x', '--set', 'server::port').errors.join('')).toContain('module::name=value');
});

test('every scenario has a recorded expectation and a unique name', async () => {
  const { options } = parse('--list');
  const scenarios = await loadScenarios(options!.dir);
  expect(scenarios.length).toBeGreaterThanOrEqual(253);
  const { readExpectation } = await import('./expect.mjs');
  const missing: string[] = [];
  for (const { name, base } of scenarios) if ((await readExpectation(base)) === null) missing.push(name);
  expect(missing).toEqual([]);
  expect(selectScenarios(scenarios, ['05-referee/*'], ['*/vector-*']).length).toBeGreaterThan(30);
});

test('a scenario that a transport cannot run names the transport and the reason', async () => {
  const scenarios = await loadScenarios(parse('--list').options!.dir);
  const limits = scenarios.flatMap(({ unsupported = {} }) => Object.entries(unsupported));
  expect(limits.length).toBeGreaterThan(0);
  for (const [transport, reason] of limits) {
    expect(TRANSPORTS).toContain(transport);
    expect(reason).toMatch(/\w+ \w+/);
  }
});

test('scenarios use only functions that the kit and the script object have', () => {
  const folder = join(import.meta.dirname, '../scenarios');
  const unknown: string[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.mjs')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [group, members] of Object.entries(kit)) {
      for (const [call, name] of text.matchAll(new RegExp(`(?<![\\w.])${group}\\.(\\w+)(?=\\()`, 'g'))) {
        if (!(name! in members)) unknown.push(`${file}: ${call}`);
      }
    }
    for (const [call, name] of text.matchAll(/(?<![\w.])t\.(\w+)(?=\()/g)) {
      if (!(name! in Session.prototype)) unknown.push(`${file}: ${call}`);
    }
  }
  expect(unknown).toEqual([]);
});
