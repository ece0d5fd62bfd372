/** Decides when a cycle may begin, for programs that pause a match or step it. */
export interface CycleGate {
  /** Returns null if the next cycle may begin now, or a promise that resolves when it may, or when the server ends. */
  waitForCycle(): Promise<void> | null;
  /** Whether the clock leaves clients and monitors time in addition to the handshakes. */
  readonly hasPauses: boolean;
}
