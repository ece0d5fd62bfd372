/** Numbers as C prints and reads them: `%g` and integers, as text and as bytes. */
export { type NumberScan, readInt32, readStrtod, wrapInt32 } from '../number-read.js';
export {
  formatG,
  formatG6,
  MAX_G6_LENGTH,
  MAX_INT_LENGTH,
  roundG6,
  roundInt,
  writeAscii,
  writeG6,
  writeInt,
} from '../number-text.js';
