import { existsSync } from 'node:fs';

const COMPILED = new URL('../../packages/engine/core/dist/node.js', import.meta.url);

/**
 * Starts a child that ends with this process, as the programs do (`@rcss/core/node`), if that is compiled.
 *
 * @param {(variables: object) => import('node:child_process').ChildProcess} start gets variables for the environment of the child
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
export async function startGuarded(start) {
  if (!existsSync(COMPILED)) return start({});
  const guarded = (await import(COMPILED)).startGuarded(start);
  guarded.child.once('exit', guarded.release);
  return guarded.child;
}
