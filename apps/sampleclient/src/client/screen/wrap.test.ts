import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinParts, splitMessage, toPrintable, wrapLines } from './wrap.js';

test('control characters of a message are shown as escapes', () => {
  expect(toPrintable('a\u001b[2Jb\u009bc\u00ad')).toBe('a\\x1b[2Jb\\x9bc\\xad');
});

describe('splitMessage', () => {
  test('splits at the outer brackets and words', () => {
    expect(splitMessage('(see 3 ((b) 1 -2) ((f c) 4 5))')).toEqual(['see', '3', '((b) 1 -2)', '((f c) 4 5)']);
    expect(splitMessage('(ok synch_see)')).toEqual(['ok', 'synch_see']);
    expect(splitMessage('(a(b)(c))')).toEqual(['a', '(b)', '(c)']);
  });

  test('loses only spaces of any text', () => {
    const text = fc.string({ unit: fc.constantFrom('(', ')', ' ', 'a', '1') });
    fc.assert(
      fc.property(text, (message) => {
        const inner = /^\((.*)\)$/.exec(message)?.[1] ?? message;
        expect(splitMessage(message).join('').replaceAll(' ', '')).toBe(inner.replaceAll(' ', ''));
      }),
    );
  });
});

test('parts flow over lines, and only a part longer than a line is cut', () => {
  expect(joinParts(['(aa)', '(bb)', '(cccccccccccc)', '(d)'], 10)).toEqual([
    '(aa)  (bb)',
    '(ccccccccc',
    'ccc)  (d)',
  ]);
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.integer({ min: 1, max: 30 }), (parts, width) => {
      for (const line of joinParts(parts, width)) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});

test('text is cut into lines of the width', () => {
  expect(wrapLines('abcde', 2)).toEqual(['ab', 'cd', 'e']);
  expect(wrapLines('', 2)).toEqual(['']);
});
