/** A place in a text: `offset` counts characters from 0, `line` and `column` from 1. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Kind of an error in a text. */
export type ProblemCode = 'character' | 'string' | 'syntax' | 'name-length' | 'freeform-length' | 'nesting';

/** An error with its place. */
export interface Problem extends Position {
  readonly code: ProblemCode;
  /** Description of the error in one sentence. */
  readonly message: string;
  /** Number of characters from the place on that are wrong. */
  readonly length: number;
  /** Texts or kinds of parts that are allowed at the place; empty if the error is of another kind. */
  readonly expected: readonly string[];
}

/** The result of an operation that can fail for some input. */
export type ClangResult<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Returns line and column of an offset. Lines end with a newline character. */
export function findPosition(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { offset, line, column: offset - lineStart + 1 };
}
