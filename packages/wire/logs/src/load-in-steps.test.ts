import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLog } from '../test/reference.js';
import { compress } from './gzip.js';
import { type GrowingLog, loadLogInSteps, type OpenLog, openLog } from './open-log.js';

const SAMPLES = ['sample-v1', 'sample-v3', 'sample-v5', 'sample-v6', 'sample-json', 'killed-json'] as const;

/** Yields the bytes in pieces of the given sizes; the last size is repeated. */
async function* divide(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[Math.min(i, sizes.length - 1)] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Returns all that can be read of a log. */
function describeLog(log: OpenLog): object {
  const { data, ...rest } = log;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== 'function')),
    size: data.length,
    frames: Array.from({ length: log.frameCount }, (_, i) => structuredClone(log.frame(i))),
  };
}

describe('loadLogInSteps', () => {
  it('gives the same log as openLog for any pieces and steps, compressed or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SAMPLES),
        fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.boolean(),
        async (name, sizes, recordsPerStep, share, isCompressed) => {
          const plain = plainLog(name);
          const cut = plain.subarray(0, Math.ceil(plain.length * share));
          const bytes = isCompressed ? compress(cut, 1) : cut;
          // Tiny pieces would only make the test slow.
          const pieces = divide(bytes, [...sizes, 5000]);
          let count = 0;
          const shown: number[] = [];
          const steps = loadLogInSteps(pieces, {
            shouldPause: () => ++count % recordsPerStep === 0,
            onShow: (frame, index) => {
              expect(index).toBe(shown.length);
              shown.push(frame.time);
            },
          });
          let step = await steps.next();
          for (; step.done !== true; step = await steps.next()) checkGrowingLog(step.value, shown);
          const whole = openLog(bytes);
          expect(step.value.ok).toBe(whole.ok);
          if (!step.value.ok || !whole.ok) return;
          expect(describeLog(step.value.value)).toEqual(describeLog(whole.value));
          expect(shown).toHaveLength(whole.value.frameCount);
        },
      ),
      { numRuns: 12 },
    );
  });

  /** Each frame that the log offers can be read. */
  function checkGrowingLog(log: GrowingLog, shown: readonly number[]): void {
    const { frameCount } = log;
    expect(shown.length - frameCount === 0 || shown.length - frameCount === 1).toBe(true);
    if (frameCount === 0) return;
    expect(log.frame(frameCount - 1).time).toBe(shown[frameCount - 1]);
    expect(log.timeOf(0)).toBe(shown[0]);
    expect(log.timeOf(log.frameAt(shown[frameCount - 1]!))).toBe(shown[frameCount - 1]);
    expect(() => log.frame(frameCount)).toThrow(RangeError);
  }

  it('refuses a log that is too large before its end, and ends the source', async () => {
    const bytes = plainLog('sample-v6');
    let isEnded = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield bytes;
        for (;;) yield bytes.subarray(1000);
      } finally {
        isEnded = true;
      }
    }
    const steps = loadLogInSteps(endless(), { maxBytes: 3 * bytes.length });
    let step = await steps.next();
    while (step.done !== true) step = await steps.next();
    expect(step.value).toMatchObject({ ok: false, error: { code: 'log-too-large' } });
    expect(isEnded).toBe(true);
  });

  it('ends the source if the caller stops', async () => {
    let isEnded = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield plainLog('sample-v6');
      } finally {
        isEnded = true;
      }
    }
    for await (const log of loadLogInSteps(source())) if (log.frameCount > 0) break;
    expect(isEnded).toBe(true);
  });

  it('the error of the source is thrown', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield plainLog('sample-v6');
      throw new Error('the network is gone');
    }
    const steps = loadLogInSteps(source());
    expect((await steps.next()).done).toBe(false);
    await expect(steps.next()).rejects.toThrow('the network is gone');
  });
});
