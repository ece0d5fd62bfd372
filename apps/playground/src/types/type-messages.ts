/** Messages between the editor and the worker with the compiler. Places are offsets in UTF-16. */

/** An error of the types or of the syntax. */
export interface TypeProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** A name that can be written. */
export interface TypeCompletion {
  readonly name: string;
  /** Kind of the name, as the compiler calls it, such as `method`. */
  readonly kind: string;
}

/** What the worker is asked, with the result of each question. */
export interface TypeQuestions {
  readonly check: readonly TypeProblem[];
  readonly complete: readonly TypeCompletion[];
  readonly explain: string | null;
}

/** To the worker. `at` is the place of the question; 0 for a check. */
export interface TypeRequest {
  readonly id: number;
  readonly kind: keyof TypeQuestions;
  readonly code: string;
  readonly at: number;
}

/** From the worker. */
export interface TypeAnswer {
  readonly id: number;
  readonly value: TypeQuestions[keyof TypeQuestions];
}
