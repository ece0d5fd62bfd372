import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFileName, formatResultFileName } from './file-names.js';
import { formatResultName, type MatchResult } from './match-result.js';

const createResult = (left: string, right: string, coach = ''): MatchResult => ({
  start: new Date(0),
  left: { name: left, coach, score: 2, penaltyTaken: 0, penaltyScored: 0 },
  right: { name: right, coach, score: 1, penaltyTaken: 0, penaltyScored: 0 },
  penalties: false,
  tossWinner: null,
});

describe('names of files', () => {
  it('ordinary names are not changed', () => {
    const ordinary = fc.stringMatching(/^[A-Za-z0-9][-+_.,;=@[\]^A-Za-z0-9]{0,14}$/);
    fc.assert(
      fc.property(ordinary, ordinary, ordinary, (left, right, coach) => {
        const result = createResult(left, right, coach);
        expect(formatResultFileName(result)).toBe(formatResultName(result));
      }),
    );
  });

  it.each([
    ['a/b', 'a%2Fb_2-vs-R_1'],
    ['../x', '%2E.%2Fx_2-vs-R_1'],
    ['-rf', '%2Drf_2-vs-R_1'],
    ['a\\b:c*?', 'a%5Cb%3Ac%2A%3F_2-vs-R_1'],
    ['%41', '%2541_2-vs-R_1'],
  ])('a team %s gives the name %s', (team, name) => {
    expect(formatResultFileName(createResult(team, 'R'))).toBe(name);
  });

  it('any names give one file name of bounded length, and different names different ones', () => {
    const name = fc.string({ minLength: 1, maxLength: 127, unit: 'binary-ascii' });
    const fileName = (names: readonly [string, string, string]) =>
      formatResultFileName(createResult(names[0], names[1], names[2]));
    fc.assert(
      fc.property(fc.tuple(name, name, name), fc.tuple(name, name, name), (a, b) => {
        const text = fileName(a);
        expect(text).toMatch(/^[^./\\~-][^/\\\u0000-\u0020\u007f]*$/);
        expect(text.length).toBeLessThanOrEqual(200);
        const escaped = (names: readonly string[]) => names.map(escapeFileName).join();
        if (
          escaped(a) !== escaped(b) &&
          formatResultName(createResult(...a)) !== formatResultName(createResult(...b))
        )
          expect(fileName(b)).not.toBe(text);
      }),
    );
  });

  it('names of 127 characters keep their beginnings and the score', () => {
    const text = formatResultFileName(createResult('L'.repeat(15), 'R'.repeat(15), 'c'.repeat(127)));
    expect(text).toMatch(/^L{15}_c{24}~[0-9a-f]{6}_2-vs-R{15}_c{24}~[0-9a-f]{6}_1$/);
  });
});
