/** Frames: four bytes of the length (big-endian), then JSON as UTF-8. */
import { joinBytes } from '@rcss/sexp';

const HEAD = 4;
/** Length of a message of a process, bytes. */
export const MAX_FRAME_BYTES: number = 1 << 20;

/** Returns the frame of a message. */
export function encodeMessageFrame(message: unknown): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const frame = new Uint8Array(HEAD + text.length);
  new DataView(frame.buffer).setUint32(0, text.length);
  frame.set(text, HEAD);
  return frame;
}

/** Bytes that are not frames. The message has: what was read, and what is allowed. */
export class FrameError extends Error {
  override name = 'FrameError';
}

/** Reads frames from bytes that come in pieces. */
export class MessageFrameReader {
  #bytes: Uint8Array = new Uint8Array(0);

  /**
   * Adds bytes and returns the messages that are complete now.
   *
   * @throws {FrameError} if the bytes are not a frame of JSON; nothing can be read after that
   */
  push(piece: Uint8Array): unknown[] {
    this.#bytes = this.#bytes.length === 0 ? piece : joinBytes([this.#bytes, piece]);
    const messages: unknown[] = [];
    while (this.#bytes.length >= HEAD) {
      const { buffer, byteOffset } = this.#bytes;
      const length = new DataView(buffer, byteOffset).getUint32(0);
      if (length > MAX_FRAME_BYTES) throw new FrameError(describeHead(this.#bytes, length));
      if (this.#bytes.length < HEAD + length) break;
      messages.push(parse(this.#bytes.subarray(HEAD, HEAD + length)));
      this.#bytes = this.#bytes.subarray(HEAD + length);
    }
    return messages;
  }
}

function parse(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FrameError(`a frame of ${bytes.length} bytes is not JSON: ${(error as Error).message}`);
  }
}

/** A program that prints to its standard output is the usual reason. */
function describeHead(bytes: Uint8Array, length: number): string {
  const text = [...bytes.subarray(0, 40)].map((byte) =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.',
  );
  return (
    `the frame length ${length} is greater than ${MAX_FRAME_BYTES}; the output begins with '${text.join('')}': ` +
    'standard output is for frames alone, print to standard error'
  );
}
