import { readFileSync } from 'node:fs';
import { DEFAULT_MODEL } from '@rcss/values';
import { describe, expect, it } from 'vitest';
import { brierScores, type CalibrationRow, measureBias, summarizeRows } from '../model/values/calibration.js';
import {
  compareFutures,
  parseHeldBack,
  readFutures,
  readHeldBack,
  readMatches,
} from '../model/values/files.js';
import { predictChances } from '../model/values/predict-chances.js';
import { compareGoals, fillPage, writeParts } from '../model/values/tables.js';

/** Standard errors beyond which a bias counts as found. */
const LIMIT = 3;
function findsBias(rows: readonly CalibrationRow[]): boolean {
  const { bias, error } = measureBias(rows);
  return Math.abs(bias) > LIMIT * error;
}

const heldBack = readHeldBack();
const futures = compareFutures(readFutures(), predictChances(DEFAULT_MODEL));

describe.each([
  ['matches that it was not trained on', heldBack],
  ['continuations of states', futures],
])('chances of the value model for %s', (_, rows) => {
  it('have no bias; a model with a constant added has one', () => {
    expect(new Set(rows.map(({ unit }) => unit)).size).toBeGreaterThanOrEqual(20);
    expect(findsBias(rows)).toBe(false);
    const planted = rows.map((row) => ({ ...row, predicted: row.predicted + 0.1 }));
    expect(findsBias(planted)).toBe(true);
  });

  it('are nearer to the outcomes than the share of all frames', () => {
    const { model, share } = brierScores(rows);
    expect(model).toBeLessThan(share);
  });
});

describe('sums of values over matches', () => {
  it('agree with the goals; those of a model whose chances are 20 % higher do not', () => {
    const matches = readMatches();
    expect(matches.length).toBeGreaterThanOrEqual(500);
    const findsDifference = (rows: typeof matches): boolean => {
      const { difference, error } = compareGoals(rows);
      return Math.abs(difference) > LIMIT * error;
    };
    expect(findsDifference(matches)).toBe(false);
    expect(
      findsDifference(
        matches.map((match) => ({
          ...match,
          predicted: [1.2 * match.predicted[0], 1.2 * match.predicted[1]],
        })),
      ),
    ).toBe(true);
  });
});

describe('files and page of the values', () => {
  it('the page has the tables and plots of the result files', () => {
    const docs = new URL('../../../../docs/', import.meta.url);
    const { parts, plots } = writeParts();
    const page = readFileSync(new URL('use/analyst/values.md', docs), 'utf8');
    expect(fillPage(page, parts)).toBe(page);
    for (const name of Object.keys(parts)) expect(page).toContain(`<!-- values: ${name} -->`);
    for (const [name, text] of Object.entries(plots))
      expect(readFileSync(new URL(`images/${name}`, docs), 'utf8')).toBe(text);
  });

  it('the interval of a share follows from the differences between units', () => {
    const row = (unit: number, goals: number): CalibrationRow => ({
      unit,
      predicted: 0.5,
      goals,
      futures: 10,
    });
    // Two units with the shares 0.4 and 0.6: the standard error of their mean is 0.1.
    const { observed, low, high } = summarizeRows([row(1, 4), row(2, 6)]);
    expect([observed, low, high].map((share) => Number(share.toFixed(3)))).toEqual([0.5, 0.304, 0.696]);
    expect(summarizeRows([row(1, 5), row(1, 5)])).toMatchObject({ low: 0, high: 1 });
  });

  it('a table with other columns is refused', () => {
    expect(() => parseHeldBack('a,b\n1,2')).toThrow(
      'its first line is not group,phase,frames,predicted,goals',
    );
  });
});
