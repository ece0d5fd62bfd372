import { setTimeout as wait } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;

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
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}
