/**
 * Result of a function that reads untrusted bytes, text or files: a value or a failure. Programming errors throw
 * instead.
 */
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

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Returns the value; throws if the result is a failure. */
export function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
