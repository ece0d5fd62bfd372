import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarizeDelays } from './times.js';

const LAST_CLASS = 255;

function count(delays: readonly number[]): { delayCounts: number[]; maxDelayMs: number } {
  const delayCounts = new Array<number>(LAST_CLASS + 1).fill(0);
  for (const delay of delays) delayCounts[Math.min(LAST_CLASS, Math.floor(delay))]! += 1;
  return { delayCounts, maxDelayMs: Math.max(0, ...delays) };
}

/** The times of the delays themselves. */
function summarizeTimes(times: readonly number[]): Record<'medianMs' | 'p95Ms' | 'maxMs', number> {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!;
  return { medianMs: quantile(0.5), p95Ms: quantile(0.95), maxMs: sorted.at(-1)! };
}

test('counted delays of several players give the same times as the delays themselves, up to 1 ms', () => {
  const delays = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(fc.array(delays, { minLength: 1, maxLength: 4 }), (players) => {
      const counted = summarizeDelays(players.map(count));
      if (players.flat().length === 0) {
        expect(counted).toBeNull();
        return;
      }
      const exact = summarizeTimes(players.flat());
      expect(counted!.maxMs).toBe(exact.maxMs);
      for (const key of ['medianMs', 'p95Ms'] as const) {
        expect(counted![key]).toBeGreaterThanOrEqual(exact[key]);
        expect(counted![key] - exact[key]).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('delays beyond the last class count as the longest one', () => {
  expect(summarizeDelays([count([900, 1200, 5])])).toEqual({ medianMs: 1200, p95Ms: 1200, maxMs: 1200 });
});
