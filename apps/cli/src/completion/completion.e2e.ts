import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRcss } from '../rcss.js';
import { SUBCOMMANDS } from '../subcommands.js';
import { completeCommand, shortenDescription } from './model.js';
import { completeWords } from './program.js';
import { SHELLS } from './shells.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-completion-'));
  for (const [shell, print] of Object.entries(SHELLS)) writeFileSync(join(dir, shell), print('rcss'));
  // Stands for rcss: prints what follows the words that it is asked for.
  const stub = `#!/bin/sh
[ "$1 $2 $3" = "completion --words rcss" ] || exit 1
shift 3
case "$*" in
  ma) printf 'match\\tplay a match: two teams\\n' ;;
  'log ') printf 'stats\\tcount\\ncut\\tcut\\n' ;;
  'match --') printf -- '--half-time\\tlength\\n' ;;
  'server server::synch_mo') printf 'server::synch_mode=\\t\\n' ;;
esac
`;
  writeFileSync(join(dir, 'rcss'), stub, { mode: 0o755 });
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

function run(shell: string, program: string, ...args: readonly string[]): string[] {
  // Options that would read the files of the user.
  const plain = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] }[shell]!;
  const { stdout, stderr, status } = spawnSync(shell, [...plain, program, ...args], {
    encoding: 'utf8',
    cwd: dir,
    env: { ...process.env, PATH: `${dir}:${process.env['PATH']}` },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the words that can follow', () => {
  const program = new Command('rcss-x').option('--left <team>', 'team. Of two.');
  program
    .command('cut')
    .description('Cuts a log. In two.')
    .option('-o, --output <file>', 'file')
    .addOption(new Option('--form <kind>').choices(['a', 'b']))
    .addOption(new Option('--old').hideHelp());
  const list = (...typed: string[]) => completeCommand(program, typed, ['x::y=']).map(({ word }) => word);

  test('are verbs and arguments, options, and values of options', () => {
    expect(completeCommand(program, ['c'])).toEqual([{ word: 'cut', description: 'Cuts a log' }]);
    expect(list('')).toEqual(['cut', 'help', 'x::y=']);
    expect(list('cut', '')).toEqual([]);
    expect(list('cut', '--')).toEqual(['--output', '--form', '--help']);
    expect(list('cut', '--form', '')).toEqual(['a', 'b']);
    expect(list('cut', '--output', '')).toEqual([]);
    expect(list('--left', 'd')).toEqual(['demo']);
    // The value of an option is not a verb.
    expect(list('--left', 'cut', '')).toEqual(['cut', 'help', 'x::y=']);
    expect(list('--left', 'cut', 'cut', '--f')).toEqual(['--form']);
  });

  test('have the first sentence as description, in one line', () => {
    expect(shortenDescription('Cuts a log.\nIn two.')).toBe('Cuts a log');
    expect(shortenDescription('0.5 of it')).toBe('0.5 of it');
    expect(shortenDescription('a'.repeat(100))).toHaveLength(80);
  });

  const complete = async (name: string, ...typed: string[]) =>
    (await completeWords(name, typed, createRcss(), SUBCOMMANDS)).map(({ word }) => word);

  test('rcss are every subcommand, and what follows it', async () => {
    expect(await complete('rcss', '')).toEqual([
      ...SUBCOMMANDS.map(({ name }) => name),
      'completion',
      'help',
    ]);
    expect(await complete('rcss', 'help', 'wa')).toEqual(['watch']);
    expect(await complete('rcss', 'completion', 'f')).toEqual(['fish']);
    expect(await complete('rcss', 'log', 'sta')).toContain('stats');
    expect(await complete('rcss', 'match', '--left', 'demo', '--sy')).toEqual(['--synchronous']);
    expect(await complete('rcss', 'server', 'CSVSaver::sav')).toEqual(['CSVSaver::save=']);
    expect(await complete('rcss', 'none', '')).toEqual([]);
  }, 600_000);

  test('a program under its own name are those of its subcommand', async () => {
    expect(await complete('rcss-server', 'verify')).toEqual(['verify']);
    expect(await complete('rcss-server', 'server::synch_mo')).toEqual(['server::synch_mode=']);
    await expect(complete('rcss-x', '')).rejects.toThrow(
      /^unknown program 'rcss-x'; allowed: rcss, rcss-server, .*rcss-clang/,
    );
  }, 600_000);
});

describe.skipIf(!isInstalled('bash'))('bash', () => {
  /** Completes a command line as bash does, with the cursor at its end. */
  function complete(line: string): string[] {
    const program = `
      COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
      source "$1"; COMP_LINE="$2"; COMP_POINT=\${#2}
      _rcss
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', program, 'test', join(dir, 'bash'), line);
  }

  test('completes words, and what follows the colons, at which bash splits them', () => {
    expect(complete('rcss ma')).toEqual(['match']);
    expect(complete('rcss log ')).toEqual(['stats', 'cut']);
    expect(complete('rcss match --')).toEqual(['--half-time']);
    expect(complete('rcss match --logs ')).toEqual([]);
    expect(complete('rcss server server::synch_mo')).toEqual(['synch_mode=']);
  });

  test('is registered for rcss', () => {
    expect(run('bash', 'source "$1"; complete -p rcss', 'test', join(dir, 'bash'))[0]).toContain(
      '-F _rcss rcss',
    );
  });
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  /** Completes a command line with the functions of the completion system replaced by ones that print. */
  function complete(...typed: readonly string[]): string[] {
    const program = `
      compdef() { :; }
      compadd() { print -l -- "\${(@P)argv[-1]}"; }
      _describe() { print -l -- "\${(@P)argv[-1]}"; }
      _files() { print FILES; }
      source "$1"; shift
      words=("$@"); CURRENT=$#
      _rcss`;
    return run('zsh', program, 'test', join(dir, 'zsh'), ...typed);
  }

  test('offers words with their descriptions, and file names', () => {
    expect(complete('rcss', 'ma')).toEqual(['match:play a match: two teams', 'FILES']);
    expect(complete('rcss', 'log', '')).toEqual(['stats:count', 'cut:cut', 'FILES']);
    expect(complete('rcss', 'match', '--')).toEqual(['--half-time:length']);
    expect(complete('rcss', 'server', 'server::synch_mo')).toEqual(['server::synch_mode=', 'FILES']);
    expect(complete('rcss', 'match', '--logs', '')).toEqual(['FILES']);
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  const complete = (line: string) =>
    run('fish', 'source $argv[1]; complete -C $argv[2]', join(dir, 'fish'), line).map(
      (found) => found.split('\t')[0],
    );

  test('offers words', () => {
    expect(complete('rcss ma')).toEqual(['match']);
    expect(complete('rcss log ')).toEqual(expect.arrayContaining(['stats', 'cut']));
    expect(complete('rcss match --')).toEqual(['--half-time']);
    expect(complete('rcss server server::synch_mo')).toEqual(['server::synch_mode=']);
  });
});
