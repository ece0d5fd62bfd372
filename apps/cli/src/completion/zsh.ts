import { toFunctionName } from './bash.js';
import { type CompletionCommand, listCommands, shortenDescription } from './model.js';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An entry of `_describe`: the word, a colon, the description. */
function formatEntry(word: string, description: string): string {
  return quote(`${word.replaceAll(':', '\\:')}:${shortenDescription(description)}`);
}

function formatCommandCase(command: CompletionCommand): string {
  const verbs = command.commands.map(({ name, summary }) => formatEntry(name, summary));
  const options = command.options.flatMap(({ names, description }) =>
    names.map((name) => formatEntry(name, description)),
  );
  const names = command.commands.map(({ name }) => name).join(' ');
  return `    ${quote(command.path)})
      verb_entries=(${verbs.join(' ')})
      verb_names=(${names})
      argument_words=(${command.words.map(quote).join(' ')})
      option_entries=(${options.join(' ')}) ;;`;
}

function formatValueCases(command: CompletionCommand): string[] {
  return command.options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const patterns = names.map((name) => quote(`${command.path} ${name}`)).join('|');
      return `    ${patterns}) value_words=(${choices.map(quote).join(' ')}); return 0 ;;`;
    });
}

/** Prints the completion script of a program for zsh. */
export function createZshScript(program: CompletionCommand): string {
  const commands = listCommands(program);
  const name = toFunctionName(program.name);
  return `#compdef ${program.name}
# zsh completion of ${program.name}
${name}_describe() {
  case "$1" in
${commands.map(formatCommandCase).join('\n')}
  esac
}
${name}_value() {
  case "$1" in
${commands.flatMap(formatValueCases).join('\n')}
    *) return 1 ;;
  esac
}
${name}() {
  local at=${quote(program.name)} i word previous=''
  local -a verb_entries verb_names argument_words option_entries value_words
  local -a typed=("\${(@)words[1,CURRENT]}")
  ${name}_describe "$at"
  for ((i = 2; i < $#typed; i++)); do
    word="$typed[i]"
    if [[ "$word" == -* ]]; then
      if ${name}_value "$at $word"; then ((i++)); fi
    elif (( \${verb_names[(Ie)$word]} )); then
      at="$at $word"
      ${name}_describe "$at"
    fi
  done
  if (( $#typed > 2 )); then previous="$typed[-2]"; fi
  value_words=()
  if [[ "$previous" == -* ]] && ${name}_value "$at $previous"; then
    (( $#value_words )) && compadd -a value_words
    _files
  elif [[ "$typed[-1]" == -* ]]; then
    _describe -o 'option' option_entries
  else
    (( $#verb_entries )) && _describe 'command' verb_entries
    (( $#argument_words )) && compadd -S '' -a argument_words
    _files
  fi
}
compdef ${name} ${program.name}
`;
}
