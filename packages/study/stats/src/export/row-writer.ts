/** Text of rows as UTF-8 bytes: faster than adding up strings, which the engine joins only at the end. */

const encoder = new TextEncoder();
/** A byte order mark at the beginning is part of the text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Most bytes of a number: sign, 10 digits, point. `String` writes longer ones. */
const MAX_NUMBER_LENGTH = 16;

/** Collects text, and returns it in pieces. */
export class RowWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** Returns the text since the last call. */
  take(): string {
    const text = decoder.decode(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return text;
  }

  /** Appends text. */
  text(text: string): void {
    // A character has at most 3 bytes in UTF-8; of two surrogates, both together have 4.
    this.#reserve(3 * text.length);
    const bytes = this.#bytes;
    const begin = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        this.#length = begin + encoder.encodeInto(text, bytes.subarray(begin)).written;
        return;
      }
      bytes[begin + i] = code;
    }
    this.#length = begin + text.length;
  }

  /** Appends the code of an ASCII character. */
  ascii(code: number): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** Appends a number as `String` does. */
  number(value: number): void {
    const magnitude = Math.abs(value);
    // Numbers of logs have few decimals. If the quotient is the number itself, its digits are those of the dividend, because a
    // number with at most 15 digits is the shortest one for its double.
    if (!(this.#decimal(value, magnitude, 10_000, 4) || this.#decimal(value, magnitude, 1_000_000, 6)))
      this.text(String(value));
  }

  /** Appends a number if it has at most `digits` decimals and its digits fit into 31 bits; otherwise returns false. */
  #decimal(value: number, magnitude: number, scale: number, digits: number): boolean {
    const scaled = Math.round(magnitude * scale);
    if (!(scaled <= 0x7fffffff) || scaled / scale !== magnitude) return false;
    this.#reserve(MAX_NUMBER_LENGTH);
    if (value < 0) this.#bytes[this.#length++] = 0x2d;
    const whole = (scaled / scale) | 0;
    this.#digits(whole, countDigits(whole));
    let fraction = (scaled - whole * scale) | 0;
    if (fraction === 0) return true;
    let count = digits;
    while (fraction % 10 === 0) {
      fraction = (fraction / 10) | 0;
      count--;
    }
    this.#bytes[this.#length++] = 0x2e;
    this.#digits(fraction, count);
    return true;
  }

  /** Appends `count` digits, with leading zeros. There must be room. */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let i = this.#length + count - 1; i >= this.#length; i--) {
      const next = (rest / 10) | 0;
      bytes[i] = 0x30 + rest - next * 10;
      rest = next;
    }
    this.#length += count;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let limit = 10; value >= limit; limit *= 10) count++;
  return count;
}
