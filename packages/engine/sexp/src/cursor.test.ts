import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNode, nastyText, wireDouble } from '../test/arbitraries.js';
import { SexpCursor } from './cursor.js';
import { encodeLatin1 } from './latin1.js';
import { readStrtod } from './number-read.js';
import { formatG6 } from './number-text.js';
import { parseSexp, printSexp, type SexpNode } from './tree.js';

const SOURCES: [string, (text: string) => string | Uint8Array][] = [
  ['text', (text) => text],
  ['bytes', encodeLatin1],
];

/** Reads everything with the cursor and builds the tree that parseSexp builds. */
function walk(cursor: SexpCursor): SexpNode[] {
  const top: SexpNode[] = [];
  const outer: SexpNode[][] = [];
  let items = top;
  for (;;) {
    const kind = cursor.peekKind();
    if (kind === 'atom') items.push({ kind, text: cursor.readAtom() });
    else if (kind === 'string') items.push({ kind, text: cursor.readQuoted() });
    else if (kind === 'list') {
      cursor.enterList();
      const inner: SexpNode[] = [];
      items.push({ kind, items: inner });
      outer.push(items);
      items = inner;
    } else if (kind === 'close' && outer.length > 0) {
      cursor.leaveList();
      items = outer.pop()!;
    } else {
      if (outer.length > 0) cursor.leaveList();
      return top;
    }
  }
}

describe.each(SOURCES)('SexpCursor over %s', (_name, source) => {
  const open = (text: string) => new SexpCursor(source(text));

  it('reads a see message (spec 03 §1.8)', () => {
    const cursor = open('(see 12 ((f c) 5.4 -8 -0 0) ((p "Alpha" 3) 10 -7)((b) 3 1))\0');
    expect(cursor.enterNamed('look')).toBe(false);
    expect(cursor.enterNamed('see')).toBe(true);
    expect(cursor.readInt()).toBe(12);
    const seen: unknown[] = [];
    while (!cursor.atEnd()) {
      cursor.enterList();
      cursor.enterList();
      const name = [cursor.readAtom()];
      while (!cursor.atEnd()) name.push(cursor.readText());
      cursor.leaveList();
      const numbers: number[] = [];
      while (!cursor.atEnd()) numbers.push(cursor.readNumber());
      cursor.leaveList();
      seen.push([name, numbers]);
    }
    cursor.leaveList();
    expect(cursor.peekKind()).toBe('end');
    expect(cursor.result(seen)).toEqual({
      ok: true,
      value: [
        [
          ['f', 'c'],
          [5.4, -8, -0, 0],
        ],
        [
          ['p', 'Alpha', '3'],
          [10, -7],
        ],
        [['b'], [3, 1]],
      ],
    });
  });

  it('accepts any blanks, or none, between parentheses (spec 03 §1.8)', () => {
    const cursor = open(' \t( a\n(b 1)(c"d e")  ) ');
    cursor.enterList();
    expect(cursor.atomEquals('a')).toBe(true);
    expect(cursor.atomEquals('ab')).toBe(false);
    expect(cursor.takeAtom('a')).toBe(true);
    expect(cursor.skip()).toBe(true);
    expect(cursor.enterNamed('c')).toBe(true);
    expect(cursor.peekKind()).toBe('string');
    expect(cursor.readQuoted()).toBe('d e');
    expect(cursor.peekKind()).toBe('close');
    expect([cursor.leaveList(), cursor.leaveList(), cursor.peekKind(), cursor.depth]).toEqual([
      true,
      true,
      'end',
      0,
    ]);
  });

  it('compares whole atoms (spec 03 §1.8)', () => {
    const cursor = open('seeing see');
    expect(cursor.takeAtom('see')).toBe(false);
    expect(cursor.takeAtom('seeing')).toBe(true);
    expect(cursor.takeAtom('see')).toBe(true);
    expect(cursor.takeAtom('')).toBe(false);
  });

  it('treats any other character as part of an atom (spec 03 §1.8)', () => {
    expect(open('caf\u00e9 x').readAtom()).toBe('caf\u00e9');
    const cursor = new SexpCursor('(\u4f60 \u00ff "\u597d")');
    expect([cursor.enterNamed('\u00ff'), cursor.enterNamed('\u4f60')]).toEqual([false, true]);
    expect([cursor.takeAtom('\u00ff'), cursor.readQuoted(), cursor.leaveList()]).toEqual([
      true,
      '\u597d',
      true,
    ]);
  });

  it('reads strings without escapes (spec 03 §1.8)', () => {
    const cursor = open('"a\\" "(b) c" ""');
    expect([cursor.readQuoted(), cursor.readQuoted(), cursor.readText()]).toEqual(['a\\', '(b) c', '']);
    expect(cursor.error).toBeNull();
  });

  it.each([
    '0',
    '-0',
    '1e+06',
    '1e-05',
    'inf',
    '-inf',
    '-nan',
    'nan',
    '0x10',
    '7.',
    '.9e1',
    '+8',
    '123456789012345678',
    '0.1',
    '1.7976931348623157e308',
    '0.000000000000000000000000000001',
    '-122.7',
    '4.35',
    '999999999999999.9',
    '5e-324',
  ])('readNumber accepts the numbers of strtod: %s (spec 03 §1.8)', (text) => {
    const cursor = open(`(x ${text})`);
    cursor.enterNamed('x');
    expect(Object.is(cursor.readNumber(), readStrtod(text).value)).toBe(true);
    expect([cursor.error, cursor.leaveList()]).toEqual([null, true]);
  });

  it('readNumber returns the correctly rounded value (spec 03 §1.8)', () => {
    const number = fc.oneof(
      wireDouble.map(formatG6),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n }))
        .map(([a, b]) => `${a}.${b}`),
    );
    fc.assert(
      fc.property(number, (text) => {
        expect(Object.is(open(text).readNumber(), Number(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['abc', '-', '.', '1x', '--5', '1e', '0xg', '(1)', '"1"', ')', ''])(
    'readNumber rejects %j (spec 03 §1.8)',
    (text) => {
      const cursor = open(text);
      expect(cursor.readNumber()).toBeNaN();
      expect([cursor.error, cursor.errorOffset]).toEqual(['expected_number', 0]);
    },
  );

  it('peekNumeric distinguishes numbers from names (spec 03 §1.8)', () => {
    for (const text of ['0', '-0', '+.5', '-8', '1e+06', ' 7)'])
      expect(open(text).peekNumeric(), text).toBe(true);
    for (const text of ['f', '-', '.', '-x', '', '(1', '"1"', 'inf'])
      expect(open(text).peekNumeric(), text).toBe(false);
  });

  it('wraps integers to 32 bits (spec 03 §6)', () => {
    const cursor = open('4294967396 -3 +5 007 99999999999999999999 -0 2147483648');
    expect(Array.from({ length: 7 }, () => cursor.readInt())).toEqual([100, -3, 5, 7, -1, 0, -2147483648]);
    for (const text of ['1.5', 'x', '-', '1x', '', '0x10', '1\u0101']) {
      const bad = open(text);
      expect([bad.readInt(), bad.error]).toEqual([0, 'expected_int']);
    }
  });

  it('reads hexadecimal state bits with and without 0x (spec 09 §13.1)', () => {
    const cursor = open('0x1 0X200009 ff 10 ffffffff 0');
    expect(Array.from({ length: 6 }, () => cursor.readHex())).toEqual([1, 0x200009, 255, 16, 0xffffffff, 0]);
    for (const text of ['', '0x', '0x123456789', '123456789', '-1', '1g', '"1"', '(1)', ')']) {
      const bad = open(text);
      expect([bad.readHex(), bad.error, bad.errorOffset]).toEqual([0, 'expected_int', 0]);
    }
  });

  it('enters lists and returns their short names', () => {
    const cursor = open('(b 1)( fp)((l 2) 3)(long 4)("s")()(\u00ff 5)');
    const names: [number, string][] = [];
    while (!cursor.atEnd()) {
      names.push([cursor.enterShortNamed(), cursor.peekKind()]);
      cursor.leaveList();
    }
    expect(names).toEqual([
      [0x62, 'atom'],
      [0x7066, 'close'],
      [0, 'list'],
      [0, 'atom'],
      [0, 'string'],
      [0, 'close'],
      [0xff, 'atom'],
    ]);
    expect(cursor.error).toBeNull();
    for (const text of ['', 'b', ')', '"b"']) {
      const bad = open(text);
      expect([bad.enterShortNamed(), bad.error]).toEqual([0, 'expected_list']);
    }
    const deep = new SexpCursor(source('(a(b))'), { maxDepth: 1 });
    expect([deep.enterShortNamed(), deep.enterShortNamed(), deep.error]).toEqual([0x61, 0, 'too_deep']);
  });

  it('reads hexadecimal state bits (spec 09 §8.4)', () => {
    const cursor = open('0x1 0x200009 0XfF 0 8 0xffffffff');
    expect(Array.from({ length: 6 }, () => cursor.readFlags())).toEqual([1, 0x200009, 255, 0, 8, -1]);
    for (const text of ['0x', '0xg', '0x1g', 'x1', '']) {
      const bad = open(text);
      expect([bad.readFlags(), bad.error]).toEqual([0, 'expected_int']);
    }
  });

  it('ends the text at the first NUL (spec 03 §1.2)', () => {
    const cursor = open('(turn 10)\0(turn_neck 10)');
    expect([cursor.skip(), cursor.peekKind()]).toEqual([true, 'end']);
    expect([open('(a\0)').skip(), open('"a\0"').readQuoted(), open('ab\0c').readAtom()]).toEqual([
      false,
      '',
      'ab',
    ]);
  });

  it('keeps the first failure with its offset (spec 03 §1.8)', () => {
    const cursor = open('(a (b) "c)');
    cursor.enterNamed('a');
    cursor.readNumber();
    cursor.readQuoted();
    expect([cursor.error, cursor.errorOffset]).toEqual(['expected_number', 3]);
    expect([
      cursor.peekKind(),
      cursor.atEnd(),
      cursor.enterList(),
      cursor.skip(),
      cursor.leaveList(),
    ]).toEqual(['end', true, false, false, false]);
    const result = cursor.result(1);
    expect(result).toMatchObject({ ok: false, error: { code: 'expected_number', offset: 3 } });
  });

  it.each([
    ['(a (b)', 'unclosed_list', 6],
    ['(a "b)', 'unclosed_string', 3],
    [')', 'expected_item', 0],
    ['', 'expected_item', 0],
    ['"abc', 'unclosed_string', 0],
  ])('skip of %j fails with %s (spec 03 §1.8)', (text, code, offset) => {
    const cursor = open(text);
    expect(cursor.skip()).toBe(false);
    expect([cursor.error, cursor.errorOffset]).toEqual([code, offset]);
  });

  it('leaves lists (spec 03 §1.8)', () => {
    const cursor = open('(a (b c (d)) "x)" 5) 7');
    cursor.enterNamed('a');
    cursor.enterNamed('b');
    expect([cursor.leaveList(), cursor.leaveList(), cursor.readInt()]).toEqual([true, true, 7]);
    expect([cursor.leaveList(), cursor.error]).toEqual([false, 'unexpected_close']);
    const early = open('(a');
    early.enterNamed('a');
    expect([early.leaveList(), early.error]).toEqual([false, 'unclosed_list']);
  });

  it('limits nesting and needs no call stack (spec 03 §1.8)', () => {
    const deep = '('.repeat(100_000) + ')'.repeat(100_000);
    const cursor = open(deep);
    expect([cursor.skip(), cursor.error, cursor.errorOffset]).toEqual([false, 'too_deep', 512]);
    const wide = new SexpCursor(source(deep), { maxDepth: 100_000 });
    expect([wide.skip(), wide.error, wide.peekKind()]).toEqual([true, null, 'end']);
    const entering = new SexpCursor(source('((()))'), { maxDepth: 2 });
    expect([entering.enterList(), entering.enterList(), entering.enterList(), entering.error]).toEqual([
      true,
      true,
      false,
      'too_deep',
    ]);
  });

  it('reads everything up to the last parenthesis (spec 03 §1.8)', () => {
    const cursor = open('(hear 3 referee  foul ) (x ) \n');
    cursor.enterNamed('hear');
    cursor.readInt();
    cursor.takeAtom('referee');
    expect(cursor.readUntilLastParen()).toBe(' foul ) (x ');
    expect([cursor.depth, cursor.peekKind()]).toEqual([0, 'end']);
    const none = open('(hear 3 x');
    none.enterNamed('hear');
    expect([none.readUntilLastParen(), none.error]).toEqual(['', 'unclosed_list']);
  });

  it('reads a range of a longer source (spec 03 §1.8)', () => {
    const cursor = new SexpCursor();
    const lines = source('(a 1)\n(b 2');
    cursor.reset(lines, 0, 5);
    expect([cursor.skip(), cursor.peekKind()]).toEqual([true, 'end']);
    cursor.reset(lines, 6, 10);
    expect([cursor.enterNamed('b'), cursor.readInt(), cursor.leaveList(), cursor.errorOffset]).toEqual([
      true,
      2,
      false,
      10,
    ]);
    cursor.reset(source('abc)'), 0, 2);
    expect([cursor.readAtom(), cursor.readUntilLastParen()]).toEqual(['ab', '']);
  });

  it('reads the same items as the tree reader (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 4 }), (nodes) => {
        const cursor = open(printSexp(nodes));
        expect(cursor.result(walk(cursor))).toEqual({ ok: true, value: nodes });
      }),
    );
  });

  it('never throws, and accepts exactly the texts that the tree reader accepts (spec 03 §1.8)', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const cursor = open(text);
        walk(cursor);
        const complete = cursor.error === null && cursor.peekKind() === 'end';
        expect(complete).toBe(parseSexp(source(text)).ok);
      }),
      { numRuns: 1000 },
    );
  });
});
