/** One bracketed piece of a text. */
export interface Piece {
  readonly offset: number;
  readonly text: string;
}

/**
 * Cuts a text that holds several messages, bare or as commands, into one piece each. What stands between them
 * belongs to the piece before, so that nothing is lost; a text without a closing bracket is one piece.
 */
export function splitMessages(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let depth = 0;
  let quoted = false;
  let begun = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char === '"' || char === '\n') quoted = false;
    } else if (char === '"') {
      quoted = true;
    } else if (char === '(') {
      if (depth === 0 && begun) {
        pieces.push({ offset: start, text: text.slice(start, at) });
        start = at;
        begun = false;
      }
      depth++;
    } else if (char === ')' && depth > 0) {
      depth--;
      if (depth === 0) begun = true;
    }
  }
  const rest = text.slice(start);
  if (rest.trim() !== '' || pieces.length === 0) pieces.push({ offset: start, text: rest });
  return pieces;
}
