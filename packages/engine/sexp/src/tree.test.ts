import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNode, nastyText } from '../test/arbitraries.js';
import { encodeLatin1 } from './latin1.js';
import { parseSexp, parseSexpOne, printSexp, type SexpNode } from './tree.js';

const list = (...items: SexpNode[]): SexpNode => ({ kind: 'list', items });

describe('parseSexp and printSexp', () => {
  it('parses atoms, strings and lists (spec 03 §1.8)', () => {
    const parsed = parseSexpOne('((p "Alpha" 1 goalie)(b)\t-0\n)\0');
    expect(parsed).toEqual({
      ok: true,
      value: list(
        list(
          { kind: 'atom', text: 'p' },
          { kind: 'string', text: 'Alpha' },
          { kind: 'atom', text: '1' },
          { kind: 'atom', text: 'goalie' },
        ),
        list({ kind: 'atom', text: 'b' }),
        { kind: 'atom', text: '-0' },
      ),
    });
    if (parsed.ok) expect(printSexp(parsed.value)).toBe('((p "Alpha" 1 goalie) (b) -0)');
  });

  it('parses several expressions, none, and exactly one (spec 03 §1.8)', () => {
    expect(parseSexp('(a)(b) c "d"')).toMatchObject({ ok: true, value: { length: 4 } });
    expect(parseSexp(' \n')).toEqual({ ok: true, value: [] });
    expect(parseSexpOne('a b')).toMatchObject({ ok: false, error: { code: 'not_one_expression' } });
    expect(parseSexpOne('')).toMatchObject({ ok: false, error: { code: 'not_one_expression' } });
    expect(parseSexpOne('(')).toMatchObject({ ok: false, error: { code: 'unclosed_list' } });
  });

  it('parses an object with an empty name as a list (spec 03 §1.8)', () => {
    expect(parseSexpOne('( 10 -15)')).toEqual({
      ok: true,
      value: list({ kind: 'atom', text: '10' }, { kind: 'atom', text: '-15' }),
    });
  });

  it.each([
    ['(a', 'unclosed_list', 2],
    ['(a))', 'unexpected_close', 3],
    ['(a "b)', 'unclosed_string', 3],
    ['(a\0)', 'unclosed_list', 2],
  ])('refuses %j with %s (spec 03 §1.8)', (text, code, offset) => {
    for (const source of [text, encodeLatin1(text)]) {
      expect(parseSexp(source)).toMatchObject({ ok: false, error: { code, offset } });
    }
  });

  it('limits nesting, and no depth overflows the stack (spec 03 §1.8)', () => {
    const deep = '('.repeat(200_000) + ')'.repeat(200_000);
    expect(parseSexp(deep)).toMatchObject({ ok: false, error: { code: 'too_deep', offset: 512 } });
    const parsed = parseSexp(deep, { maxDepth: 200_000 });
    expect(parsed.ok && printSexp(parsed.value) === deep).toBe(true);
  });

  it('parses printed text to the same tree (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 5 }), (nodes) => {
        expect(parseSexp(printSexp(nodes))).toEqual({ ok: true, value: nodes });
        expect(parseSexp(encodeLatin1(printSexp(nodes)))).toEqual({ ok: true, value: nodes });
      }),
    );
  });

  it('never throws (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const parsed = parseSexp(text);
        if (parsed.ok) expect(parseSexp(printSexp(parsed.value))).toEqual(parsed);
        else expect(parsed.error.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });
});
