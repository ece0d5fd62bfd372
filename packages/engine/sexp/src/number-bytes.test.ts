import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDouble, wireDouble } from '../test/arbitraries.js';
import { SexpCursor } from './cursor.js';
import { encodeLatin1 } from './latin1.js';
import { readDecimal } from './number-bytes.js';
import { readStrtod } from './number-read.js';
import { formatG, formatG6 } from './number-text.js';

const digits = (min: number, max: number) =>
  fc.string({ minLength: min, maxLength: max, unit: fc.constantFrom(...'0123456789') });

/** Decimal numbers with all their parts, mostly near the limits of the fast paths: 9, 15 and 16 digits, 10^22. */
const decimalText = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    digits(1, 20),
    fc.option(digits(0, 26), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.integer({ min: 0, max: 40 })), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      sign + whole + (fraction === undefined ? '' : `.${fraction}`) + (exponent?.join('') ?? ''),
  );

const numberText = fc.oneof(
  decimalText,
  wireDouble.map(formatG6),
  anyDouble.filter(Number.isFinite).map((x) => formatG(x, 17)),
  anyDouble.filter(Number.isFinite).map(String),
  fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map((n) => String(n / 10_000)),
);

const whole = (text: string) => readDecimal(encodeLatin1(text), 0, text.length);

describe('decimalValue', () => {
  it('returns the same double as Number and strtod, unless it returns NaN (spec 03 §1.8)', () => {
    let answers = 0;
    fc.assert(
      fc.property(numberText, (text) => {
        const value = whole(text);
        if (Number.isNaN(value)) return;
        answers++;
        expect(Object.is(value, Number(text)), text).toBe(true);
        expect(Object.is(value, readStrtod(text).value), text).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(answers).toBeGreaterThan(500);
  });

  it('reads hexadecimal numbers of up to 52 bits (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 52n) - 1n }), fc.constantFrom('', '-', '+'), (n, sign) => {
        const text = `${sign}0x${n.toString(16)}`;
        expect(Object.is(whole(text), readStrtod(text).value), text).toBe(true);
      }),
    );
  });

  it.each(['', '-', '.', '1e', '1e+', '1x', '--1', '1.5.5', '0x', '0xg', 'inf', 'nan', '1e9999', '1 '])(
    'returns NaN for %j (spec 03 §1.8)',
    (text) => {
      expect(whole(text)).toBeNaN();
    },
  );

  it('is exact up to the documented limits (spec 03 §1.8)', () => {
    for (const text of ['9007199254740993', '8999999999999999', '9000000000000001', '99999999999999995']) {
      const value = whole(text);
      if (!Number.isNaN(value)) expect(value).toBe(Number(text));
    }
    expect([whole('1e22'), whole('1e-22'), whole('-0e5')]).toEqual([1e22, 1e-22, -0]);
    expect([whole('1e23'), whole('1e-23')]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('SexpCursor.readNumber', () => {
  it('returns the same double as Number for text and bytes, with any text after the number (spec 03 §1.8)', () => {
    const cursor = new SexpCursor();
    fc.assert(
      fc.property(numberText, fc.constantFrom('', ' ', ')', '(', '"x"', '\0'), (text, after) => {
        for (const source of [text + after, encodeLatin1(text + after)]) {
          cursor.reset(source);
          expect(Object.is(cursor.readNumber(), Number(text)), text).toBe(true);
          expect([cursor.error, cursor.pos]).toEqual([null, text.length]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reads all numbers of up to four digits with up to four decimals (spec 03 §1.8)', () => {
    for (let n = 0; n < 10_000; n++) {
      for (const text of [`${n}`, `-${n / 10}`, `${(n / 10_000).toFixed(4)}`, `-${(n / 100).toFixed(2)}`]) {
        const cursor = new SexpCursor(text);
        if (!Object.is(cursor.readNumber(), Number(text))) expect(text).toBe('read as Number reads it');
      }
    }
  });
});
