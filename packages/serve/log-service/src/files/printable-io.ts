import { escapeText } from '@rcss/kit/command-line';
import type { Io } from './io.js';

/** Moves to the beginning of the line of the terminal and clears it. */
const CLEAR_LINE = '\r\x1b[K';

/**
 * Returns streams on which control characters of names and messages, such as ESC, are printed as escapes; line feeds and tabs
 * stay. Bytes, such as those of a log, are written as they are, and the error output can begin by clearing the line.
 *
 * @param programName Name at the beginning of errors.
 */
export function createPrintableIo(io: Io, programName?: string): Io {
  return {
    ...(programName === undefined ? {} : { programName }),
    stdin: io.stdin,
    isErrTerminal: io.isErrTerminal,
    out: (text) => io.out(typeof text === 'string' ? escapeText(text) : text),
    err(text) {
      const start = text.startsWith(CLEAR_LINE) ? CLEAR_LINE : '';
      io.err(start + escapeText(text.slice(start.length)));
    },
  };
}
