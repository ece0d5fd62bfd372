import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDouble, anyNode, nastyText, tieDouble, wireDouble } from '../test/arbitraries.js';
import { referenceG } from '../test/reference-g.js';
import { wireLines } from '../test/wire-lines.js';
import { formatG, formatG6, readInt32, readStrtod } from './entries/numbers.js';
import { ByteWriter, decodeLatin1, encodeLatin1, parseSexp, printSexp, SexpCursor } from './index.js';

/** Recorded messages with some characters changed, removed, doubled or cut off. */
const brokenLine = fc
  .tuple(
    fc.constantFrom(...wireLines),
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', '(', ')', '"', ' ', '\0', '-', 'e', '9', '\u00ff', '((', '""')),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([line, edits]) => {
    let text = line;
    for (const [at, by] of edits) {
      const index = at % (text.length + 1);
      text = text.slice(0, index) + by + text.slice(index + 1);
    }
    return text;
  });

describe('long runs', () => {
  it('numbers agree with exact arithmetic (spec 03 §1.6)', () => {
    const writer = new ByteWriter();
    fc.assert(
      fc.property(fc.oneof(anyDouble, wireDouble, tieDouble, fc.double({ min: -1e6, max: 1e6 })), (x) => {
        const expected = referenceG(x);
        if (formatG6(x) !== expected || writer.reset().g6(x).toString() !== expected) throw new Error(`${x}`);
        if (formatG(x, 17) !== referenceG(x, 17)) throw new Error(`${x} with 17 digits`);
      }),
      { numRuns: 300_000 },
    );
  });

  it('prints every multiple of the quanta of the wire within the pitch (spec 03 §1.6)', () => {
    const writer = new ByteWriter();
    for (const quantum of [0.1, 0.01, 0.02, 0.001, 0.0001]) {
      const last = Math.min(200_000, Math.ceil(200 / quantum));
      for (let i = -last; i <= last; i++) {
        const x = i * quantum;
        const expected = referenceG(x);
        if (formatG6(x) !== expected || writer.reset().g6(x).toString() !== expected) throw new Error(`${x}`);
      }
    }
  });

  it('parses printed text to the same tree (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 8 }), (nodes) => {
        expect(parseSexp(printSexp(nodes))).toEqual({ ok: true, value: nodes });
      }),
      { numRuns: 20_000 },
    );
  });

  it('never throws, and always reaches the end (spec 03 §1.8)', () => {
    const steps: ((cursor: SexpCursor) => unknown)[] = [
      (c) => c.peekKind(),
      (c) => c.atEnd(),
      (c) => c.enterList(),
      (c) => c.enterNamed('see'),
      (c) => c.leaveList(),
      (c) => c.skip(),
      (c) => c.atomEquals('b'),
      (c) => c.takeAtom('hear'),
      (c) => c.readAtom(),
      (c) => c.readText(),
      (c) => c.readQuoted(),
      (c) => c.readNumber(),
      (c) => c.readInt(),
      (c) => c.readFlags(),
      (c) => c.peekNumeric(),
      (c) => c.readRaw(3),
      (c) => c.readOuterQuoted(),
      (c) => c.readUntilLastParen(),
    ];
    const latin = (text: string) => decodeLatin1(encodeLatin1(text));
    fc.assert(
      fc.property(
        fc.oneof(nastyText, brokenLine),
        fc.array(fc.nat({ max: steps.length - 1 }), { maxLength: 40 }),
        (raw, plan) => {
          const text = latin(raw);
          const overText = new SexpCursor(text, { maxDepth: 20 });
          const overBytes = new SexpCursor(encodeLatin1(text), { maxDepth: 20 });
          for (const step of plan) {
            const before = overText.pos;
            expect(steps[step]!(overText)).toEqual(steps[step]!(overBytes));
            expect(overText.pos).toBe(overBytes.pos);
            expect(overText.pos).toBeGreaterThanOrEqual(before);
            expect(overText.pos).toBeLessThanOrEqual(text.length);
            expect(overText.error).toBe(overBytes.error);
            expect(overText.errorOffset).toBe(overBytes.errorOffset);
          }
          for (const read of [readStrtod, readInt32]) {
            const { end } = read(text);
            expect(end).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(text.length);
          }
          parseSexp(raw);
        },
      ),
      { numRuns: 60_000 },
    );
  });
});
