import { type Command, CommanderError } from 'commander';
import type { ConsoleOutput } from '../console-output.js';

/** Reads the arguments of a sub-command into it; false when they are wrong, after a line about it, or help was asked for. */
export function parseCommandLine(command: Command, argv: readonly string[], console: ConsoleOutput): boolean {
  const print = (say: (line: string) => void) => (text: string) => say(text.trimEnd());
  command.exitOverride().configureOutput({ writeOut: print(console.out), writeErr: print(console.err) });
  try {
    command.parse(argv, { from: 'user' });
    return true;
  } catch (error) {
    if (error instanceof CommanderError) return false;
    throw error;
  }
}
