import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message, region } from '../test/arbitraries.js';
import { fuzzJson, fuzzMessages } from '../test/fuzz.js';
import { flip, formatMessage, type Region, visit } from './entries/tree.js';
import { parseHeard, parseMessage, parseSay, printHeard, printSay, printSource } from './index.js';
import { MAX_DATAGRAM_LENGTH } from './parse/parse.js';

describe('parse(print(x)) = x (spec 08 §3, §6)', () => {
  it('for the exact text', () => {
    fc.assert(
      fc.property(message, (tree) => {
        const said = printSay(tree);
        fc.pre(said.length <= MAX_DATAGRAM_LENGTH);
        expect(parseMessage(printSource(tree), { maxFreeform: -1 })).toEqual({ ok: true, value: tree });
        expect(parseSay(said, { maxFreeform: -1 })).toEqual({ ok: true, value: tree });
      }),
      { numRuns: 500 },
    );
  });

  it('for the formatted text, whatever the width', () => {
    fc.assert(
      fc.property(message, fc.nat({ max: 120 }), fc.nat({ max: 8 }), (tree, width, indent) => {
        const text = formatMessage(tree, { width, indent });
        fc.pre(text.length <= MAX_DATAGRAM_LENGTH);
        expect(parseMessage(text)).toEqual({ ok: true, value: tree });
      }),
      { numRuns: 300 },
    );
  });

  it('spec 08 §5 rule 6: a second pass does not change merged unions', () => {
    const names: fc.Arbitrary<Region> = fc.letrec<{ region: Region }>((tie) => ({
      region: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Region>({ kind: 'named', name: 'A' }, { kind: 'named', name: 'B' }, { kind: 'null' }),
        fc.record({
          kind: fc.constant('union' as const),
          regions: fc.array(tie('region'), { minLength: 1, maxLength: 4 }),
        }),
      ),
    })).region;
    const leaves = (tree: Region): string[] => {
      const found: string[] = [];
      visit(tree, (node) => {
        if (node.kind === 'named') found.push(node.name);
        if (node.kind === 'null') found.push('null');
      });
      return found;
    };
    fc.assert(
      fc.property(names, (tree) => {
        const text = printHeard({
          kind: 'define',
          definitions: [{ kind: 'definer', name: 'R', region: tree }],
        });
        const again = parseHeard(text);
        if (!again.ok || again.value.kind !== 'define') throw new Error(text);
        expect(printHeard(again.value)).toBe(text);
        const heard = again.value.definitions[0]!;
        if (heard.kind !== 'definer') throw new Error(text);
        expect(leaves(heard.region)).toEqual(leaves(tree));
      }),
    );
  });

  it('nothing throws on any message, and JSON keeps it', () => fuzzMessages(400));
  it('nothing throws on any JSON value', () => fuzzJson(500));
});

describe('flipping (spec 08 §10)', () => {
  it('twice gives the coordinates back', () => {
    fc.assert(
      fc.property(region, (tree) => {
        let moved = false;
        visit(tree, (node) => {
          // angles are normalized, -0 becomes 0, and products of ball and players get a factor
          if (node.kind === 'arc' || node.kind === 'arith') moved = true;
          if (
            (node.kind === 'abs' || node.kind === 'rel') &&
            (Object.is(node.x, -0) || Object.is(node.y, -0))
          )
            moved = true;
        });
        fc.pre(!moved);
        expect(flip(flip(tree))).toEqual(tree);
      }),
    );
  });

  it('turns the example of the right coach', () => {
    const seen = parseMessage('(define (definer "R" (rec (pt 20 -10) (pt 40 10))))');
    if (!seen.ok) throw new Error(seen.error.message);
    expect(printSource(flip(seen.value))).toBe('(define (definer "R" (rec (pt -20 10) (pt -40 -10))))');
  });
});
