import { describe, expect, it } from 'vitest';
import { planTests } from './plan.mjs';
import { countBy, formatTable, scoreOf } from './report.mjs';
import { keyOf, sample } from './sample.mjs';

describe('sample', () => {
  const mutants = Array.from({ length: 1000 }, (_, i) => ({ key: `file.ts:${i}:1 number: 0 -> 1` }));

  it('is the same for the same seed and another for another seed', () => {
    const chosen = sample(mutants, 50, 'a');
    expect(chosen).toHaveLength(50);
    expect(sample(mutants, 50, 'a')).toEqual(chosen);
    expect(sample(mutants, 50, 'b')).not.toEqual(chosen);
  });

  it('begins with the smaller samples of the seed, and contains everything if it is large enough', () => {
    expect(sample(mutants, 100, 'a').slice(0, 30)).toEqual(sample(mutants, 30, 'a'));
    expect(new Set(sample(mutants, 2000, 'a'))).toEqual(new Set(mutants));
  });

  it('is in random order, so that the beginning of a sample is not the beginning of the first file', () => {
    const begin = sample(mutants, 1000, 'a').slice(0, 100);
    const places = begin.map((mutant) => mutants.indexOf(mutant));
    const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
    expect(mean).toBeGreaterThan(400);
    expect(mean).toBeLessThan(600);
  });

  it('changes little if mutants are added', () => {
    const kept = new Set(sample([...mutants, { key: 'new' }, { key: 'newer' }], 100, 'a'));
    expect(sample(mutants, 100, 'a').filter((mutant) => kept.has(mutant)).length).toBeGreaterThanOrEqual(98);
  });

  it('the key of a mutant has its place and change in one line', () => {
    const mutant = {
      file: 'a.ts',
      line: 3,
      column: 4,
      operator: 'logic',
      original: 'a &&\n  b',
      replacement: '(a || b)',
    };
    expect(keyOf(mutant)).toBe('a.ts:3:4 logic: a && b -> (a || b)');
  });
});

describe('planTests', () => {
  const test = (name, ms, reached, failed = false) => ({ name, ms, reached, failed });
  const baselines = new Map([
    ['packages/b/src/user.test.ts', { always: [], tests: [test('far', 1, [1])] }],
    ['packages/a/src/slow.test.ts', { always: [1], tests: [test('x', 500, []), test('y', 400, [])] }],
    [
      'packages/a/src/other.test.ts',
      { always: [], tests: [test('z', 50, [1]), test('not reached', 1, [2])] },
    ],
    [
      'packages/a/src/kick.test.ts',
      { always: [], tests: [test('beside', 900, [1]), test('broken', 1, [1], true)] },
    ],
    ['packages/a/src/unused.test.ts', { always: [], tests: [test('none', 1, [7])] }],
  ]);

  it('begins with the test beside the source, then the quick ones of the package, then other packages', () => {
    expect(planTests({ file: 'packages/a/src/kick.ts', id: 1 }, baselines)).toEqual([
      { testFile: 'packages/a/src/kick.test.ts', tests: ['beside'], ms: 900 },
      { testFile: 'packages/a/src/other.test.ts', tests: ['z'], ms: 50 },
      { testFile: 'packages/a/src/slow.test.ts', tests: ['x', 'y'], ms: 900 },
      { testFile: 'packages/b/src/user.test.ts', tests: ['far'], ms: 1 },
    ]);
    expect(planTests({ file: 'packages/a/src/kick.ts', id: 99 }, baselines)).toEqual([]);
  });
});

describe('score', () => {
  it('counts time limits as noticed and places that no test reaches as survivors', () => {
    expect(scoreOf({ killed: 7, timeout: 1, survived: 1, uncovered: 1 })).toBe(80);
    expect(scoreOf({ killed: 0, timeout: 0, survived: 0, uncovered: 0 })).toBe(100);
  });

  it('is shown as a table; changes that are not valid code are left out', () => {
    const results = ['killed', 'survived', 'invalid', 'timeout', 'killed'].map((status, i) => ({
      status,
      file: i < 2 ? 'b.ts' : 'a.ts',
    }));
    expect(
      formatTable(
        'file',
        countBy(results, ({ file }) => file),
      ),
    ).toBe(
      [
        '| file | killed | timed out | survived | not reached |   score |',
        '|------|-------:|----------:|---------:|------------:|--------:|',
        '| a.ts |      1 |         1 |        0 |           0 | 100.0 % |',
        '| b.ts |      1 |         0 |        1 |           0 |  50.0 % |',
      ].join('\n'),
    );
  });
});
