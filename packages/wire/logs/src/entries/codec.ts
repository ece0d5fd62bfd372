/** Converts records to bytes and back piece by piece, and compresses with gzip. */
export { createLogConverter, type LogConverter } from '../convert-log.js';
export { createLogEncoder } from '../create-encoder.js';
export type { LogPosition } from '../decode-state.js';
export { compress, decompress, GzipReader, isGzip } from '../gzip.js';
export { type DecodeOptions, LogDecoder } from '../log-decoder.js';
export type { LogEncoder, LogHeader } from '../log-encoder.js';
export { decompressChunks } from '../read-log.js';
