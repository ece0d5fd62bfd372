import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { Simulator } from './simulator.js';

test('a call that is cancelled no longer waits for a process', async () => {
  const path = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
  const simulator = new Simulator(path, { ...DEFAULT_LIMITS, processes: 0 });
  const run = (signal: AbortSignal) =>
    simulator.run<'play'>(
      {
        type: 'play',
        recipe: { left: { name: 'a', builtIn: 'random' }, right: null, seed: 1 },
        cycles: 1,
        hasLog: false,
      },
      { signal, report: () => {} },
    );
  // More calls than may wait at the same time.
  for (let i = 0; i < 25; i++) {
    const stopper = new AbortController();
    const waiting = run(stopper.signal);
    stopper.abort();
    await expect(waiting).rejects.toThrow('the call was cancelled');
  }
});
