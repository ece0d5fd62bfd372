import { describe, expect, it } from 'vitest';
import { formatMean } from './format-what-if.js';

describe('formatMean', () => {
  it('has the margin beside the mean', () => {
    expect(formatMean({ mean: 0.5, low: 0.25, high: 0.75 })).toBe('+0.50 ± 0.25');
  });

  it('is the mean alone if one future has no interval', () => {
    expect(formatMean({ mean: -1, low: Number.NaN, high: Number.NaN })).toBe('-1.00');
  });
});
