import type { Io } from './io.js';

const UPDATE_INTERVAL_MS = 200;
const START_DELAY_MS = 500;

/** Shows the progress of long work on one line of the terminal. Short work shows nothing. */
export interface LogProgress {
  /** Shows that `done` of `of` bytes are done; `of` is 0 if the size is unknown. */
  step(done: number, of: number): void;
  /** Removes the line. */
  done(): void;
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}

/** Creates a progress line. Without a terminal it shows nothing. */
export function createLogProgress(io: Io, label: string): LogProgress {
  if (!io.isErrTerminal) return { step() {}, done() {} };
  const begin = performance.now();
  let last = begin + START_DELAY_MS - UPDATE_INTERVAL_MS;
  let shown = false;
  return {
    step(done, of) {
      const now = performance.now();
      if (now - last < UPDATE_INTERVAL_MS) return;
      last = now;
      shown = true;
      const share = of > 0 ? `${Math.floor((100 * done) / of)} %` : formatSize(done);
      io.err(`\r\x1b[K${label}: ${share}`);
    },
    done() {
      if (shown) io.err('\r\x1b[K');
      shown = false;
    },
  };
}

/** Returns streams that remove the line of a progress before they write, so that output to the same terminal begins on a line of its own. */
export function clearBeforeOutput(io: Io, progress: LogProgress): Io {
  return {
    stdin: io.stdin,
    isErrTerminal: io.isErrTerminal,
    out: (text) => {
      progress.done();
      return io.out(text);
    },
    err: (text) => {
      progress.done();
      io.err(text);
    },
  };
}
