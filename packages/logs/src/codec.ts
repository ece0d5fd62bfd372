/** Converts records to bytes and back, piece by piece; gzip. */
export { createLogConverter, type LogConverter } from './convert-log.js';
export type { LogPosition } from './decode-state.js';
export { createLogEncoder } from './encoder.js';
export { GzipReader, isGzip, pack, unpack } from './gzip.js';
export { type DecodeOptions, LogDecoder } from './log-decoder.js';
export type { LogEncoder, LogHeader } from './log-encoder.js';
export { unpackedPieces } from './read-log.js';
