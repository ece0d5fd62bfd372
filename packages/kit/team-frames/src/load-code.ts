import type { LoadModule } from './start-worker.js';

/** Code of a team as a function: it sets the exports of the module. */
export type RunCode = (exports: object, require: (name: string) => unknown, console: unknown) => void;

/**
 * Returns compiled code as a function, in a worker that runs no other texts.
 *
 * @param name Name of the code in the stacks of errors.
 */
export async function loadCode(load: LoadModule, code: string, name: string): Promise<RunCode> {
  // No line break before the code: the lines of errors are those of its source.
  const text = `export default function (exports, require, console) {"use strict"; ${code}\n}\n//# sourceURL=${name}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return ((await load(url)) as { default: RunCode }).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}
