import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBCOMMANDS } from '../subcommands.js';
import { type CompletionCommand, describeCommand, shortenDescription } from './model.js';
import { describeProgram, describeRcss, SHELLS } from './program.js';

let dir: string;
let rcss: CompletionCommand;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-completion-'));
  rcss = await describeRcss(SUBCOMMANDS);
  for (const [shell, print] of Object.entries(SHELLS)) writeFileSync(join(dir, shell), print(rcss));
  // All programs are loaded from source.
}, 600_000);
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
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the description of commands', () => {
  test('has verbs, options with their spellings and values, and no hidden options', () => {
    const program = new Command('rcss-x');
    program
      .command('cut')
      .description('Cuts a log. In two.')
      .option('-o, --output <file>', 'file')
      .addOption(new Option('--form <kind>').choices(['a', 'b']))
      .addOption(new Option('--old').hideHelp());
    const [cut] = describeCommand(program, 'rcss x', 'summary').commands;
    expect(cut).toMatchObject({ path: 'rcss x cut', name: 'cut', summary: 'Cuts a log. In two.' });
    expect(cut!.options).toEqual([
      { names: ['-o', '--output'], description: 'file', takesValue: true, choices: [] },
      { names: ['--form'], description: '', takesValue: true, choices: ['a', 'b'] },
      { names: ['-h', '--help'], description: 'display help for command', takesValue: false, choices: [] },
    ]);
  });

  test('a short description is the first sentence in one line', () => {
    expect(shortenDescription('Cuts a log.\nIn two.')).toBe('Cuts a log');
    expect(shortenDescription('0.5 of it')).toBe('0.5 of it');
    expect(shortenDescription('a'.repeat(100))).toHaveLength(80);
  });

  test('of rcss has every subcommand and the parameters of the server', () => {
    const names = rcss.commands.map(({ name }) => name);
    expect(names).toEqual([...SUBCOMMANDS.map(({ name }) => name), 'completion', 'help']);
    const server = rcss.commands.find(({ name }) => name === 'server')!;
    expect(server.words).toContain('server::synch_mode=');
    expect(server.words).toContain('player::player_types=');
    expect(server.words).toContain('rcss::bind_address=');
    expect(server.words).toContain('CSVSaver::save=');
  });
});

describe('a program under its own name', () => {
  test('has its verbs and words', async () => {
    const server = await describeProgram('rcss-server', SUBCOMMANDS);
    expect(server.path).toBe('rcss-server');
    expect(server.commands.map(({ path }) => path)).toContain('rcss-server verify');
    expect(server.words).toContain('server::synch_mode=');
    expect(SHELLS.bash(server)).toContain('-F _rcss_server rcss-server');
  });

  test('is refused with the known names if it is unknown', async () => {
    await expect(describeProgram('rcss-x', SUBCOMMANDS)).rejects.toThrow(
      /^unknown program 'rcss-x'; allowed: rcss, rcss-server, .*rcss-clang/,
    );
  });
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

  test('completes subcommands', () => {
    expect(complete('rcss ma')).toEqual(['match']);
    expect(complete('rcss ')).toEqual(rcss.commands.map(({ name }) => name));
  });

  test('completes the verbs and options of a subcommand', () => {
    expect(complete('rcss log st')).toContain('stats');
    expect(complete('rcss match --half')).toEqual(['--half-time']);
    expect(complete('rcss completion f')).toEqual(['fish']);
  });

  test('completes values of options, and does not take a value for a verb', () => {
    expect(complete('rcss match --left ')).toEqual(['demo', 'chaser']);
    expect(complete('rcss match --left demo --sy')).toEqual(['--synchronous']);
  });

  test('leaves values without choices to file names', () => {
    expect(complete('rcss match --logs ')).toEqual([]);
  });

  test('completes server parameters after the colons, at which bash splits words', () => {
    expect(complete('rcss server server::synch_mo')).toEqual(['synch_mode=']);
    expect(complete('rcss server serv')).toContain('server::port=');
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

  test('offers subcommands with their descriptions', () => {
    expect(complete('rcss', '')).toContain('match:play a match of two teams');
  });

  test('offers verbs, options and values', () => {
    expect(complete('rcss', 'log', '').some((line) => line.startsWith('stats:'))).toBe(true);
    expect(complete('rcss', 'match', '--')).toContain('--half-time:length of a half in simulated time');
    expect(complete('rcss', 'match', '--left', '')).toEqual(['demo', 'chaser', 'FILES']);
    expect(complete('rcss', 'match', '--logs', '')).toEqual(['FILES']);
    expect(complete('rcss', 'server', '')).toContain('server::port=');
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  const complete = (line: string) =>
    run('fish', 'source $argv[1]; complete -C $argv[2]', join(dir, 'fish'), line).map(
      (found) => found.split('\t')[0],
    );

  test('offers subcommands, verbs, options and values', () => {
    expect(complete('rcss ma')).toEqual(['match']);
    expect(complete('rcss log sta')).toEqual(['stats']);
    expect(complete('rcss match --half')).toEqual(['--half-time']);
    expect(complete('rcss match --left c')).toContain('chaser');
    expect(complete('rcss server server::synch_mo')).toEqual(['server::synch_mode=']);
  });
});
