import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intValue } from './lexer.js';
import { formatExact, formatG } from './number-text.js';

describe('08 §6, §15.4: %g', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [0.5, '0.5'],
    [100, '100'],
    [999999, '999999'],
    [1000000, '1e+06'],
    [1234567, '1.23457e+06'],
    [1234565, '1.23456e+06'],
    [1234575, '1.23458e+06'],
    [123456.5, '123456'],
    [123457.5, '123458'],
    [999999.5, '1e+06'],
    [-999999.4, '-999999'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [33.3333333, '33.3333'],
    [-0.015, '-0.015'],
    [1e100, '1e+100'],
    [1.5e-7, '1.5e-07'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [Number.NaN, 'nan'],
    [5e-324, '4.94066e-324'],
    [0.000099999999, '0.0001'],
  ])('%d is %s', (value, text) => expect(formatG(value)).toBe(text));

  it('keeps six digits of every number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatG(value);
        expect(text).toMatch(/^-?(\d+(\.\d*[1-9])?|\d(\.\d*[1-9])?e[+-]\d{2,3})$/);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 5.001e-6 + 1e-323);
      }),
    );
  });
});

describe('08 §2.2, §15.4: INT', () => {
  it.each([
    ['007', 7],
    ['-3', -3],
    ['+5', 5],
    ['-0', 0],
    ['2147483647', 2147483647],
    ['2147483648', -2147483648],
    ['-2147483649', 2147483647],
    ['12345678901234', 1942892530],
    ['9223372036854775808', -1],
    ['9223372036854775807', -1],
    ['-9223372036854775809', 0],
    ['99999999999999999999999999', -1],
    ['00000000000000000000000000012', 12],
  ])('%s is %i', (text, value) => expect(Object.is(intValue(text), value)).toBe(true));
});

it('08 §2.2: the exact text reads back as the same number', () => {
  const read = (text: string): number => (/^[+-]?\d+$/.test(text) ? intValue(text) : Number(text));
  const same = (value: number): void => {
    expect(read(formatExact(value))).toBe(value);
  };
  fc.assert(fc.property(fc.double({ noNaN: true }), same));
  fc.assert(fc.property(fc.maxSafeInteger(), same));
});
