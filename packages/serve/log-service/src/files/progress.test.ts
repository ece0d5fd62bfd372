import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Io } from './io.js';
import { clearBeforeOutput, createLogProgress } from './progress.js';

const CLEAR = '\r\x1b[K';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Streams that write to one terminal. */
function createTerminal(isErrTerminal = true): { io: Io; text: () => string } {
  const written: (string | Uint8Array)[] = [];
  const io: Io = {
    stdin: new PassThrough(),
    isErrTerminal,
    out: async (text) => void written.push(text),
    err: (text) => void written.push(text),
  };
  return { io, text: () => written.join('') };
}

it('output to the terminal of the progress begins on a line of its own', async () => {
  const { io, text } = createTerminal();
  const progress = createLogProgress(io, 'exporting');
  const streams = clearBeforeOutput(io, progress);
  await streams.out('a.csv\n');
  vi.advanceTimersByTime(600);
  progress.step(1, 2);
  await streams.out('b.csv\n');
  streams.err('c.rcg: cut off\n');
  vi.advanceTimersByTime(300);
  progress.step(2, 2);
  progress.done();
  expect(text()).toBe(
    `a.csv\n${CLEAR}exporting: 50 %${CLEAR}b.csv\nc.rcg: cut off\n${CLEAR}exporting: 100 %${CLEAR}`,
  );
});

it('without a terminal, or for short work, there is no progress', () => {
  const { io, text } = createTerminal(false);
  const progress = createLogProgress(io, 'exporting');
  vi.advanceTimersByTime(5000);
  progress.step(1, 2);
  const short = createTerminal();
  createLogProgress(short.io, 'exporting').step(1, 2);
  expect([text(), short.text()]).toEqual(['', '']);
});
