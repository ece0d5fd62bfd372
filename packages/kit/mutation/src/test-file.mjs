// Runs one test file with the functions of vitest, in this process and with modules of its own.
import { startTests } from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';

const CONFIG = {
  name: '',
  root: '/',
  setupFiles: [],
  passWithNoTests: true,
  testTimeout: 30_000,
  hookTimeout: 10_000,
  maxConcurrency: 5,
  retry: 0,
  tags: [],
  allowOnly: true,
  includeTaskLocation: false,
  sequence: { hooks: 'stack', setupFiles: 'parallel', shuffle: false, concurrent: false },
  diffOptions: { maxDepth: 2, truncateThreshold: 20 },
};

// The part of vitest's worker state that `vi` reads.
globalThis.__vitest_worker__ ??= { config: { fakeTimers: {}, expect: {} }, ctx: {}, filepath: '' };

/** Full name of a test. */
export function nameOf(test) {
  const names = [];
  for (let task = test; task && task !== test.file; task = task.suite) names.unshift(task.name);
  return names.join(' > ');
}

function findFailure(task) {
  for (const child of task.tasks ?? []) {
    const failure = findFailure(child);
    if (failure) return failure;
  }
  if (task.result?.state !== 'fail') return undefined;
  const { message } = task.result.errors?.[0] ?? {};
  return { test: task.type === 'test' ? nameOf(task) : undefined, message: String(message).split('\n')[0] };
}

/**
 * Runs the tests of a file that `selected` accepts and stops after the first failure.
 * @param {string} path
 * @param {() => void} execute evaluates the file
 * @param {{ selected?: (name: string) => boolean, onStart?: (name: string) => void, onEnd?: (name: string, ms: number, failed: boolean) => void,
 *   bail?: boolean }} options
 * @returns {Promise<{ failure?: { test?: string, message: string }, names: string[] }>}
 */
export async function runTestFile(
  path,
  execute,
  { selected = () => true, onStart, onEnd, bail = true } = {},
) {
  let stopped = false;
  const runner = {
    config: { ...CONFIG },
    importFile: async () => execute(),
    onBeforeRunTask(test) {
      if (stopped || !selected(nameOf(test))) test.mode = 'skip';
    },
    onBeforeTryTask: (test) => onStart?.(nameOf(test)),
    onAfterRunTask(test) {
      const failed = test.result.state === 'fail';
      stopped ||= failed && bail;
      onEnd?.(nameOf(test), test.result.duration ?? 0, failed);
    },
  };
  const files = await startTests([path], runner);
  return { failure: findFailure(files[0]), names: getTests(files).map(nameOf) };
}
