/** A growing byte buffer with compact encodings of numbers and texts. */
export class BinaryWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #reserve(writeCount: number): void {
    if (this.#length + writeCount <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + writeCount));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  writeByte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  writeWord(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value);
    this.#length += 4;
  }

  /** Writes an integer from 0 to 2^53, seven bits per byte, low bits first. */
  count(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.writeByte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.writeByte(rest);
  }

  /** Writes any number exactly: short decimal fractions in a few bytes, all others as the bits of a double. */
  writeNumber(value: number): void {
    for (let places = 0; places <= MAX_DECIMALS; places++) {
      const whole = Math.round(value * (SCALES[places] as number));
      if (!(Math.abs(whole) <= MAX_SCALED) || Object.is(whole, -0)) break;
      if (!Object.is(whole / (SCALES[places] as number), value)) continue;
      this.count((whole < 0 ? -2 * whole - 1 : 2 * whole) * 8 + places);
      return;
    }
    this.writeByte(DOUBLE_TAG);
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  /** Writes the length with a flag for 16-bit characters, then the characters. */
  writeText(value: string): void {
    let wide = false;
    for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 255) wide = true;
    this.count(value.length * 2 + (wide ? 1 : 0));
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (wide) this.writeByte(code >> 8);
      this.writeByte(code & 255);
    }
  }

  /** Returns all bytes written so far and clears the buffer. */
  takeBytes(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}

const SCALES: readonly number[] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
const MAX_DECIMALS = 6;
const MAX_SCALED = 2 ** 40;
/** Tag of a number stored as the bits of a double. */
const DOUBLE_TAG = 7;

/** Thrown if the data end before the encoded value ends. */
export class EndOfBytesError extends Error {}

/** Thrown if the bytes are not a valid encoding. */
export class InvalidBytesError extends Error {}

/** Reads what a {@link BinaryWriter} wrote. Throws {@link EndOfBytesError} and {@link InvalidBytesError}. */
export class BinaryReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isDone(): boolean {
    return this.offset >= this.#bytes.length;
  }

  #take(readCount: number): number {
    const at = this.offset;
    if (at + readCount > this.#bytes.length) throw new EndOfBytesError();
    this.offset = at + readCount;
    return at;
  }

  readByte(): number {
    return this.#bytes[this.#take(1)] as number;
  }

  readWord(): number {
    return this.#view.getUint32(this.#take(4));
  }

  count(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.readByte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 53) throw new InvalidBytesError('an encoded integer is greater than 2^53');
    }
  }

  readNumber(): number {
    const coded = this.count();
    const places = coded % 8;
    if (places === DOUBLE_TAG) return this.#view.getFloat64(this.#take(8));
    const n = Math.floor(coded / 8);
    const whole = n % 2 === 0 ? n / 2 : -(n + 1) / 2;
    return whole / (SCALES[places] as number);
  }

  readText(): string {
    const coded = this.count();
    const wide = coded % 2 === 1;
    const length = Math.floor(coded / 2);
    const at = this.#take(wide ? 2 * length : length);
    let text = '';
    for (let i = 0; i < length; i++) {
      text += String.fromCharCode(wide ? this.#view.getUint16(at + 2 * i) : (this.#bytes[at + i] as number));
    }
    return text;
  }
}
