/** Texts in links: compressed, in letters that the fragment of an address can have. */

/** Version of the form; the first character. */
const VERSION = '1';

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** Returns a text for the fragment of a link, without `#`: a version and the compressed text, in letters, digits, `-` and `_`. */
export async function packText(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return VERSION + toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/**
 * Returns the text that {@link packText} has packed.
 *
 * @param maxBytes Most bytes of the text, in UTF-8.
 * @throws {Error} if the text is damaged, too long, or from another version of the page
 */
export async function unpackText(packed: string, maxBytes: number): Promise<string> {
  if (!packed.startsWith(VERSION))
    throw new Error(
      `the link begins with ${JSON.stringify(packed.slice(0, 1))}; this page reads links that begin with "${VERSION}"`,
    );
  try {
    return await inflate(fromBase64Url(packed.slice(1)), maxBytes);
  } catch (error) {
    throw new Error(`the link is damaged: ${(error as Error).message}. Copy it again as a whole`);
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).text();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error(`it has more than ${maxBytes} bytes`);
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
}
