/** Failure code of S-expression text. `too_deep`: the nesting limit; all others: errors in the text. */
export type SexpErrorCode =
  | 'expected_list'
  | 'expected_atom'
  | 'expected_string'
  | 'expected_number'
  | 'expected_int'
  | 'expected_item'
  | 'unclosed_list'
  | 'unclosed_string'
  | 'unexpected_close'
  | 'too_deep'
  | 'not_one_expression'
  | 'unexpected_text';

/** A failure with its position: `offset` counts characters (or bytes) from the start of the source. */
export interface SexpError {
  readonly code: SexpErrorCode;
  readonly message: string;
  readonly offset: number;
}

/** Result of a reader. It has the form of the `Result` of `@rcss/core`, which this package does not import. */
export type SexpResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SexpError };

const MESSAGES: Record<SexpErrorCode, string> = {
  expected_list: 'expected a list',
  expected_atom: 'expected an atom',
  expected_string: 'expected a quoted string',
  expected_number: 'expected a number',
  expected_int: 'expected an integer',
  expected_item: 'expected an item',
  unclosed_list: 'list not closed',
  unclosed_string: 'quoted string not closed',
  unexpected_close: 'unexpected closing parenthesis',
  too_deep: 'lists nested too deeply',
  not_one_expression: 'expected exactly one expression',
  unexpected_text: 'unexpected text',
};

/** Creates the error value of a code at `offset`. */
export function createSexpError(code: SexpErrorCode, offset: number): SexpError {
  return { code, message: `${MESSAGES[code]} (at ${offset})`, offset };
}
