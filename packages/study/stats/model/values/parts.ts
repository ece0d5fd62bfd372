/** Work of one program shared by processes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startGuarded } from '@rcss/core/node';

const PART = 'RCSS_VALUES_PART';

/** Number of the part of this process, from 0; undefined in the process that was started by hand. */
export const ownPart: number | undefined =
  process.env[PART] === undefined ? undefined : Number(process.env[PART]);

/** Starts this program once for each part, with the same arguments, and waits for all. Ends this process if one of them fails. */
export async function runParts<T>(count: number, onMessage: (message: T) => void): Promise<void> {
  const ends = Array.from({ length: count }, (_, part) => {
    const { child, release } = startGuarded((variables) =>
      fork(process.argv[1]!, process.argv.slice(2), {
        env: { ...process.env, ...variables, [PART]: `${part}` },
      }),
    );
    child.once('exit', release);
    child.on('message', onMessage as (message: unknown) => void);
    return once(child, 'exit');
  });
  for (const [code] of await Promise.all(ends)) if (code !== 0) process.exit(1);
}

/** Sends a message from a part. */
export function send<T>(message: T): void {
  process.send?.(message);
}

/** Ends a part after its messages have left. */
export function endPart(): void {
  process.disconnect?.();
}
