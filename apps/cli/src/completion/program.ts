import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  EXIT,
  runProgram,
} from '@rcss/kit/command-line';
import { BUILT_IN_TEAMS } from '@rcss/kit/match-runner';
import { Argument, type Command } from 'commander';
import { COMPLETION_SUMMARY, type Subcommand } from '../subcommands.js';
import { packageVersion } from '../version.js';
import { createBashScript } from './bash.js';
import { createFishScript } from './fish.js';
import { type CompletionCommand, describeCommand } from './model.js';
import { createZshScript } from './zsh.js';

export const SHELLS = { bash: createBashScript, zsh: createZshScript, fish: createFishScript } as const;

type Shell = keyof typeof SHELLS;

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss completion',
    description:
      'Prints a script that completes subcommands, verbs, options and server parameters in a shell.',
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
 * Describes `rcss`, or a program that is also one of its subcommands under its own name.
 *
 * @throws {CommandLineError} (as a rejection) if there is no such program.
 */
export async function describeProgram(
  name: string,
  subcommands: readonly Subcommand[],
): Promise<CompletionCommand> {
  if (name === 'rcss') return describeRcss(subcommands);
  const programs = await Promise.all(
    subcommands.map(async ({ summary, load }) => ({ summary, program: await load() })),
  );
  const bins = programs.filter(({ program }) => program.name.startsWith('rcss-'));
  const found = bins.find(({ program }) => program.name === name);
  if (found === undefined) {
    const known = ['rcss', ...bins.map(({ program }) => program.name)].join(', ');
    throw new CommandLineError(`unknown program '${name}'; allowed: ${known}`, EXIT.usage);
  }
  const { program, summary } = found;
  return describeCommand(await program.createCommand(), name, summary, program.argumentWords?.() ?? []);
}

/** Everything that can be completed, from the commander trees of all programs. */
export async function describeRcss(subcommands: readonly Subcommand[]): Promise<CompletionCommand> {
  const commands = await Promise.all(
    subcommands.map(async ({ name, summary, load }) => {
      const program = await load();
      const words = program.argumentWords?.() ?? [];
      const command = await program.createCommand();
      return addBuiltInTeams(describeCommand(command, `rcss ${name}`, summary, words));
    }),
  );
  const own = describeCommand(createCommand(), 'rcss completion', COMPLETION_SUMMARY, Object.keys(SHELLS));
  const help: CompletionCommand = {
    path: 'rcss help',
    name: 'help',
    summary: 'print the help of a subcommand',
    options: [],
    commands: [],
    words: [...subcommands.map(({ name }) => name), 'completion'],
  };
  const options = [
    { names: ['-h', '--help'], description: 'print this help', takesValue: false, choices: [] },
    { names: ['-V', '--version'], description: 'print the version', takesValue: false, choices: [] },
  ];
  return { path: 'rcss', name: 'rcss', summary: '', options, commands: [...commands, own, help], words: [] };
}

/** Adds the built-in teams as values of `--left` and `--right`. If no team matches, file names are completed. */
function addBuiltInTeams(command: CompletionCommand): CompletionCommand {
  const options = command.options.map((option) =>
    option.names.some((name) => name === '--left' || name === '--right')
      ? { ...option, choices: BUILT_IN_TEAMS }
      : option,
  );
  return { ...command, options };
}

/** Creates the subcommand `rcss completion`, which completes the given subcommands. */
export function createCompletion(subcommands: readonly Subcommand[]): CommandLineProgram {
  return {
    name: 'rcss completion',
    createCommand,
    run(argv, name = 'rcss completion') {
      const command = createCommand().name(name);
      command.action(async (shell: Shell, program: string) => {
        process.stdout.write(SHELLS[shell](await describeProgram(program, subcommands)));
      });
      return runProgram(command, argv);
    },
  };
}
