import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolder, findSample, MATCH, run } from './run.js';

it('export: several threads write the same as one, in the same order', { timeout: 120_000 }, async () => {
  const folder = createTempFolder();
  const samples = ['sample-v1', 'sample-v2', 'sample-v3', 'sample-v4', 'sample-v5', 'sample-v6', 'cut-v5'];
  for (const name of samples) copyFileSync(findSample(name), join(folder, `${name}.rcg.gz`));
  const args = ['--table', 'players', '-o', '-', folder, '/no/such.rcg'];
  const one = await run(['export', '--jobs', '1', ...args]);
  const many = await run(['export', '--jobs', '3', ...args]);
  expect(many).toEqual(one);
  expect(one.code).toBe(1);
  expect(one.out.split('\n').length).toBe(2 + 22 * samples.length);
  expect(one.err).toMatch(/cut-v5\.rcg\.gz: .*\n(.*\n)*rcss-log: \/no\/such\.rcg: no such file\n$/);
});

it('export: several threads write the same files to a folder as one', { timeout: 120_000 }, async () => {
  const folder = createTempFolder();
  for (let i = 0; i < 12; i++) copyFileSync(findSample('sample-v6'), join(folder, `match-${i}.rcg.gz`));
  const filesOf = async (jobs: string): Promise<Record<string, string>> => {
    const out = createTempFolder();
    const { code, err } = await run(['export', '--format', 'tracab', '--jobs', jobs, '-d', out, folder]);
    expect([code, err]).toEqual([0, '']);
    return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  };
  const one = await filesOf('1');
  expect(Object.keys(one).length).toBe(24);
  expect(await filesOf('4')).toEqual(one);
});

const textLog = MATCH.replace(/rcg\.gz$/, 'rcl.gz');
it.skipIf(!existsSync(textLog))('commands: nearly all dashes of a whole match were executed', async () => {
  const { code, out } = await run([
    'commands',
    '--counts',
    'clients',
    '--json',
    '--command',
    'dash',
    '-g',
    MATCH,
    textLog,
  ]);
  expect(code).toBe(0);
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number>);
  const sum = (name: string) => rows.reduce((total, row) => total + row[name]!, 0);
  expect(rows.length).toBeGreaterThanOrEqual(22);
  expect(sum('commands')).toBeGreaterThan(10_000);
  expect(sum('not_executed') / sum('commands')).toBeLessThan(0.02);
});
