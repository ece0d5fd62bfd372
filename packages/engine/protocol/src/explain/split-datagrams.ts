/** A datagram in a text, and its offset. */
export interface DatagramPiece {
  readonly text: string;
  readonly offset: number;
}

/** Returns the number of parentheses that are open at the end of the text. */
function countOpen(text: string): number {
  let depth = 0;
  for (const char of text) {
    if (char === '(' || char === '{') depth += 1;
    else if (char === ')' || char === '}') depth -= 1;
  }
  return depth;
}

/**
 * Splits a text into datagrams: one for each line. A line continues the datagram before it if that has open parentheses
 * and the line does not begin with `(` or `{`. Empty lines are skipped.
 */
export function splitDatagrams(text: string): DatagramPiece[] {
  const pieces: { text: string; offset: number }[] = [];
  let offset = 0;
  let isOpen = false;
  for (const line of text.split('\n')) {
    const last = pieces.at(-1);
    if (last !== undefined && isOpen && !/^[({]/.test(line))
      last.text = text.slice(last.offset, offset + line.length);
    else if (line.trim() !== '') pieces.push({ text: line, offset });
    else isOpen = false;
    const current = pieces.at(-1);
    if (current !== undefined && line.trim() !== '') isOpen = countOpen(current.text) > 0;
    offset += line.length + 1;
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.trimEnd() }));
}
