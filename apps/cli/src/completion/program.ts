import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  EXIT,
  runProgram,
} from '@rcss/kit/command-line';
import { Argument, type Command } from 'commander';
import type { Subcommand } from '../subcommands.js';
import { packageVersion } from '../version.js';
import { type Candidate, completeCommand } from './model.js';
import { SHELLS } from './shells.js';

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss completion',
    description:
      'Prints a script that completes subcommands, verbs, options and server parameters in a shell. The script asks rcss, which must be on the PATH.',
    version: packageVersion,
    examples: [
      ['eval "$(rcss completion bash)"', 'in ~/.bashrc'],
      ['eval "$(rcss completion zsh)"', 'in ~/.zshrc, after compinit'],
      ['rcss completion fish | source', 'in ~/.config/fish/config.fish'],
      ['eval "$(rcss completion bash rcss-server)"', 'completes the command line of rcss-server'],
    ],
  });
  return command
    .addArgument(new Argument('<shell>', 'shell to print the script for').choices(Object.keys(SHELLS)))
    .addArgument(new Argument('[program]', 'rcss, or another program such as rcss-server').default('rcss'));
}

/**
 * Returns a subcommand that is a program under its own name, too, such as `rcss-server`.
 *
 * @throws {CommandLineError} (as a rejection) if there is no such program
 */
async function findProgram(name: string, subcommands: readonly Subcommand[]): Promise<CommandLineProgram> {
  const programs = await Promise.all(subcommands.map(({ load }) => load()));
  const known = programs.filter((program) => program.name.startsWith('rcss-'));
  const found = known.find((program) => program.name === name);
  if (found !== undefined) return found;
  const names = ['rcss', ...known.map((program) => program.name)].join(', ');
  throw new CommandLineError(`unknown program '${name}'; allowed: ${names}`, EXIT.usage);
}

/**
 * Finds the words that can stand at the end of a command line. Only the program that is typed is loaded.
 *
 * @param program `rcss`, or a program such as `rcss-server`.
 * @param typed The words after it, the last one as far as it is typed.
 * @throws {CommandLineError} (as a rejection) if there is no such program
 */
export async function completeWords(
  program: string,
  typed: readonly string[],
  rcss: Command,
  subcommands: readonly Subcommand[],
): Promise<Candidate[]> {
  const completeProgram = async (found: CommandLineProgram, words: readonly string[]) =>
    completeCommand(await found.createCommand(), words, found.argumentWords?.());
  if (program !== 'rcss') return completeProgram(await findProgram(program, subcommands), typed);
  const [name = '', ...rest] = typed[0] === 'help' ? typed.slice(1) : typed;
  if (rest.length === 0) return completeCommand(rcss, [name]);
  if (name === 'completion') return completeCommand(createCommand(), rest, Object.keys(SHELLS));
  const found = subcommands.find((subcommand) => subcommand.name === name);
  return found === undefined ? [] : completeProgram(await found.load(), rest);
}

/**
 * Creates the subcommand `rcss completion`. With `--words PROGRAM WORD...`, for its scripts, it prints what the word at the end can be.
 *
 * @param createRcss Creates the command with the names of the subcommands.
 */
export function createCompletion(
  createRcss: () => Command,
  subcommands: readonly Subcommand[],
): CommandLineProgram {
  return {
    name: 'rcss completion',
    createCommand,
    async run(argv, name = 'rcss completion') {
      const [option, program = '', ...typed] = argv;
      if (option === '--words') {
        const found = await completeWords(program, typed, createRcss(), subcommands);
        for (const { word, description } of found) process.stdout.write(`${word}\t${description}\n`);
        return EXIT.ok;
      }
      const command = createCommand().name(name);
      command.action(async (shell: keyof typeof SHELLS, shown: string) => {
        if (shown !== 'rcss') await findProgram(shown, subcommands);
        process.stdout.write(SHELLS[shell](shown));
      });
      return runProgram(command, argv);
    },
  };
}
