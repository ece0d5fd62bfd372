import fc from 'fast-check';
import type { SexpNode } from '../src/index.js';

/** Any double by its bits: all magnitudes, subnormals, infinities. */
export const anyDouble: fc.Arbitrary<number> = fc
  .bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })
  .map((bits) => new Float64Array(new BigUint64Array([bits]).buffer)[0]!);

/** Values typical for the wire: quantized, whole, in the range of the pitch. */
export const wireDouble: fc.Arbitrary<number> = fc
  .tuple(
    fc.integer({ min: -2_000_000, max: 2_000_000 }),
    fc.constantFrom(1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.02),
  )
  .map(([steps, quantum]) => steps * quantum);

/** Values whose seventh significant digit is an exact 5, or near to one: the rounding cases of spec 03 §1.6. */
export const tieDouble: fc.Arbitrary<number> = fc
  .tuple(
    fc.integer({ min: 1_000_000, max: 9_999_999 }),
    fc.integer({ min: 0, max: 10 }),
    fc.constantFrom(-1, 0, 1),
    fc.boolean(),
  )
  .map(([n, shift, nudge, negative]) => {
    const halves = (n * 2 + 1) / 2 ** (shift + 1);
    const value = halves * (1 + nudge * Number.EPSILON);
    return negative ? -value : value;
  });

const atomText = fc
  .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcXYZ019+-_.,/:;<=>?@[\\]^{}#\u00e9') })
  .filter((text) => text !== '');
const stringText = fc.string({ maxLength: 10, unit: fc.constantFrom(...'ab 09().+-*/?<>_\\\n') });

/** Trees that text can represent. */
export const anyNode: fc.Arbitrary<SexpNode> = fc.letrec<{ node: SexpNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atomText.map((text): SexpNode => ({ kind: 'atom', text })),
    stringText.map((text): SexpNode => ({ kind: 'string', text })),
    fc.array(tie('node'), { maxLength: 5 }).map((items): SexpNode => ({ kind: 'list', items })),
  ),
})).node;

/** Text that resembles messages but need not be well-formed. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 80, unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '(',
        ')',
        '"',
        ' ',
        '\n',
        '\0',
        'hear',
        'msg',
        'include',
        'error',
        'no team with name',
        '3',
        '-0',
        '0x',
        '0x1f',
        '1e',
        '1e400',
        'inf',
        '-nan',
        'nan(',
        '.',
        '-',
        'see',
        '\u00ff',
        '\u4f60',
        '99999999999999999999',
        '()',
        '""',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);
