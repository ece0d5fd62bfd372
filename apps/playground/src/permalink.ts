/** What a link to the playground holds. */
export interface SharedMatch {
  /** Code of the left team, TypeScript. */
  readonly code: string;
  readonly seed: number;
  /** Length of the match, cycles. */
  readonly cycles: number;
  /** Id of a lesson; absent: a free match. */
  readonly lesson?: string;
}

/** Version of the text; the first character. */
const VERSION = '1';
/** Longest JSON text that is accepted, bytes. */
export const MAX_SHARED_BYTES = 256 * 1024;

const toBase64Url = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Returns the fragment of a link, without `#`: compressed JSON. */
export async function encodeFragment(shared: SharedMatch): Promise<string> {
  const { code, seed, cycles, lesson } = shared;
  const stream = new Blob([JSON.stringify({ code, seed, cycles, lesson })]).stream();
  const packed = stream.pipeThrough(new CompressionStream('deflate-raw'));
  return VERSION + toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/**
 * Reads the fragment of a link.
 *
 * @throws {Error} if the text is damaged, too long, or from another version of the page
 */
export async function decodeFragment(text: string): Promise<SharedMatch> {
  if (!text.startsWith(VERSION))
    throw new Error(
      `the link begins with ${JSON.stringify(text.slice(0, 1))}; this page reads links that begin with "1"`,
    );
  let json: string;
  try {
    json = await inflate(fromBase64Url(text.slice(1)));
  } catch (error) {
    throw new Error(`the link is damaged: ${(error as Error).message}. Copy it again as a whole`);
  }
  const { code, seed, cycles, lesson } = JSON.parse(json) as Partial<SharedMatch>;
  if (typeof code !== 'string' || !isCount(seed, 2 ** 31) || !isCount(cycles, 6000))
    throw new Error('the link has no code, seed (0 to 2147483648) and cycles (0 to 6000)');
  return { code, seed, cycles, ...(typeof lesson === 'string' ? { lesson } : {}) };
}

const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).text();
    size += value.length;
    if (size > MAX_SHARED_BYTES) {
      await reader.cancel();
      throw new Error(`it has more than ${MAX_SHARED_BYTES} bytes`);
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
}
