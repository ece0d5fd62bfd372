import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDrawn } from './audit.js';

const JOBS = Array.from({ length: 4000 }, (_, i) => createHash('sha256').update(`job ${i}`).digest('hex'));

test('an audit draws about the given share of the jobs; a larger share draws the same jobs and further ones', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const drawn = JOBS.filter((job) => isDrawn(job, share));
      // Five standard deviations of a count with this share.
      const tolerance = 5 * Math.sqrt(JOBS.length * share * (1 - share)) + 1;
      expect(Math.abs(drawn.length - JOBS.length * share)).toBeLessThanOrEqual(tolerance);
      expect(drawn.every((job) => isDrawn(job, Math.min(1, share + 0.1)))).toBe(true);
    }),
  );
  expect(JOBS.some((job) => isDrawn(job, 0))).toBe(false);
  expect(JOBS.every((job) => isDrawn(job, 1))).toBe(true);
});
