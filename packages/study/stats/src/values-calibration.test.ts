import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  brierScores,
  type CalibrationRow,
  measureBias,
  wilsonInterval,
} from '../model/values/calibration.js';
import { readHeldBack, sumByMatch } from '../model/values/read-held-back.js';

const rows = readHeldBack(readFileSync(new URL('../model/values/held-back.csv', import.meta.url), 'utf8'));

/** Standard errors beyond which a bias counts as found. */
const LIMIT = 3;
function findsBias(matches: readonly CalibrationRow[]): boolean {
  const { bias, error } = measureBias(matches);
  return Math.abs(bias) > LIMIT * error;
}

describe('chances of the value model for matches that it was not trained on', () => {
  it('have no bias; a model with a constant added has one', () => {
    const matches = sumByMatch(rows);
    expect(matches.length).toBeGreaterThanOrEqual(20);
    expect(findsBias(matches)).toBe(false);
    const planted = matches.map((row) => ({ ...row, predicted: row.predicted + 0.1 }));
    expect(findsBias(planted)).toBe(true);
  });

  it('are nearer to the outcomes than the share of all frames', () => {
    const { model, share } = brierScores(rows);
    expect(model).toBeLessThan(share);
  });

  it('intervals of shares are those of Wilson', () => {
    expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775, 3);
    expect(wilsonInterval(5, 10).low).toBeCloseTo(0.2366, 3);
    expect(wilsonInterval(5, 10).high).toBeCloseTo(0.7634, 3);
  });

  it('a table with other columns is refused', () => {
    expect(() => readHeldBack('a,b\n1,2')).toThrow(
      'its first line is not match,phase,frames,predicted,goals',
    );
  });
});
