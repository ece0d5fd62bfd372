import { BUILT_IN_TEAMS } from '@rcss/kit/match-runner';
import type { Command } from 'commander';

/** A word that can stand at the end of a command line. */
export interface Candidate {
  readonly word: string;
  /** One line, at most 80 characters; empty: none. */
  readonly description: string;
}

/** What can follow the words of a command line that are typed whole. */
interface Place {
  readonly verbs: readonly Candidate[];
  /** Words that are completed as an argument. File names are always completed too. */
  readonly words: readonly string[];
  /** Options, for a word that begins with a hyphen. */
  readonly options: readonly Candidate[];
  /** Allowed values of the option that the words end with; null: they end with none. */
  readonly values: readonly string[] | null;
}

/**
 * Finds the words that can stand at the end of a command line.
 *
 * @param typed Words after the command, the last one as far as it is typed.
 * @param words Words that are completed as an argument of the command.
 */
export function completeCommand(
  command: Command,
  typed: readonly string[],
  words: readonly string[] = [],
): Candidate[] {
  const last = typed.at(-1) ?? '';
  const { verbs, words: own, options, values } = findPlace(command, typed.slice(0, -1), words);
  const list = (names: readonly string[]) => names.map((word) => ({ word, description: '' }));
  const found = values !== null ? list(values) : last.startsWith('-') ? options : [...verbs, ...list(own)];
  return found.filter(({ word }) => word.startsWith(last));
}

function findPlace(command: Command, typed: readonly string[], words: readonly string[]): Place {
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const commands = help.visibleCommands(command);
  for (const [i, word] of typed.entries()) {
    const option = options.find(({ short, long }) => word === short || word === long);
    if (option !== undefined && (option.required || option.optional)) {
      // If no team matches, file names are completed.
      const teams = /^--(left|right)$/.test(word) ? BUILT_IN_TEAMS : [];
      const values = option.argChoices ?? teams;
      if (i + 1 === typed.length) return { verbs: [], words: [], options: [], values };
      return findPlace(command, typed.slice(i + 2), words);
    }
    const verb = word.startsWith('-') ? undefined : commands.find((known) => known.name() === word);
    if (verb !== undefined) return findPlace(verb, typed.slice(i + 1), []);
  }
  return {
    verbs: commands.map((verb) => ({
      word: verb.name(),
      description: shortenDescription(verb.summary() || verb.description()),
    })),
    words,
    options: options.flatMap(({ short, long, description }) =>
      [short, long].flatMap((word) =>
        word === undefined ? [] : [{ word, description: shortenDescription(description) }],
      ),
    ),
    values: null,
  };
}

/** The first sentence of a description, at most 80 characters, in one line. */
export function shortenDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.;:](?= |$)/.exec(line)?.[0].slice(0, -1) ?? line;
  return sentence.length > 80 ? `${sentence.slice(0, 77)}...` : sentence;
}
