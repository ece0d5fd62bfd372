import { expect, it } from 'vitest';
import { RateLimitedLog } from './rate-limited-log.js';

it('a line of the same key is printed once, then again after some seconds with the number of dropped lines', () => {
  const lines: string[] = [];
  let now = 0;
  const warnings = new RateLimitedLog(
    (line) => lines.push(line),
    () => now,
  );
  for (; now < 4000; now += 10) warnings.warn('a', 'trouble');
  warnings.warn('b', 'other');
  expect(lines).toEqual(['trouble', 'other']);
  now = 6000;
  warnings.warn('a', 'trouble');
  expect(lines.slice(2)).toEqual(['trouble (and 399 times more)']);
  now = 12_000;
  warnings.warn('a', 'trouble');
  expect(lines.slice(3)).toEqual(['trouble']);
});
