/** The command line as one text of the configuration grammar (spec 01 §6.5). */

/** The arguments joined, with the index of the first character of each one in the text. */
export interface ArgumentText {
  readonly text: string;
  readonly starts: readonly number[];
}

function isQuoted(arg: string): boolean {
  const quote = arg[0];
  return (quote === '"' || quote === "'") && arg.length >= 2 && arg.endsWith(quote);
}

/** A setting of our own module with blanks in its unquoted value. */
const RCSS_SETTING = /^(-{0,2}rcss::\w+=)([^"'].*)$/s;

/** Puts a text in quotes of a kind that it does not contain. */
function quote(text: string): string {
  return text.includes("'") ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

/**
 * The text of one argument. An argument that contains a blank or tab and is not quoted itself is put in single
 * quotes (spec 01 §6.5); in a setting of our own module, only the value is quoted.
 */
function formatArgument(arg: string): string {
  if (!/[ \t]/.test(arg) || isQuoted(arg)) return arg;
  const own = RCSS_SETTING.exec(arg);
  return own === null ? `'${arg}'` : `${own[1]}${quote(own[2] as string)}`;
}

/** Joins arguments with blanks. */
export function joinArguments(args: readonly string[]): ArgumentText {
  const starts: number[] = [];
  let text = '';
  for (const arg of args) {
    if (starts.length > 0) text += ' ';
    starts.push(text.length);
    text += formatArgument(arg);
  }
  return { text, starts };
}

/** 0-based index of the argument that holds the character at `offset`. */
export function findArgument(line: ArgumentText, offset: number): number {
  let index = 0;
  for (const [i, start] of line.starts.entries()) if (start <= offset) index = i;
  return index;
}
