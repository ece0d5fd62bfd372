/** A place in a text, as a page shows it. */
export interface TextPlace {
  /** Place in the text, from 1; null for a finding without a place. */
  readonly place: { readonly line: number; readonly column: number } | null;
  /** The line of the text, and a second one with a caret under the place; empty without a place. */
  readonly excerpt: string;
}

/** Characters of the line that an excerpt shows on each side of the caret. */
const MAX_CONTEXT = 80;

/** Returns line, column and excerpt of an offset. The excerpt of a long line shows only the part around the caret. */
export function describePlace(text: string, offset: number | null): TextPlace {
  if (offset === null) return { place: null, excerpt: '' };
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  const column = offset - start;
  const from = Math.max(start, offset - MAX_CONTEXT);
  const to = Math.min(end, offset + MAX_CONTEXT);
  const before = `${from > start ? '…' : ''}${text.slice(from, offset)}`;
  return {
    place: { line: text.slice(0, start).split('\n').length, column: column + 1 },
    excerpt: `${before}${text.slice(offset, to)}${to < end ? '…' : ''}\n${' '.repeat(before.length)}^`,
  };
}
