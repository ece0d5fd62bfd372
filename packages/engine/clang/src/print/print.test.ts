import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../entries/tree.js';
import { parseMessage, parseSay, printHeard, printSay, printSource } from '../index.js';

const heard = (message: string): string => {
  const said = parseSay(`(say ${message})`);
  if (!said.ok) throw new Error(`${message}: ${said.error.message}`);
  return printHeard(said.value);
};
const inDefine = (text: string): string => heard(`(define ${text})`).slice('(define '.length, -1);

describe('distortions of the text that players receive (spec 08 §6)', () => {
  it.each([
    [
      'units reversed, kept, unsigned (spec 08 §15.8)',
      '(definea "A" (mark {1 1 0 12 -1 X "Y"}))',
      '(definea "A" (mark {Y X 4294967295 (null) 0 1 1}))',
    ],
    [
      'moves in one order (spec 08 §15.9)',
      '(definea "A" (bto "R" {s d c d s p}))',
      '(definea "A" (bto "R" {pdcs}))',
    ],
    [
      'numbers stand after (spec 08 §15.10)',
      '(definec "C" (or (1 < time) (1 <= time) (1 == time) (1 != time) (1 >= time) (1 > time)))',
      '(definec "C" (or (time > 1) (time >= 1) (time == 1) (time != 1) (time <= 1) (time < 1)))',
    ],
    [
      'parentheses (spec 08 §15.11)',
      '(definer "R" (((((pt 1 1)) - (pt 2 2) - (pt 3 3) * (pt 4 4) / (pt 5 5)))))',
      '(definer "R" (((pt 1 1) - (pt 2 2)) - (((pt 3 3) * (pt 4 4)) / (pt 5 5))))',
    ],
    [
      'unions, two inner ones (spec 08 §15.12)',
      '(definer "R" (reg "A" (reg "B" "C") (reg "D" "E") "F"))',
      '(definer "R" (reg (reg (reg "A" "B" "C") "D" "E") "F"))',
    ],
    [
      'unions, three levels (spec 08 §15.12)',
      '(definer "R" (reg "C" (reg "A" (reg "B"))))',
      '(definer "R" (reg (reg (reg "C" "A" "B"))))',
    ],
    [
      'unions of one condition stay apart from those of another (spec 08 §15.12)',
      '(definec "C" (or (bpos (reg "A" (null))) (bpos (reg "B" "D"))))',
      '(definec "C" (or (bpos (reg "A" (null))) (bpos (reg "B" "D"))))',
    ],
    [
      'three points (spec 08 §15.13)',
      '(definer "R" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1)))',
      '(definer "R" (quad (pt 0 0) (pt 1 0) (pt 1 1)))',
    ],
    [
      'actions side by side (spec 08 §15.14)',
      '(defined "D" (do our {1} "A" (hold) "B"))',
      '(defined "D" (do our {1} "A"(hold)"B"))',
    ],
    [
      'quotes (spec 08 §15.15)',
      '(definec "C" (and "A" (unum "X" {"Y"}) (bpos (pt our "Z"))))',
      '(definec "C" (and ""A"" (unum "X" {Y}) (bpos (pt our "Z"))))',
    ],
    ['coordinates as they are (spec 08 §15.21)', '(definer "R" (pt -10 20))', '(definer "R" (pt -10 20))'],
  ])('%s', (_item, text, out) => expect(inDefine(text)).toBe(out));

  it('switches side by side (spec 08 §15.14)', () => {
    expect(heard('(rule (on (a)) (off (b r)) (on all))')).toBe('(rule (on a)(off (b r))(on all))');
  });
});

it('a printed message parses to the same tree (spec 08 §3)', () => {
  const said = parseSay(
    '(say (define (definer "R" (quad (pt 1.23456789 -0.0) (pt 3000000000.0 1e400) (pt ball) (pt our 12)))))',
  );
  expect(said.ok && printSay(said.value)).toBe(
    '(say (define (definer "R" (quad (pt 1.23456789 -0.0) (pt 3000000000.0 1e999) (pt ball) (pt our 12)))))',
  );
});

it('numbers of the source text are read back exactly (spec 08 §2.2)', () => {
  const same = (x: number): void => {
    const message: Message = {
      kind: 'define',
      definitions: [{ kind: 'definer', name: 'R', region: { kind: 'at', point: { kind: 'abs', x, y: -x } } }],
    };
    expect(parseMessage(printSource(message))).toEqual({ ok: true, value: message });
  };
  fc.assert(fc.property(fc.double({ noNaN: true }), same));
  fc.assert(fc.property(fc.maxSafeInteger(), same));
});
