/** What can be wrong with S-expression text. `too_deep` is the limit of nesting, everything else is in the text. */
export type SexpErrorCode =
  | 'expected_list'
  | 'expected_list_end'
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

/** A refusal with its place: `offset` counts characters (or bytes) from the start of the source. */
export interface SexpError {
  readonly code: SexpErrorCode;
  readonly message: string;
  readonly offset: number;
}

/** Shaped like the `Result` of `@rcss/core`, which this package does not import. */
export type SexpResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SexpError };

const MESSAGES: Record<SexpErrorCode, string> = {
  expected_list: 'a list was expected',
  expected_list_end: 'the list was expected to end',
  expected_atom: 'an atom was expected',
  expected_string: 'a quoted string was expected',
  expected_number: 'a number was expected',
  expected_int: 'an integer was expected',
  expected_item: 'an item was expected',
  unclosed_list: 'a list is not closed',
  unclosed_string: 'a quoted string is not closed',
  unexpected_close: 'a closing parenthesis without an opening one',
  too_deep: 'lists are nested too deeply',
  not_one_expression: 'exactly one expression was expected',
  unexpected_text: 'the text does not have the expected form',
};

/** Build the error value of a code found at `offset`. */
export function sexpError(code: SexpErrorCode, offset: number): SexpError {
  return { code, message: `${MESSAGES[code]} (at ${offset})`, offset };
}
