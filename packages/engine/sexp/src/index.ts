/** S-expression text: cursor reader, tree reader, printer and byte writer. Numbers are in `@rcss/sexp/numbers`. */
export { joinBytes } from './bytes.js';
export { SexpCursor, type SexpKind } from './cursor.js';
export { formatJsonString } from './json-text.js';
export { decodeLatin1, encodeLatin1 } from './latin1.js';
export type { SexpCursorOptions } from './position.js';
export type { SexpError, SexpErrorCode, SexpResult } from './result.js';
export * from './tree.js';
export { ByteWriter } from './writer.js';
