import type { CommandLineProgram } from '@rcss/command-line';
import { program as log } from '@rcss/logplayer/cli';
import type { Command } from 'commander';

const ARGUMENTS = ['web', '--play'] as const;

/** The command `web` of `rcss-log`, which `replay` stands for. */
function findWebCommand(): Command {
  const command = log.createCommand();
  return command.commands.find((verb) => verb.name() === ARGUMENTS[0]) ?? command;
}

/** The subcommand `rcss replay`: `rcss log web --play`. */
export const replay: CommandLineProgram = {
  name: 'rcss replay',
  summary: 'show a game log in a browser',
  createCommand: findWebCommand,
  run: (argv) => log.run([...ARGUMENTS, ...argv], 'rcss log'),
};
