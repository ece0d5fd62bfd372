/** Length below which copying character by character is faster. */
const SHORT = 24;
/** Byte for a character above U+00FF: an atom character. */
const PLACE_HOLDER = 0xff;
const encoder = new TextEncoder();

/**
 * Copies `text[begin, stop)` into `bytes`, which must be long enough, one byte per character (ISO 8859-1). A
 * character above U+00FF becomes 0xff. Returns true if there are such characters.
 */
export function loadText(text: string, begin: number, stop: number, bytes: Uint8Array): boolean {
  const length = stop - begin;
  if (length > SHORT) {
    // If each character has one byte, all are ASCII, for which both encodings are the same.
    const { read, written } = encoder.encodeInto(text.slice(begin, stop), bytes);
    if (read === length && written === length) return false;
  }
  let all = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(begin + i);
    all |= code;
    bytes[i] = code < 256 ? code : PLACE_HOLDER;
  }
  return all > 255;
}
