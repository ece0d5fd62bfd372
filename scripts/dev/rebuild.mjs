/** Time without a change after which the build starts, ms: editors write several files at once. */
const SETTLE_MS = 150;

/** Whether a change of this file, relative to its package, changes the build: sources, but no tests. */
export function isBuildInput(path) {
  const name = path.replaceAll('\\', '/');
  if (/(^|\/)src\//.test(name)) return !/\.(test|e2e|long)\.ts$/.test(name);
  return /^(package\.json|tsup\.config\.ts|[\w.]+\.build\.ts)$/.test(name);
}

/**
 * Collects changes and runs a job after each burst of them. A change during the job runs it once more afterwards.
 *
 * @param {() => Promise<void>} job
 * @param {number} settleMs time without a change before the job starts
 */
export function createJobQueue(job, settleMs = SETTLE_MS) {
  let timer;
  let running = false;
  let pending = false;
  async function run() {
    if (running) {
      pending = true;
      return;
    }
    running = true;
    do {
      pending = false;
      await job();
    } while (pending);
    running = false;
  }
  return {
    /** Reports a change. */
    changed() {
      clearTimeout(timer);
      timer = setTimeout(run, settleMs);
    },
    /** Discards changes that have not started a job. */
    close() {
      clearTimeout(timer);
      pending = false;
    },
  };
}
