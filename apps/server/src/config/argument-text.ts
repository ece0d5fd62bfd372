/** The command line as one text of the configuration grammar (01 §6.5). */

/** The arguments joined, with the index of the first character of each one in the text. */
export interface ArgumentText {
  readonly text: string;
  readonly starts: readonly number[];
}

function isQuoted(arg: string): boolean {
  const quote = arg[0];
  return (quote === '"' || quote === "'") && arg.length >= 2 && arg.endsWith(quote);
}

/** Joins arguments with blanks; one that holds a blank or tab and is not quoted itself is put in single quotes. */
export function joinArguments(args: readonly string[]): ArgumentText {
  const starts: number[] = [];
  let text = '';
  for (const arg of args) {
    if (starts.length > 0) text += ' ';
    starts.push(text.length);
    text += /[ \t]/.test(arg) && !isQuoted(arg) ? `'${arg}'` : arg;
  }
  return { text, starts };
}

/** 0-based index of the argument that holds the character at `offset`. */
export function argumentAt(line: ArgumentText, offset: number): number {
  let index = 0;
  for (const [i, start] of line.starts.entries()) if (start <= offset) index = i;
  return index;
}
