import type { Io } from './io.js';

const INTERVAL = 200;
const DELAY = 500;

/** Progress of long work on one line of the terminal. Short work shows nothing, nor does a program without a terminal. */
export interface Progress {
  /** `done` of `of` bytes are done; `of` is 0 if the size is unknown. */
  step(done: number, of: number): void;
  /** Removes the line. */
  done(): void;
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}

export function createProgress(io: Io, label: string): Progress {
  if (!io.errTty) return { step() {}, done() {} };
  const begin = performance.now();
  let last = begin + DELAY - INTERVAL;
  let shown = false;
  return {
    step(done, of) {
      const now = performance.now();
      if (now - last < INTERVAL) return;
      last = now;
      shown = true;
      const share = of > 0 ? `${Math.floor((100 * done) / of)} %` : size(done);
      io.err(`\r\x1b[K${label}: ${share}`);
    },
    done() {
      if (shown) io.err('\r\x1b[K');
      shown = false;
    },
  };
}
