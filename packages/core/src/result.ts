/**
 * What a function returns that reads bytes, text or files of strangers: a value, or a reason why there is
 * none. Broken invariants of our own throw instead.
 */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Why something could not be read. */
export interface Failure {
  /** Short name of the kind of failure, for programs. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
  /** Offset into the text or bytes at which the reading stopped, where that makes sense. */
  readonly offset?: number;
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Value of a result of which the caller knows that it is good; throws otherwise. */
export function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
