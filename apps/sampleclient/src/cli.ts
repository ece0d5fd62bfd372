import type { CommandLineProgram } from '@rcss/command-line';
import { Command } from 'commander';
import { runProgram } from './program.js';

/** The program `rcss-team`. */
export const program: CommandLineProgram = {
  name: 'rcss-team',
  summary: 'play with the demonstration team, simple agents or the classic client',
  createCommand: () => new Command('rcss-team'),
  run: (argv) => runProgram(argv),
};
