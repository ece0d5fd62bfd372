import { describe, expect, it } from 'vitest';
import { formatCommon, type RecordedFuture, summarizeFutures } from './play-recording.js';

describe('summarizeFutures', () => {
  it('gives four futures the wide interval of Student, not the narrow one of a bootstrap', () => {
    const futures = [0, -1, 0, 0].map((difference) => ({
      difference,
      goal: difference < 0 ? 'r' : null,
    })) as unknown as readonly RecordedFuture[];
    const question = { count: 4 } as Parameters<typeof summarizeFutures>[0];
    expect(formatCommon(summarizeFutures(question, { l: 'Alpha', r: 'Beta' }, futures))).toEqual([
      'next goal: Alpha 0 % (0–49), Beta 25 % (5–70), none 75 % (30–95)',
      'goal difference of Alpha: -0.25 ± 0.80',
    ]);
  });
});
