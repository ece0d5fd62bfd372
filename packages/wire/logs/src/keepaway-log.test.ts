import { expect, it } from 'vitest';
import { parseKeepawayLog } from './entries/text-logs.js';

it('reads keepaway logs (spec 09 §12, §15.21)', () => {
  const episodes = [
    { number: 1, start: 0, end: 87, duration: 87, reason: 't' },
    { number: 2, start: 87, end: 121, duration: 34, reason: 'o' },
  ] as const;
  const text = `# Keepers: 3
# Takers:  2
# Region:  20 x 20
#
# Description of Fields:
# 1) Episode number
# 2) Start time in simulator steps (100ms)
# 3) End time in simulator steps (100ms)
# 4) Duration in simulator steps (100ms)
# 5) (o)ut of bounds / (t)aken away
#
1\t0\t87\t87\tt
2\t87\t121\t34\to
`;
  expect(parseKeepawayLog(text)).toEqual({
    keepers: 3,
    takers: 2,
    length: 20,
    width: 20,
    episodes,
    badLines: [],
  });
  const withBadLines = parseKeepawayLog('# x\n\n1\t0\t8\t8\tt\n1\t2\n3\t9\t19\t10\to\n4\t9\t19\t10\tz\n');
  expect(withBadLines.episodes).toEqual([
    { number: 1, start: 0, end: 8, duration: 8, reason: 't' },
    { number: 3, start: 9, end: 19, duration: 10, reason: 'o' },
  ]);
  expect(withBadLines.badLines).toEqual([4, 6]);
  expect(parseKeepawayLog('1\t2\n\n# x\n')).toEqual({
    keepers: null,
    takers: null,
    length: null,
    width: null,
    episodes: [],
    badLines: [1],
  });
});
