import { escapeControls } from '@rcss/kit/command-line';

/** Makes text of the server safe for a terminal; every character of the result takes one column. */
export function toPrintable(text: string): string {
  return escapeControls(text)
    .replaceAll('\u00ad', '\\xad')
    .replace(/[^\u0000-\u00ff]/g, '?');
}

/** Cuts printable text into lines of at most `width` characters. */
export function wrapLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines.length === 0 ? [''] : lines;
}

/** Splits a message into its words and bracketed parts: `(see 3 ((b) 1 2))` gives `see`, `3`, `((b) 1 2)`. */
export function splitMessage(text: string): string[] {
  const inner = /^\((.*)\)$/.exec(text)?.[1] ?? text;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const push = (end: number): void => {
    if (end > start) parts.push(inner.slice(start, end));
  };
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at];
    if (char === '(' && depth++ === 0) {
      push(at);
      start = at;
    } else if (char === ')' && depth > 0 && --depth === 0) {
      push(at + 1);
      start = at + 1;
    } else if (char === ' ' && depth === 0) {
      push(at);
      start = at + 1;
    }
  }
  push(inner.length);
  return parts;
}

/** Lays out parts over lines of at most `width` characters, two spaces apart; only a part longer than a line is cut. */
export function joinParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && line.length + 2 + part.length <= width) {
      line += `  ${part}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const cut = wrapLines(part, width);
    lines.push(...cut.slice(0, -1));
    line = cut.at(-1)!;
  }
  if (line !== '') lines.push(line);
  return lines;
}
