/** Character classes of S-expression text (spec 03 §1.8). */
export const CLASS_ATOM = 0;
export const CLASS_BLANK = 1;
export const CLASS_OPEN = 2;
export const CLASS_CLOSE = 3;
export const CLASS_QUOTE = 4;
/** NUL: the text ends at the first one (spec 03 §1.2). */
export const CLASS_END = 5;

/** Class of every Latin-1 character; characters above U+00FF are atom characters. Carriage return counts as a blank, for log files. */
export const CHAR_CLASS: Uint8Array = new Uint8Array(256);
CHAR_CLASS[0] = CLASS_END;
CHAR_CLASS[0x09] = CLASS_BLANK;
CHAR_CLASS[0x0a] = CLASS_BLANK;
CHAR_CLASS[0x0d] = CLASS_BLANK;
CHAR_CLASS[0x20] = CLASS_BLANK;
CHAR_CLASS[0x28] = CLASS_OPEN;
CHAR_CLASS[0x29] = CLASS_CLOSE;
CHAR_CLASS[0x22] = CLASS_QUOTE;

/** Default limit of the nesting depth; deeper lists are refused. */
export const DEFAULT_MAX_DEPTH = 512;
