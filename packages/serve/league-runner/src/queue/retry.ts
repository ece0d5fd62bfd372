const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;
/** Longest wait for a queue server that does not answer, ms: until the user should know, and from a signal on. */
const PATIENCE_MS = 5000;

/**
 * Calls a function until it succeeds, with growing pauses: a queue server may be away for some time.
 *
 * @param signal Ends the attempts; the last error is thrown.
 * @param isFinal Errors that another attempt would not change.
 */
export async function retry<Value>(
  call: () => Promise<Value>,
  signal: AbortSignal,
  isFinal: (error: Error) => boolean = () => false,
): Promise<Value> {
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(2 * delay, MAX_DELAY_MS)) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || isFinal(error as Error)) throw error;
    }
    await sleep(delay, signal);
  }
}

/** Waits; a signal ends the wait early. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Waits until queues are connected; says so if that takes long. */
export async function connectQueues(
  queues: readonly { waitUntilReady(): Promise<unknown> }[],
  address: string,
  { signal, onNote }: { readonly signal: AbortSignal; onNote?(text: string): void },
): Promise<void> {
  const note = `${address} cannot be reached; waiting for it`;
  const timer = setTimeout(() => onNote?.(note), PATIENCE_MS);
  try {
    for (const queue of queues) await retry(() => queue.waitUntilReady(), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for an answer of a queue server, which may be away: from a signal on, for 5 s at most; then undefined. */
export function untilAway<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const leave = (): void => {
      timer = setTimeout(resolve, PATIENCE_MS, undefined);
    };
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(end);
  });
}

/** Closes queues, also if the server is away. */
export async function closeQueues(
  queues: readonly { close(): Promise<void>; disconnect(): Promise<void> }[],
): Promise<void> {
  await untilAway(Promise.allSettled(queues.map((queue) => queue.close())), AbortSignal.abort());
  // What is left of a connection would keep the process alive.
  for (const queue of queues) queue.disconnect().catch(() => {});
}
