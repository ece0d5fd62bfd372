import { findPosition } from '../problem.js';

/** A message of a file: its text and its place in the file. */
export interface Source {
  /** Name of the file, or `<stdin>`. */
  readonly file: string;
  /** Text of the whole file. */
  readonly whole: string;
  /** Offset of the message in the file. */
  readonly offset: number;
  readonly text: string;
}

/** An error or a warning with its place in a file. Lines and columns count from 1, offsets from 0, in UTF-16 units. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly offset: number;
  readonly length: number;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
}

/** Creates a diagnostic for `length` characters at an offset of a message. */
export function createDiagnostic(
  source: Source,
  part: { readonly offset: number; readonly length: number },
  report: Pick<Diagnostic, 'severity' | 'code' | 'message'>,
): Diagnostic {
  const offset = source.offset + part.offset;
  const start = findPosition(source.whole, offset);
  const end = findPosition(source.whole, offset + part.length);
  return {
    file: source.file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    offset,
    length: part.length,
    ...report,
  };
}

/** Largest number of characters of the source in an excerpt. */
const EXCERPT_WIDTH = 76;

/** Returns a diagnostic as text: place and message in the first line, then the source line with a mark below it. */
export function formatDiagnostic(diagnostic: Diagnostic, whole: string): string {
  const { file, line, column, severity, message, code } = diagnostic;
  const head = `${replaceControls(file)}:${line}:${column}: ${severity}: ${replaceControls(message)} [${code}]\n`;
  const text = whole.split('\n', line)[line - 1] ?? '';
  // A message may be one line of thousands of characters: the excerpt is the part around the mark.
  const first = Math.max(0, Math.min(column - 1 - EXCERPT_WIDTH / 2, text.length - EXCERPT_WIDTH));
  const shown = text.slice(first, first + EXCERPT_WIDTH);
  const before = first > 0 ? '…' : '';
  const after = first + EXCERPT_WIDTH < text.length ? '…' : '';
  const start = column - 1 - first;
  const end = diagnostic.endLine === line ? diagnostic.endColumn - 1 - first : shown.length;
  const mark = '^'.padEnd(Math.min(end, shown.length) - start, '~');
  const margin = String(line).padStart(5);
  return (
    `${head}${margin} | ${before}${replaceControls(shown)}${after}\n` +
    `${' '.repeat(margin.length)} | ${' '.repeat(before.length + start)}${mark}\n`
  );
}

/** Replaces each control character by one visible character, so that the columns of an excerpt stay. */
function replaceControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (char) => (char === '\t' ? ' ' : '·'));
}
