import type { Diagnostic } from '@codemirror/lint';
import type { TypeProblem } from './type-messages.js';

/** The error of a match at a line. */
export interface LineError {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Returns the marks of a text with a length: those of types, and the error of the last match. Places are inside the text. */
export function createMarks(
  length: number,
  problems: readonly TypeProblem[],
  error: LineError | null,
): Diagnostic[] {
  const limit = (at: number) => Math.min(Math.max(at, 0), length);
  const marks = [...problems, ...(error === null ? [] : [error])].map(({ from, to, message }) => {
    const start = limit(from);
    return { from: start, to: Math.max(start, limit(to)), severity: 'error' as const, message };
  });
  return marks.sort((a, b) => a.from - b.from);
}

/** Describes the number of errors for the line beside the switch; `line` of the first one, from 1. */
export function describeProblems(count: number, line: number): string {
  if (count === 0) return 'No type errors.';
  return count === 1
    ? `1 type error, in line ${line}.`
    : `${count} type errors, the first one in line ${line}.`;
}
