import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoadedTeam, loadTeam } from '../documents/load-teams.js';
import { checkModules, checkStartCommands } from './check-start.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-start-'));
  mkdirSync(join(folder, 'reds'));
  writeFileSync(join(folder, 'reds', 'start.sh'), '#!/bin/sh\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (name: string, start: string): LoadedTeam => loadTeam({ name, start }, folder);
const posix = process.platform !== 'win32';
const program = {
  path: join(import.meta.dirname, './match-host.ts'),
  execArgv: ['--conditions=@rcss/source', '--import', 'tsx'],
};

test.runIf(posix)('start scripts that are not executable are found together, before a match', () => {
  const teams = [load('Foxes', 'demo'), load('Reds', './reds'), load('Blues', './reds/start.sh {port}')];
  const script = join(folder, 'reds', 'start.sh');
  expect(() => checkStartCommands(teams)).toThrow(
    [
      'teams cannot be started; no match was played:',
      `  Reds: ${script} is not executable; run: chmod +x '${script}'`,
      `  Blues: ${script} is not executable; run: chmod +x '${script}'`,
    ].join('\n'),
  );
  chmodSync(script, 0o755);
  expect(() => checkStartCommands(teams)).not.toThrow();
});

test.runIf(posix)(
  'a command with the path of a missing program is found, a program of the shell is not looked up',
  () => {
    expect(() => checkStartCommands([load('Reds', './blues/start.sh {port}')])).toThrow(
      `  Reds: ${join(folder, 'blues', 'start.sh')} does not exist; the command is './blues/start.sh {port}'`,
    );
    expect(() => checkStartCommands([load('Reds', 'cd reds && ./start.sh {port}')])).not.toThrow();
  },
);

test('an unknown placeholder is found', () => {
  expect(() => checkStartCommands([load('Reds', 'run {prot}')])).toThrow('unknown placeholder {prot}');
});

test('modules that cannot be loaded are found together, before a match, by their teams', async () => {
  writeFileSync(join(folder, 'good.mjs'), 'export default () => ({ players: [] });\n');
  writeFileSync(join(folder, 'throws.mjs'), 'throw new Error("no such formation");\n');
  writeFileSync(join(folder, 'null.mjs'), 'throw null;\n');
  writeFileSync(join(folder, 'long.mjs'), 'throw new Error("x".repeat(1e6));\n');
  writeFileSync(join(folder, 'empty.mjs'), 'export const team = 1;\n');
  const teams = ['good', 'throws', 'null', 'long', 'empty'].map((name) =>
    loadTeam({ name, module: `./${name}.mjs` }, folder),
  );
  await expect(checkModules(teams, program)).rejects.toThrow(
    /^teams cannot be started; no match was played:\n {2}throws: .*no such formation\n {2}null: .*: null\n {2}long: .{0,200}x{2000}\n {2}empty: .*without a function as default export.*$/,
  );
  await expect(checkModules(teams.slice(0, 1), program)).resolves.toBeUndefined();
  // Code of strangers runs in its isolation only: in its match.
  const isolated = teams.map((team) => ({ ...team, isolation: { level: 'sandbox' } as const }));
  await expect(checkModules(isolated, program)).resolves.toBeUndefined();
});

test.runIf(posix)('SIGUSR1 opens no inspector in the process of a match', async () => {
  const code = `if (process.listenerCount('SIGUSR1') === 0) throw new Error('it opens');
export default () => ({ players: [] });
`;
  writeFileSync(join(folder, 'signal.mjs'), code);
  const team = loadTeam({ name: 'signal', module: './signal.mjs' }, folder);
  await expect(checkModules([team], program)).resolves.toBeUndefined();
});

test('a module that uses up the memory is a line with its team, without the stack of Node.js', async () => {
  writeFileSync(join(folder, 'bomb.mjs'), 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5));\n');
  const team = loadTeam({ name: 'bomb', module: './bomb.mjs' }, folder);
  const small = { ...program, execArgv: ['--max-old-space-size=60', ...program.execArgv] };
  await expect(checkModules([team], small)).rejects.toThrow(
    /\n {2}bomb: the process of the match ended \(\w+\): FATAL ERROR: .*heap out of memory$/,
  );
});
