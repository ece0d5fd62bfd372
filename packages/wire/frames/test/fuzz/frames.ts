import { decodeFrame } from '../../src/index.js';

/** Frames of the pages: any bytes of the size of a frame are a frame. */
export default {
  seeds: [Buffer.alloc(1684)],
  maxBytes: 2048,
  run(bytes: Buffer): void {
    if (bytes.length < 1684) return;
    decodeFrame(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  },
};
