/** What a process does: it sends bytes, and ends. */
export interface ProcessEvents {
  onBytes(bytes: Uint8Array): void;
  /** @param reason Such as `it ended with exit code 1`. */
  onEnd(reason: string): void;
}

/** A running process. */
export interface DecidingProcess {
  write(bytes: Uint8Array): void;
  /** Closes its input, and ends it if it does not end itself. */
  close(): void;
  /** Ends it at once. */
  kill(): void;
}

/** Starts a process. */
export type StartProcess = (events: ProcessEvents) => DecidingProcess;
