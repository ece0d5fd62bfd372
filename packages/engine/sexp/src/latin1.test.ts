import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyText, encodeLatin1 } from './latin1.js';

describe('loadText', () => {
  it('copies one byte per character, with 0xff for characters above U+00FF (spec 03 §1.8)', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60, unit: 'binary-ascii' }),
      fc.string({ maxLength: 60, unit: 'binary' }),
      fc.string({ maxLength: 60, unit: fc.constantFrom('a', '\u00e9', '\u00ff', '\u4f60', '\ud800', '\0') }),
    );
    fc.assert(
      fc.property(text, fc.nat(8), (source, start) => {
        const begin = Math.min(start, source.length);
        const part = source.slice(begin);
        const bytes = new Uint8Array(part.length + 3);
        const wide = copyText(source, begin, source.length, bytes);
        expect(wide).toBe([...part].some((c) => c > '\u00ff'));
        const expected = Uint8Array.from(part, (c) => Math.min(c.charCodeAt(0), 0xff));
        if (!/[\ud800-\udfff]/.test(part)) expect(bytes.subarray(0, part.length)).toEqual(expected);
        if (!wide) expect(bytes.subarray(0, part.length)).toEqual(encodeLatin1(part));
      }),
      { numRuns: 500 },
    );
  });
});
