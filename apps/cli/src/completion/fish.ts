import { functionName } from './bash.js';
import { allCommands, type CompletionCommand, shortDescription } from './model.js';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function optionLines(program: string, test: string, command: CompletionCommand): string[] {
  return command.options.map(({ names, description, takesValue, choices }) => {
    const spellings = names.map((name) =>
      name.startsWith('--')
        ? `-l ${name.slice(2)}`
        : name.length === 2
          ? `-s ${name.slice(1)}`
          : `-o ${name.slice(1)}`,
    );
    const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
    return `complete -c ${program} -n ${test} ${spellings.join(' ')}${value} -d ${quoted(shortDescription(description))}`;
  });
}

/** Prints the completion script of a program for fish. */
export function fishScript(program: CompletionCommand): string {
  const commands = allCommands(program);
  const name = functionName(program.name);
  const paths = commands.map(({ path }) => quoted(path)).join(' ');
  const lines = commands.flatMap((command) => {
    const test = quoted(`${name}_at ${quoted(command.path)}`);
    const verbs = command.commands.map(
      (verb) =>
        `complete -c ${program.name} -n ${test} -a ${quoted(verb.name)} -d ${quoted(shortDescription(verb.summary))}`,
    );
    const words =
      command.words.length === 0
        ? []
        : [`complete -c ${program.name} -n ${test} -a ${quoted(command.words.join(' '))}`];
    return [...verbs, ...words, ...optionLines(program.name, test, command)];
  });
  return `# fish completion of ${program.name}
function ${name}_at
    set -l at ${quoted(program.name)}
    set -l paths ${paths}
    for word in (commandline -opc)[2..]
        contains -- "$at $word" $paths; and set at "$at $word"
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
