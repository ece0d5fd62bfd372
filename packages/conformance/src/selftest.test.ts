import { expect, test } from 'vitest';
import { createCommand, parseOptions } from './options.mjs';
import { loadScenarios, selectScenarios } from './scenarios.mjs';
import { tests } from './selftest.mjs';

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
