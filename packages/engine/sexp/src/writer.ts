import { decodeLatin1 } from './latin1.js';
import { MAX_G6_LENGTH, MAX_INT_LENGTH, writeAscii, writeG6, writeInt } from './number-text.js';

/**
 * A growing, reusable byte buffer to which messages are written. Every writing method returns the writer.
 *
 * Encoders may write to `buffer` directly, for example with `writeG6`: call `reserve` first, read `buffer` again
 * after every `reserve`, and update `length`.
 */
export class ByteWriter {
  /** The bytes; only the first `length` are written. */
  buffer: Uint8Array;
  /** Number of bytes written. */
  length = 0;

  constructor(capacity = 8192) {
    this.buffer = new Uint8Array(Math.max(16, capacity));
  }

  /** Discards the contents; the buffer stays. Later writes overwrite earlier views. */
  reset(): this {
    this.length = 0;
    return this;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count > this.buffer.length) this.#grow(this.length + count);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  /** Appends text, one byte per character; characters above U+00FF become `?`. */
  ascii(text: string): this {
    const needed = this.length + text.length;
    if (needed > this.buffer.length) this.#grow(needed);
    this.length = writeAscii(this.buffer, this.length, text);
    return this;
  }

  /** Appends one byte. */
  byte(value: number): this {
    if (this.length === this.buffer.length) this.#grow(this.length + 1);
    this.buffer[this.length++] = value;
    return this;
  }

  /** Appends an integer in plain decimal, see {@link writeInt}. */
  int(value: number): this {
    if (this.length + MAX_INT_LENGTH > this.buffer.length) this.#grow(this.length + MAX_INT_LENGTH);
    this.length = writeInt(this.buffer, this.length, value);
    return this;
  }

  /** Appends a real with six significant digits, see {@link writeG6}. */
  g6(value: number): this {
    if (this.length + MAX_G6_LENGTH > this.buffer.length) this.#grow(this.length + MAX_G6_LENGTH);
    this.length = writeG6(this.buffer, this.length, value);
    return this;
  }

  /** Appends the lower-case hexadecimal digits of an unsigned 32-bit integer, without prefix. */
  hex(value: number): this {
    return this.ascii((value >>> 0).toString(16));
  }

  /** Appends bytes unchanged, for example a name or a message encoded earlier. */
  bytes(source: Uint8Array): this {
    const count = source.length;
    if (this.length + count > this.buffer.length) this.#grow(this.length + count);
    const { buffer, length } = this;
    if (count > 48) buffer.set(source, length);
    else for (let i = 0; i < count; i++) buffer[length + i] = source[i]!;
    this.length = length + count;
    return this;
  }

  /** Appends the NUL byte that ends a datagram (spec 03 §1.2). */
  nul(): this {
    return this.byte(0);
  }

  /** Returns the written bytes without a copy: valid until the next `reset` or write. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Returns a copy of the written bytes. */
  copy(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  /** Returns the written bytes as text, one character per byte. */
  toString(): string {
    return decodeLatin1(this.buffer, 0, this.length);
  }
}
