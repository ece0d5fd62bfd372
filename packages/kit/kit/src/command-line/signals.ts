const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves with the first signal that asks the process to end. Later signals have their default effect again, so a second
 * Ctrl+C ends a program that is still closing.
 *
 * @param abort Ends the wait: the promise then resolves with `null`, and the signals have their default effect.
 * @param source Replaced in tests.
 */
export function waitForSignal(
  abort?: AbortSignal,
  source: NodeJS.EventEmitter = process,
): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals | null): void => {
      for (const name of SIGNALS) source.off(name, end);
      abort?.removeEventListener('abort', aborted);
      resolve(signal);
    };
    const aborted = (): void => end(null);
    for (const name of SIGNALS) source.on(name, end);
    if (abort?.aborted === true) aborted();
    else abort?.addEventListener('abort', aborted);
  });
}

/** Runs work until it has ended. The first signal that asks the process to end aborts its signal; later ones have their default effect. */
export async function runUntilSignal<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const done = new AbortController();
  const stop = new AbortController();
  void waitForSignal(done.signal).then((signal) => {
    if (signal !== null) stop.abort();
  });
  try {
    return await work(stop.signal);
  } finally {
    done.abort();
  }
}

/** Without a handler, SIGUSR1 opens the inspector of Node.js, in which any process of the same user can run code here. */
export function ignoreInspectorSignal(): void {
  if (process.platform !== 'win32' && process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
}
