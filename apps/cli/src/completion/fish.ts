import { toFunctionName } from './bash.js';
import { type CompletionCommand, listCommands, shortenDescription } from './model.js';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function formatOptions(program: string, test: string, command: CompletionCommand): string[] {
  return command.options.map(({ names, description, takesValue, choices }) => {
    const spellings = names.map((name) =>
      name.startsWith('--')
        ? `-l ${name.slice(2)}`
        : name.length === 2
          ? `-s ${name.slice(1)}`
          : `-o ${name.slice(1)}`,
    );
    const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r' : '';
    return `complete -c ${program} -n ${test} ${spellings.join(' ')}${value} -d ${quote(shortenDescription(description))}`;
  });
}

/** Prints the completion script of a program for fish. */
export function createFishScript(program: CompletionCommand): string {
  const commands = listCommands(program);
  const name = toFunctionName(program.name);
  const paths = commands.map(({ path }) => quote(path)).join(' ');
  const lines = commands.flatMap((command) => {
    const test = quote(`${name}_at ${quote(command.path)}`);
    const verbs = command.commands.map(
      (verb) =>
        `complete -c ${program.name} -n ${test} -a ${quote(verb.name)} -d ${quote(shortenDescription(verb.summary))}`,
    );
    const words =
      command.words.length === 0
        ? []
        : [`complete -c ${program.name} -n ${test} -a ${quote(command.words.join(' '))}`];
    return [...verbs, ...words, ...formatOptions(program.name, test, command)];
  });
  return `# fish completion of ${program.name}
function ${name}_at
    set -l at ${quote(program.name)}
    set -l paths ${paths}
    for word in (commandline -opc)[2..]
        contains -- "$at $word" $paths; and set at "$at $word"
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
