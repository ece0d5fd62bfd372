import { ByteWriter } from '@rcss/sexp';

/**
 * Buffers for outgoing messages, used in turn. A datagram that the system cannot take at once is still read from its
 * buffer a little later, so a buffer comes round again only after many others.
 */
export class WriterPool {
  readonly #writers: ByteWriter[];
  #next = 0;

  constructor(count = 256) {
    this.#writers = Array.from({ length: count }, () => new ByteWriter());
  }

  /** An empty buffer to write one message into. */
  writer(): ByteWriter {
    const writer = this.#writers[this.#next]!;
    this.#next = (this.#next + 1) % this.#writers.length;
    writer.reset();
    return writer;
  }
}
