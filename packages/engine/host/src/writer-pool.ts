import { ByteWriter } from '@rcss/sexp';

/**
 * Buffers for outgoing messages, used in turn. If the system cannot take a datagram at once, it reads the buffer a little
 * later; therefore a buffer is used again only after many others.
 */
export class WriterPool {
  readonly #writers: ByteWriter[];
  #next = 0;

  constructor(count = 256) {
    this.#writers = Array.from({ length: count }, () => new ByteWriter());
  }

  /** Returns an empty buffer for one message. */
  takeWriter(): ByteWriter {
    const writer = this.#writers[this.#next]!;
    this.#next = (this.#next + 1) % this.#writers.length;
    writer.reset();
    return writer;
  }
}
