/** What a call of a tool may do besides its result. */
export interface CallContext {
  /** Ends the call early. */
  readonly signal: AbortSignal;
  /** Reports what is done, for long work. */
  report(done: number, total: number, message: string): void;
}
