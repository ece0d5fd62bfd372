/** Scanners for bytes of S-expression text (spec 03 §1.8). The character classes are those of `chars.ts`. */

/** Returns whether a character is a blank. Carriage return counts as a blank, for log files. */
export function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

/** Returns whether a character belongs to an atom: everything except blanks, parentheses, `"` and NUL. */
export function isAtomCode(code: number): boolean {
  if (code > 0x29) return true;
  return code > 0x20 ? code < 0x28 && code !== 0x22 : code !== 0 && !isBlankCode(code);
}

/** Returns the index after the atom that begins at `begin`. */
export function findAtomEnd(bytes: Uint8Array, begin: number, end: number): number {
  let i = begin;
  while (i < end && isAtomCode(bytes[i]!)) i++;
  return i;
}

/** Returns the index of the `"` that closes the string at `begin`, or -1. */
export function findQuoteEnd(bytes: Uint8Array, begin: number, end: number): number {
  for (let i = begin + 1; i < end; i++) {
    const code = bytes[i];
    if (code === 0x22) return i;
    if (code === 0) return -1;
  }
  return -1;
}

/** Returns the end of the text: the first NUL from `begin` on, or `end`. */
export function findTextEnd(bytes: Uint8Array, begin: number, end: number): number {
  let i = begin;
  while (i < end && bytes[i] !== 0) i++;
  return i;
}

/** Returns the index of the last `)` in [begin, stop), or -1. */
export function findLastClose(bytes: Uint8Array, begin: number, stop: number): number {
  let i = stop - 1;
  while (i >= begin && bytes[i] !== 0x29) i--;
  return i >= begin ? i : -1;
}
