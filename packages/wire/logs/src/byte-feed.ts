/** Buffer of bytes that arrive in pieces, with the current reading position. */
export class ByteFeed {
  /** The bytes that have arrived; only `[pos, end)` is unread. */
  buf: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  /** Whether no more bytes will arrive. */
  isEnded = false;
  /** Offset of `buf[0]` in the whole input, bytes. */
  baseOffset: number;
  /** Whether `buf` was allocated by the feed: only then can it append to it. */
  #ownsBuffer = false;

  constructor(offset = 0) {
    this.baseOffset = offset;
  }

  /** Offset of the next byte in the whole input, bytes. */
  get offset(): number {
    return this.baseOffset + this.pos;
  }

  /** Count of unread bytes. */
  get remaining(): number {
    return this.end - this.pos;
  }

  /** Adds a piece. It is copied only if unread bytes remain: it must not change before it is read. */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const { remaining: left } = this;
    if (left === 0) {
      this.baseOffset += this.end;
      this.buf = piece;
      this.#ownsBuffer = false;
      this.pos = 0;
      this.end = piece.length;
      return;
    }
    if (!this.#ownsBuffer || this.end + piece.length > this.buf.length) {
      const rest = this.buf.subarray(this.pos, this.end);
      this.baseOffset += this.pos;
      // Doubles the buffer: a long record in small pieces is not copied for every piece.
      const fits = this.#ownsBuffer && left + piece.length <= this.buf.length / 2;
      if (fits) this.buf.copyWithin(0, this.pos, this.end);
      else {
        this.buf = new Uint8Array(Math.max(65536, 2 * (left + piece.length)));
        this.buf.set(rest);
        this.#ownsBuffer = true;
      }
      this.pos = 0;
      this.end = left;
    }
    this.buf.set(piece, this.end);
    this.end += piece.length;
  }
}
