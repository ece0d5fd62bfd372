import { type CommandLineProgram, runProgram } from '@rcss/command-line';
import { wireCommand } from './wire.js';

/** The subcommand `rcss wire`. */
export const wire: CommandLineProgram = {
  name: 'rcss wire',
  summary: 'print the messages between a client and a server',
  createCommand: wireCommand,
  run: (argv, name = 'rcss wire') => runProgram(wireCommand().name(name), argv),
};
