/** Name of a shell function for a program: letters, digits and underscores. */
const toFunctionName = (program: string): string => `_${program.replace(/[^a-zA-Z0-9]/g, '_')}`;

/**
 * The scripts of the shells, by the name of a program. Each asks `rcss completion --words` for the words that fit, one line each: word, tab,
 * description; file names are completed besides.
 */
export const SHELLS = {
  /** Bash 3.2 and later; needs no other package. */
  bash: (program: string): string => {
    const name = toFunctionName(program);
    return `# bash completion of ${program}
${name}() {
  local line="\${COMP_LINE:0:COMP_POINT}" word current kept i
  local -a typed
  # Bash splits words at : and = too; completion needs them whole.
  read -r -a typed <<< "$line"
  [[ "$line" == *[[:space:]] ]] && typed+=('')
  current="\${typed[\${#typed[@]}-1]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    COMPREPLY+=("$word")
  done < <(rcss completion --words ${program} "\${typed[@]:1}" 2>/dev/null)
  if ((\${#COMPREPLY[@]} == 1)) && [[ "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  # Bash replaces only what follows the last : or =.
  kept="\${current%"\${current##*[:=]}"}"
  if [[ -n "$kept" && "$COMP_WORDBREAKS" == *:* ]]; then
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]="\${COMPREPLY[i]#"$kept"}"; done
  fi
}
complete -o default -F ${name} ${program}
`;
  },
  zsh: (program: string): string => {
    const name = toFunctionName(program);
    return `#compdef ${program}
# zsh completion of ${program}
${name}() {
  local line word
  local -a described plain
  for line in "\${(@f)$(rcss completion --words ${program} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word="\${line%%$'\\t'*}"
    if [[ "$line" == *$'\\t'?* ]]; then described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
    elif [[ -n "$word" ]]; then plain+=("$word"); fi
  done
  (( $#described )) && _describe 'word' described
  (( $#plain )) && compadd -S '' -a plain
  [[ "$words[CURRENT]" == -* ]] || _files
}
compdef ${name} ${program}
`;
  },
  fish: (program: string): string => `# fish completion of ${program}
complete -c ${program} -a '(rcss completion --words ${program} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;
