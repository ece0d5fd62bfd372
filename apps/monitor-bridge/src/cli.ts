import type { CommandLineProgram } from '@rcss/command-line';
import { Command } from 'commander';
import { runProgram } from './program.js';

/** The program `rcss-monitor`. */
export const program: CommandLineProgram = {
  name: 'rcss-monitor',
  summary: 'watch and referee a match in a browser',
  createCommand: () => new Command('rcss-monitor'),
  async run(argv) {
    await runProgram(argv);
    return 0;
  },
};
