import { ByteWriter } from '@rcss/sexp';

const encoder = new TextEncoder();
/** A byte order mark at the beginning is part of the text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Size from which on a block is written, bytes. */
const BLOCK_SIZE = 1 << 15;

/** Lines of text as UTF-8 bytes. Numbers are written as digits; adding up strings takes longer. */
export class TextBlock extends ByteWriter {
  /** Whether the block is large enough to be taken. */
  get isFull(): boolean {
    return this.length >= BLOCK_SIZE;
  }

  /** Appends text of any characters; `ascii` is for text with characters up to U+007F. */
  text(text: string): this {
    return this.bytes(encoder.encode(text));
  }

  /** Returns the text since the last call. */
  take(): string {
    const text = decoder.decode(this.view());
    this.reset();
    return text;
  }
}
