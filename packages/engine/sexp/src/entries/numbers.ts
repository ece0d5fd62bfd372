/** Numbers as C prints and reads them: `%g` and integers, as text and as bytes. */
export { type NumberScan, readInt32, readStrtod, wrapInt32 } from '../number-read.js';
export * from '../number-text.js';
