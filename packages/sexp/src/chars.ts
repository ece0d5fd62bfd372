/** Character classes of S-expression text (spec 03 §1.8). */
export const CLASS_ATOM = 0;
export const CLASS_BLANK = 1;
export const CLASS_OPEN = 2;
export const CLASS_CLOSE = 3;
export const CLASS_QUOTE = 4;
/** NUL: only the text before the first one counts (spec 03 §1.2). */
export const CLASS_END = 5;

/** Class of every Latin-1 character; characters above are atom characters. Carriage return is taken as a blank for log files. */
export const CHAR_CLASS: Uint8Array = new Uint8Array(256);
CHAR_CLASS[0] = CLASS_END;
CHAR_CLASS[0x09] = CLASS_BLANK;
CHAR_CLASS[0x0a] = CLASS_BLANK;
CHAR_CLASS[0x0d] = CLASS_BLANK;
CHAR_CLASS[0x20] = CLASS_BLANK;
CHAR_CLASS[0x28] = CLASS_OPEN;
CHAR_CLASS[0x29] = CLASS_CLOSE;
CHAR_CLASS[0x22] = CLASS_QUOTE;

/** Lists nested deeper than this are refused unless the caller says otherwise. */
export const DEFAULT_MAX_DEPTH = 512;
