import { type CompletionCommand, listCommands } from './model.js';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Name of a shell function for a program: letters, digits and underscores. */
export function toFunctionName(program: string): string {
  return `_${program.replace(/[^a-zA-Z0-9]/g, '_')}`;
}

/** Options of a command that take a value, with the allowed values. */
function formatValueCases(command: CompletionCommand): string[] {
  return command.options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const patterns = names.map((name) => quote(`${command.path} ${name}`)).join('|');
      return `    ${patterns}) values=${quote(choices.join(' '))}; return 0 ;;`;
    });
}

function formatWordCase(command: CompletionCommand): string {
  const verbs = command.commands.map(({ name }) => name);
  const options = command.options.flatMap(({ names }) => names);
  const words = [...verbs, ...command.words].join(' ');
  return `    ${quote(command.path)}) verbs=${quote(verbs.join(' '))} words=${quote(words)} options=${quote(options.join(' '))} ;;`;
}

/**
 * Prints the completion script of a program for bash 3.2 and later. It needs no other package.
 *
 * If no word matches, bash completes file names.
 */
export function createBashScript(program: CompletionCommand): string {
  const commands = listCommands(program);
  const name = toFunctionName(program.name);
  return `# bash completion of ${program.name}
${name}_words() {
  case "$1" in
${commands.map(formatWordCase).join('\n')}
    *) return 1 ;;
  esac
}
${name}_value() {
  case "$1" in
${commands.flatMap(formatValueCases).join('\n')}
    *) return 1 ;;
  esac
}
${name}() {
  local line="\${COMP_LINE:0:COMP_POINT}" path=${quote(program.name)} verbs='' words='' options='' values='' word current='' previous='' i
  local -a typed
  # Bash splits words at : and = too; completion needs them whole.
  read -r -a typed <<< "$line"
  if [[ "$line" != *[[:space:]] ]]; then
    current="\${typed[\${#typed[@]}-1]}"
    unset "typed[\${#typed[@]}-1]"
  fi
  ${name}_words "$path"
  for ((i = 1; i < \${#typed[@]}; i++)); do
    word="\${typed[i]}"
    if [[ "$word" == -* ]]; then
      if ${name}_value "$path $word"; then ((i++)); fi
    elif [[ " $verbs " == *" $word "* ]]; then
      path="$path $word"
      ${name}_words "$path"
    fi
  done
  if ((\${#typed[@]} > 1)); then previous="\${typed[\${#typed[@]}-1]}"; fi
  values=''
  if [[ "$previous" == -* ]] && ${name}_value "$path $previous"; then
    words="$values"
  elif [[ "$current" == -* ]]; then
    words="$options"
  fi
  COMPREPLY=()
  while IFS= read -r word; do
    [[ -n "$word" ]] && COMPREPLY+=("$word")
  done < <(compgen -W "$words" -- "$current")
  if ((\${#COMPREPLY[@]} == 1)) && [[ "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  # Bash replaces only what follows the last : or =.
  local kept="\${current%"\${current##*[:=]}"}"
  if [[ -n "$kept" && "$COMP_WORDBREAKS" == *:* ]]; then
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]="\${COMPREPLY[i]#"$kept"}"; done
  fi
}
complete -o default -F ${name} ${program.name}
`;
}
