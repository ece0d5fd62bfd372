import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowWriter } from './row-writer.js';

function writeNumber(value: number): string {
  const writer = new RowWriter();
  writer.number(value);
  return writer.take();
}

it('writes numbers with few decimals as String does', () => {
  const decimals = fc
    .tuple(fc.integer({ min: -0x7fffffff, max: 0x7fffffff }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`));
  fc.assert(
    fc.property(decimals, (value) => {
      expect(writeNumber(value)).toBe(String(value));
    }),
    { numRuns: 5000 },
  );
});

it('writes any number as String does', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(writeNumber(value)).toBe(String(value));
    }),
    { numRuns: 1000 },
  );
  for (const value of [
    -0,
    1e-6,
    1e-7,
    214748.3647,
    214748.3648,
    2147.483647,
    2147.483648,
    2147483647,
    2 ** 31,
  ])
    expect(writeNumber(value)).toBe(String(value));
});

it('takes the text since the last call, whatever its length and characters', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.double());
  const long = fc.constantFrom('x'.repeat(70_000), `\ufeff${'é漢🤖'.repeat(30_000)}`);
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: long })), {
        maxLength: 3,
      }),
      (pieces) => {
        const writer = new RowWriter();
        for (const parts of pieces) {
          for (const value of parts) {
            if (typeof value === 'number') writer.number(value);
            else writer.text(value);
            writer.ascii(0x2c);
          }
          expect(writer.take()).toBe(parts.map((value) => `${String(value)},`).join(''));
        }
      },
    ),
    { numRuns: 60 },
  );
});
