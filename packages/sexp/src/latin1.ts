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
