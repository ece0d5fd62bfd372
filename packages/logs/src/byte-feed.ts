/** Bytes that arrive in pieces, with the place that reading has reached. */
export class ByteFeed {
  /** What has arrived; only `[pos, end)` is still to be read. */
  buf: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  /** Nothing more will arrive. */
  ended = false;
  /** Offset in the whole of `buf[0]`. */
  base: number;
  /** True when `buf` belongs to the feed, which may append to it then. */
  #own = false;

  constructor(offset = 0) {
    this.base = offset;
  }

  /** Offset in the whole of the next byte. */
  get offset(): number {
    return this.base + this.pos;
  }

  /** Bytes still to be read. */
  get left(): number {
    return this.end - this.pos;
  }

  /** Add a piece. It is not copied unless something is left, so it must not change before it is read. */
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
      // Room for as much again: a long record in small pieces is not copied for every piece.
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
