/** Result of a function that reads untrusted bytes, text or files: a value or a failure. Programming errors throw instead. */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** The reason why an input could not be read. */
export interface Failure {
  /** Short identifier of the kind of failure, for programs. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
  /** Offset in the text or bytes at which reading stopped, if there is one. */
  readonly offset?: number;
}

/** Creates the result of a successful function. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Creates the result of a failed function. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * Returns the value of a result.
 *
 * @throws Error with the message of the failure, if the result is one.
 */
export function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
