/** Decides in another place, such as a process: the answer comes later. */
export interface LaterDecision<Subject, Phase, Answer> {
  /** Whether it decides this phase; the package decides the others. */
  decides(phase: Phase): boolean;
  /**
   * Asks for a decision.
   *
   * @param settle Called once, now or later; with null if there is no answer.
   * @returns a function that takes the decision back because its cycle is over; it calls `settle` if that has not happened
   */
  request(subject: Subject, phase: Phase, settle: (answer: Answer | null) => void): () => void;
}
