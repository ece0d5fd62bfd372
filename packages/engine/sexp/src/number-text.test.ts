import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDouble, tieDouble, wireDouble } from '../test/arbitraries.js';
import { referenceG } from '../test/reference-g.js';
import { SexpCursor } from './cursor.js';
import { decodeLatin1 } from './latin1.js';
import {
  formatG,
  formatG6,
  MAX_G6_LENGTH,
  MAX_INT_LENGTH,
  roundG6,
  roundInt,
  writeAscii,
  writeG6,
  writeInt,
} from './number-text.js';

function written(x: number): string {
  const buffer = new Uint8Array(3 + MAX_G6_LENGTH).fill(0x23);
  const end = writeG6(buffer, 2, x);
  return decodeLatin1(buffer, 2, end);
}

function writtenInt(n: number): string {
  const buffer = new Uint8Array(MAX_INT_LENGTH);
  return decodeLatin1(buffer, 0, writeInt(buffer, 0, n));
}

/** The tables of spec 03 §1.6 and spec 01 §5.3. */
const TABLE: [number, string][] = [
  [0.30000000000000004, '0.3'],
  [1234567, '1.23457e+06'],
  [1000000, '1e+06'],
  [130600, '130600'],
  [130555.5, '130556'],
  [130554.5, '130554'],
  [7955.123456, '7955.12'],
  [0.00001234, '1.234e-05'],
  [0.00009999999, '0.0001'],
  [-0, '-0'],
  [122.70000000000002, '122.7'],
  [12345.25, '12345.2'],
  [14.02, '14.02'],
  [14.0212345, '14.0212'],
  [8000, '8000'],
  [1234567.8, '1.23457e+06'],
  [0.00125, '0.00125'],
  [0.000012345, '1.2345e-05'],
  [0.0001, '0.0001'],
  [1, '1'],
  [999999.4, '999999'],
  [999999.5, '1e+06'],
  [123456.5, '123456'],
  [1000.125, '1000.12'],
  // spec 09 §8.5
  [-131.23456, '-131.235'],
  [7943.2749, '7943.27'],
  [130599.6, '130600'],
];

describe('formatG6 and writeG6', () => {
  it.each(TABLE)('%d prints as %s (spec 03 §1.6, §13.3, spec 01 §5.3, §9.7, spec 09 §8.5)', (value, text) => {
    expect(formatG6(value)).toBe(text);
    expect(written(value)).toBe(text);
    expect(formatG(value, 6)).toBe(text);
    expect(referenceG(value)).toBe(text);
  });

  it('prints infinities and NaN like C (spec 03 §1.8)', () => {
    for (const print of [formatG6, written]) {
      expect(print(Number.POSITIVE_INFINITY)).toBe('inf');
      expect(print(Number.NEGATIVE_INFINITY)).toBe('-inf');
      expect(print(Number.NaN)).toBe('-nan');
    }
  });

  it('prints extreme magnitudes (spec 03 §1.6)', () => {
    for (const x of [
      5e-324,
      Number.MIN_VALUE * 3,
      2.2250738585072014e-308,
      Number.MAX_VALUE,
      1e21,
      1e-7,
      -1e22,
    ]) {
      expect(written(x)).toBe(referenceG(x));
      expect(formatG6(x)).toBe(referenceG(x));
    }
  });

  it.each([
    ['any double', anyDouble],
    ['wire values', wireDouble],
    ['binary ties', tieDouble],
    ['the plain range', fc.double({ min: -1e6, max: 1e6, noNaN: true })],
  ] as const)('agrees with exact arithmetic: %s (spec 03 §1.6)', (_name, values) => {
    fc.assert(
      fc.property(values, (x) => {
        const expected = referenceG(x);
        expect(formatG6(x)).toBe(expected);
        expect(written(x)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['any double', anyDouble],
    ['wire values', wireDouble],
    ['binary ties', tieDouble],
    ['the plain range', fc.double({ min: -1e6, max: 1e6 })],
  ] as const)('roundG6 is the number that a reader gets from the text: %s', (_name, values) => {
    fc.assert(
      fc.property(values, (x) => {
        const cursor = new SexpCursor(written(x));
        expect(roundG6(x)).toBe(cursor.readNumber());
        expect(cursor.error).toBe(null);
      }),
      { numRuns: 2000 },
    );
  });

  it('roundG6 keeps -0 and rounds as the table', () => {
    expect(roundG6(-0)).toBe(-0);
    for (const [value, text] of TABLE) expect(roundG6(value)).toBe(Number(text));
  });

  it('prints all multiples of the usual quanta near zero (spec 03 §1.6)', () => {
    for (const quantum of [0.1, 0.01, 0.001, 0.0001]) {
      for (let i = -1500; i <= 1500; i++) {
        const expected = referenceG(i * quantum);
        expect(written(i * quantum)).toBe(expected);
        expect(formatG6(i * quantum)).toBe(expected);
      }
    }
  });

  it('prints the powers of ten and the doubles next to them (spec 01 §5.3)', () => {
    for (let power = -8; power <= 8; power++) {
      for (const step of [-2, -1, 0, 1, 2]) {
        for (const around of [10 ** power, 10 ** power * 0.9999995, 10 ** power * 0.99999949]) {
          const x = around * (1 + step * Number.EPSILON);
          expect(written(x)).toBe(referenceG(x));
          expect(formatG6(x)).toBe(referenceG(x));
        }
      }
    }
  });
});

describe('formatG', () => {
  it('agrees with exact arithmetic at other precisions (spec 01 §5.3)', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyDouble, wireDouble, tieDouble),
        fc.integer({ min: 1, max: 17 }),
        (x, precision) => {
          expect(formatG(x, precision)).toBe(referenceG(x, precision));
        },
      ),
      { numRuns: 2000 },
    );
    expect([0.5, 2.5, 3.5, 0.25].map((x) => formatG(x, 1))).toEqual(['0.5', '2', '4', '0.2']);
    expect(formatG(12345.678, 0)).toBe('1e+04');
  });
});

describe('writeInt', () => {
  it('prints integers in plain decimal (spec 03 §1.6)', () => {
    const edges = [
      0,
      9,
      10,
      99,
      100,
      999,
      1000,
      99999,
      2147483647,
      -2147483648,
      2147483648,
      Number.MAX_SAFE_INTEGER,
    ];
    for (const n of edges) {
      expect(writtenInt(n)).toBe(String(n));
      expect(writtenInt(-n)).toBe(String(0 - n));
    }
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => writtenInt(n) === String(n)));
    fc.assert(fc.property(fc.integer(), (n) => writtenInt(n) === String(n)));
  });

  it('prints digits also for numbers that are not integers (spec 03 §1.6)', () => {
    expect([1.9, -1.9, -0, -0.5, Number.NaN, 1e300].map(writtenInt)).toEqual([
      '1',
      '-1',
      '0',
      '0',
      '0',
      '9007199254740991',
    ]);
  });

  it('roundInt is the number that a reader gets from the text', () => {
    const examples = [1.9, -1.9, -0, -0.5, Number.NaN, 1e300, -1e300, 2147483648, -2147483649];
    for (const n of examples) expect(roundInt(n)).toBe(Number(writtenInt(n)));
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (n) => Object.is(roundInt(n), Number(writtenInt(n)))),
    );
  });
});

describe('writeAscii', () => {
  it('writes one byte per character, and never the low byte of a wider character (spec 03 §1.8)', () => {
    const buffer = new Uint8Array(8);
    // The low byte of U+0128 is the code of "(".
    expect(writeAscii(buffer, 1, 'a\u0128\u00e9')).toBe(4);
    expect([...buffer]).toEqual([0, 0x61, 0x3f, 0xe9, 0, 0, 0, 0]);
  });
});
