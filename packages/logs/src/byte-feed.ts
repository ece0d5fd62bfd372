/** Bytes that arrive in pieces, with the current reading position. */
export class ByteFeed {
  /** The bytes that have arrived; only `[pos, end)` is unread. */
  buf: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  /** Whether no more bytes will arrive. */
  ended = false;
  /** Offset of `buf[0]` in the whole input. */
  base: number;
  /** True if `buf` belongs to the feed, which may then append to it. */
  #own = false;

  constructor(offset = 0) {
    this.base = offset;
  }

  /** Offset of the next byte in the whole input. */
  get offset(): number {
    return this.base + this.pos;
  }

  /** Number of unread bytes. */
  get left(): number {
    return this.end - this.pos;
  }

  /** Adds a piece. It is not copied unless unread bytes remain, so it must not change before it is read. */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const { left } = this;
    if (left === 0) {
      this.base += this.end;
      this.buf = piece;
      this.#own = false;
      this.pos = 0;
      this.end = piece.length;
      return;
    }
    if (!this.#own || this.end + piece.length > this.buf.length) {
      const rest = this.buf.subarray(this.pos, this.end);
      this.base += this.pos;
      // Doubles the room, so that a long record in small pieces is not copied for every piece.
      const fits = this.#own && left + piece.length <= this.buf.length / 2;
      if (fits) this.buf.copyWithin(0, this.pos, this.end);
      else {
        this.buf = new Uint8Array(Math.max(65536, 2 * (left + piece.length)));
        this.buf.set(rest);
        this.#own = true;
      }
      this.pos = 0;
      this.end = left;
    }
    this.buf.set(piece, this.end);
    this.end += piece.length;
  }
}
