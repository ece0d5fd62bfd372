import type { CommandLineProgram } from '@rcss/command-line';
import { Command } from 'commander';
import { processIo } from './io.js';
import { runProgram } from './program.js';

/** The program `rcss-log`. */
export const program: CommandLineProgram = {
  name: 'rcss-log',
  summary: 'play, convert, cut, check and analyze game logs',
  createCommand: () => new Command('rcss-log'),
  run: (argv) => runProgram(argv, processIo()),
};
