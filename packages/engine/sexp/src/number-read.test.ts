import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDouble } from '../test/arbitraries.js';
import { readInt32, readStrtod, wrapInt32 } from './number-read.js';
import { formatG, formatG6 } from './number-text.js';

describe('readStrtod', () => {
  it.each([
    ['19', 19, 2],
    ['7.', 7, 2],
    ['+8', 8, 2],
    ['.9e1', 9, 4],
    ['0x10', 16, 4],
    ['0X1.8p3)', 12, 7],
    ['0x.8', 0.5, 4],
    ['0x', 0, 1],
    ['0xg', 0, 1],
    ['-0', -0, 2],
    [' \t\n12)', 12, 5],
    ['1e', 1, 1],
    ['1e+', 1, 1],
    ['1e5x', 1e5, 3],
    ['1.5.5', 1.5, 3],
    ['1e999', Number.POSITIVE_INFINITY, 5],
    ['-1e999', Number.NEGATIVE_INFINITY, 6],
    ['inf', Number.POSITIVE_INFINITY, 3],
    ['-Infinity', Number.NEGATIVE_INFINITY, 9],
    ['infini', Number.POSITIVE_INFINITY, 3],
    ['nan', Number.NaN, 3],
    ['-nan', Number.NaN, 4],
    ['nan(abc_1)x', Number.NaN, 10],
    ['nan(a', Number.NaN, 3],
    ['1.23457e+06', 1234570, 11],
  ])('strtod of %j (spec 03 §1.8, §2.1)', (text, value, end) => {
    const scan = readStrtod(text);
    expect(scan.end).toBe(end);
    expect(Object.is(scan.value, value)).toBe(true);
  });

  it.each(['', ' ', '.', '-', '+.', 'e5', 'abc', '--5', '- 5', 'in', 'na'])(
    '%j is not a number (spec 03 §2.1)',
    (text) => {
      expect(readStrtod(text)).toEqual({ value: 0, end: 0 });
    },
  );

  it('reads from the given position (spec 03 §1.8)', () => {
    expect(readStrtod('(b 5.4 3)', 3)).toEqual({ value: 5.4, end: 6 });
    expect(readStrtod('(b x)', 3)).toEqual({ value: 0, end: 3 });
  });

  it('reads a printed double back (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(
        anyDouble.filter((x) => !Number.isNaN(x)),
        (x) => {
          expect(Object.is(readStrtod(formatG(x, 17)).value, x)).toBe(true);
          expect(formatG6(readStrtod(formatG6(x)).value)).toBe(formatG6(x));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('reads hexadecimal doubles exactly, rounded once (spec 03 §2.1)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 140n) - 1n }), (n) => {
        expect(readStrtod(`0x${n.toString(16)}`).value).toBe(Number(n));
      }),
    );
    expect(readStrtod('0x1p-1074').value).toBe(5e-324);
    expect(readStrtod('0x1p-1075').value).toBe(0);
    expect(readStrtod('0x1.8p-1074').value).toBe(1e-323);
    expect(readStrtod('0x1.fffffffffffffp1023').value).toBe(Number.MAX_VALUE);
    expect(readStrtod('0x1p1024').value).toBe(Number.POSITIVE_INFINITY);
    expect(readStrtod('0x0p99999').value).toBe(0);
    expect(Object.is(readStrtod('-0x0').value, -0)).toBe(true);
  });
});

describe('integers', () => {
  it.each([
    ['4294967396', 100],
    ['2147483648', -2147483648],
    ['-2147483649', 2147483647],
    ['12345678901234', 1942892530],
    ['9223372036854775808', -1],
    ['99999999999999999999999', -1],
    ['-99999999999999999999999', 0],
    ['-9223372036854775808', 0],
    ['00000000000000000000000000000007', 7],
    ['+5', 5],
    ['-3', -3],
    ['007', 7],
  ])('%s as a 32-bit integer is %i (spec 03 §6, spec 08 §2.2)', (text, value) => {
    expect(wrapInt32(text)).toBe(value);
    expect(readInt32(` ${text})`)).toEqual({ value, end: text.length + 1 });
  });

  it('agrees with 64-bit arithmetic (spec 03 §6)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (n) => {
        expect(wrapInt32(String(n))).toBe(Number(BigInt.asIntN(32, n)));
      }),
    );
  });

  it('returns 0 for text that is not an integer (spec 03 §6)', () => {
    for (const text of ['', 'x', '-', '+ 1', '.5']) {
      expect(readInt32(text)).toEqual({ value: 0, end: 0 });
    }
    for (const text of ['', '1.5', '0x10', ' 1', '1e3']) expect(wrapInt32(text)).toBe(0);
  });
});
