const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Signals within this time after the first count as one signal, ms. npm and the terminal both send a signal. */
const SAME_SIGNAL_MS = 1000;
const EXIT_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Signals that ask this process to end. */
export interface Interrupt {
  /** Exit status for the received signal; null if there was none. */
  readonly status: number | null;
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Calls `listener` at the first signal. */
  onReceived(listener: () => void): void;
  /** Signals have their default effect again. */
  restoreDefaults(): void;
}

/**
 * Takes over SIGINT, SIGTERM and SIGHUP: the first one is reported, a later one ends the process at once.
 *
 * @param source Replaced in tests.
 * @param exit Ends the process.
 */
export function catchInterrupt(
  source: NodeJS.EventEmitter = process,
  exit: (status: number) => void = (status) => process.exit(status),
): Interrupt {
  let status: number | null = null;
  let receivedAt = 0;
  const received = new AbortController();
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    if (status !== null) {
      if (performance.now() - receivedAt > SAME_SIGNAL_MS) exit(status);
      return;
    }
    status = EXIT_STATUS[signal];
    receivedAt = performance.now();
    received.abort();
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
  return {
    get status() {
      return status;
    },
    signal: received.signal,
    onReceived: (listener) => received.signal.addEventListener('abort', listener),
    restoreDefaults() {
      for (const signal of SIGNALS) source.off(signal, onSignal);
    },
  };
}
