/**
 * Returns the text of `bytes[start, end)`, one character per byte (ISO 8859-1). `TextDecoder('latin1')` is
 * different: it decodes windows-1252.
 */
export function decodeLatin1(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  let text = '';
  if (end - start <= 16) {
    for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
    return text;
  }
  for (let i = start; i < end; i += 4096) {
    text += String.fromCharCode.apply(
      null,
      bytes.subarray(i, Math.min(end, i + 4096)) as unknown as number[],
    );
  }
  return text;
}

/** Returns one byte per character; a character above U+00FF becomes `?`. The inverse of {@link decodeLatin1}. */
export function encodeLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 256 ? code : 0x3f;
  }
  return bytes;
}

/** Length below which copying character by character is faster. */
const MAX_SHORT_LENGTH = 24;
/** Byte for a character above U+00FF: an atom character. */
const PLACEHOLDER = 0xff;
const encoder = new TextEncoder();

/**
 * Copies `text[begin, stop)` into `bytes`, which must be long enough, one byte per character (ISO 8859-1). A
 * character above U+00FF becomes 0xff. Returns true if there are such characters.
 */
export function copyText(text: string, begin: number, stop: number, bytes: Uint8Array): boolean {
  const length = stop - begin;
  if (length > MAX_SHORT_LENGTH) {
    // If every character became one byte, the text is ASCII. UTF-8 and Latin-1 are the same for ASCII.
    const { read, written } = encoder.encodeInto(text.slice(begin, stop), bytes);
    if (read === length && written === length) return false;
  }
  let all = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(begin + i);
    all |= code;
    bytes[i] = code < 256 ? code : PLACEHOLDER;
  }
  return all > 255;
}
