/**
 * Clean-up after each test for modules that several test files import. Files share the modules of a worker, so a module runs once in it, and an
 * `afterEach` of its own would be for the first file only.
 */
import { afterEach } from 'vitest';

const actions = new Set<() => unknown>();

/** Calls `action` after each test of all files that this worker runs from now on. */
export function cleanUpAfterEach(action: () => unknown): void {
  actions.add(action);
}

/** Called by the set-up of each file. */
export function registerCleanUp(): void {
  afterEach(async () => {
    for (const action of actions) await action();
  });
}
