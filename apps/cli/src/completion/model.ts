import type { Command } from 'commander';

/** An option, with the data for completion. */
export interface CompletionOption {
  /** All spellings, for example `-o` and `--output`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Allowed values; empty if any value or a file name is allowed. */
  readonly choices: readonly string[];
}

/** A command with its verbs, with the data for completion. */
export interface CompletionCommand {
  /** Words from the program to this command, for example `rcss log stats`. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletionOption[];
  readonly commands: readonly CompletionCommand[];
  /** Words that are completed as an argument. File names are always completed too. */
  readonly words: readonly string[];
}

/**
 * Describes a commander tree for completion.
 *
 * @param path Words that start the command.
 * @param words Words that are completed as an argument of the command.
 */
export function describeCommand(
  command: Command,
  path: string,
  summary: string,
  words: readonly string[] = [],
): CompletionCommand {
  const help = command.createHelp();
  const options = help.visibleOptions(command).map(
    ({ short, long, description, required, optional, argChoices }): CompletionOption => ({
      names: [short, long].filter((name) => name !== undefined),
      description,
      takesValue: required || optional,
      choices: argChoices ?? [],
    }),
  );
  const commands = help
    .visibleCommands(command)
    .map((verb) => describeCommand(verb, `${path} ${verb.name()}`, verb.summary() || verb.description()));
  return { path, name: path.split(' ').at(-1)!, summary, options, commands, words };
}

/** A command and all below it. */
export function listCommands(command: CompletionCommand): CompletionCommand[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

/** The first sentence of a description, at most 80 characters, in one line. */
export function shortenDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.;:](?= |$)/.exec(line)?.[0].slice(0, -1) ?? line;
  return sentence.length > 80 ? `${sentence.slice(0, 77)}...` : sentence;
}
