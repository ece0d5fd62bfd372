import { describe, expect, it } from 'vitest';
import { ELEMENTARY_CASES, measureCase } from '../test/elementary-cases.js';

describe('elementary functions over large samples (spec 05 §1)', () => {
  it.each(ELEMENTARY_CASES)('$name: within 0.51 units in the last place', (c) => {
    const { worst, at, nearest, agree, engineWorst } = measureCase(c, 40_000, 2);
    const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
    console.log(
      `${c.name}: worst ${worst.toFixed(4)}, nearest ${percent(nearest)}; equal to the engine ${percent(agree)}, ` +
        `whose worst is ${engineWorst.toFixed(3)}`,
    );
    expect(worst, `at ${at}`).toBeLessThan(0.51);
    expect(nearest).toBeGreaterThan(0.99);
  });
});
