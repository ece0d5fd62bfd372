import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CommandLineProgram, createProgram, runProgram } from '@rcss/command-line';
import type { Command } from 'commander';
import { packageVersion } from './version.js';

const VERBS: readonly (readonly [name: string, summary: string])[] = [
  ['check', 'report errors, and warnings about names, variables, numbers and what players cannot hear'],
  ['format', 'lay out over several lines'],
  ['json', 'convert to JSON, one message a line'],
  ['from-json', 'convert JSON messages, one a line, to (say ...) commands'],
  ['heard', 'print the text that players hear'],
  ['unheard', 'parse text that players heard and print it as (say ...) commands'],
  ['versions', 'print the language versions that each message needs'],
];

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss clang',
    description: 'Reads coach-language messages, bare or as (say ...) commands, one or more per file.',
    version: packageVersion,
    examples: [
      ['rcss clang check advice.clang', 'reports errors with their places'],
      ['rcss clang format advice.clang', 'prints it in a readable layout'],
    ],
    exitCodes: { 0: 'no errors', 1: 'errors in the input', 2: 'wrong command line' },
  });
  for (const [name, summary] of VERBS) {
    const verb = command
      .command(`${name} [files...]`)
      .description(summary)
      .option('--max-freeform <n>', 'longest freeform message; negative: no limit (default: 128)');
    if (name === 'check') verb.option('--no-warnings', 'report errors only');
    if (name === 'format') {
      verb.option('--width <n>', 'width of a line').option('--indent <n>', 'width of an indentation');
      verb.option('--say', 'put (say ...) around bare messages');
    }
  }
  return command;
}

/** Runs `rcss-clang` in a process of its own, with the streams of this one. */
function runClang(argv: readonly string[]): Promise<number> {
  const library = createRequire(import.meta.url).resolve('@rcss/clang');
  const bin = join(dirname(dirname(library)), 'bin', 'rcss-clang.js');
  const child = spawn(process.execPath, [bin, ...argv], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

/** The subcommand `rcss clang`: the program `rcss-clang`. */
export const clang: CommandLineProgram = {
  name: 'rcss clang',
  summary: 'check, format and convert coach language',
  createCommand,
  async run(argv, name = 'rcss clang') {
    const known = VERBS.some(([verb]) => verb === argv[0]);
    const asksHelp = argv.includes('--help') || argv.includes('-h');
    return known && !asksHelp ? runClang(argv) : runProgram(createCommand().name(name), argv);
  },
};
