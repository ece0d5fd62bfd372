export { DEFAULT_MAX_DEPTH } from './chars.js';
export { SexpCursor, type SexpKind } from './cursor.js';
export {
  type IrregularHear,
  type IrregularMsg,
  readIrregularHear,
  readIrregularInclude,
  readIrregularMsg,
  readIrregularNoTeam,
  readObjectName,
} from './irregular.js';
export { decodeLatin1, encodeLatin1 } from './latin1.js';
export { type NumberScan, readInt32, readStrtod, readStrtol, wrapInt32 } from './number-read.js';
export {
  formatG,
  formatG6,
  MAX_G6_LENGTH,
  MAX_INT_LENGTH,
  writeAscii,
  writeG6,
  writeInt,
} from './number-text.js';
export type { SexpCursorOptions } from './place.js';
export { type SexpError, type SexpErrorCode, type SexpResult, sexpError } from './result.js';
export {
  parseSexp,
  parseSexpOne,
  printSexp,
  type SexpAtom,
  type SexpList,
  type SexpNode,
  type SexpParseOptions,
  type SexpString,
  sexpAtom,
  sexpList,
  sexpString,
} from './tree.js';
export { ByteWriter } from './writer.js';
