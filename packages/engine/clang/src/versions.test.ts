import { describe, expect, it } from 'vitest';
import { findRequirement, isSupported, parseMessage, type Requirement } from './index.js';

function needs(text: string): Requirement {
  const message = parseMessage(text);
  if (!message.ok) throw new Error(message.error.message);
  return findRequirement(message.value);
}

describe('ranges of players that receive a message (spec 08 §7.2, §15.16, §15.17)', () => {
  const messages = [
    '(freeform "x")',
    '(info (clear))',
    '(rule (on all))',
    '(info (1 (true) (do our {1} (shoot))))',
  ];
  it.each([
    [0, 0, '----'],
    [7, 7, 'YY--'],
    [8, 8, 'Y-Y-'],
    [7, 8, 'YYYY'],
    [6, 7, 'YY--'],
    [8, 9, 'Y-Y-'],
    [9, 9, '----'],
    [0, 99, 'YYYY'],
    [1, 6, '----'],
    [8, 7, '----'],
    [-1, 8, '----'],
    [7, -1, 'YYYY'],
    [-2, -1, '----'],
  ])('range %i to %i: %s', (min, max, heard) => {
    expect(messages.map((text) => (isSupported(needs(text), { min, max }) ? 'Y' : '-')).join('')).toBe(heard);
  });
});

describe('versions that messages need (spec 08 §7.1, §15.16)', () => {
  const inDefinition = (text: string): Requirement => needs(`(define ${text})`);
  it.each([
    '(definerule r direc r2)',
    '(definec "C" (time > 1))',
    '(definec "C" (unum X {1}))',
    '(definea "A" (pass {1}))',
    '(definea "A" (pass "R"))',
    '(definea "A" (dribble "R"))',
    '(definea "A" (clear "R"))',
    '(definea "A" (shoot))',
    '(definea "A" (hold))',
    '(definea "A" (intercept))',
    '(definea "A" (tackle {1}))',
    '(definer "R" (tri (pt 0 0) (pt 1 0) (pt 0 1)))',
    '(definer "R" (rec (pt 0 0) (pt 1 0)))',
    '(definer "R" ((pt 0 0) + (pt 1 1)))',
    '(definer "R" (pt our X))',
    '(definer "R" (pt our "X"))',
    '(definea "A" (mark {X}))',
    '(definea "A" (mark {"X"}))',
  ])('8: %s', (text) => {
    expect(inDefinition(text)).toEqual({ seven: false, eight: true });
  });

  it.each([
    '(definea "A" (bto {1}))',
    '(definea "A" (bto "R" {p}))',
    '(definea "A" (mark {1}))',
    '(definea "A" (markl "R"))',
    '(definea "A" (oline "R"))',
    '(definea "A" (htype 1))',
    '(definer "R" (pt 1 1 (pt ball)))',
    '(definer "R" ((pt 1 1)))',
    '(definer "R" (arc (pt 1 1) 0 1 0 360))',
    '(defined "D" (do our {1} (pos "R") (home "R")))',
    '(definec "C" (ppos our {1} 1 1 "R"))',
  ])('nothing: %s', (text) => {
    expect(inDefinition(text)).toEqual({ seven: false, eight: false });
  });

  it('7: quads, meta, info and advice messages; 8: rule and delete messages', () => {
    expect(inDefinition('(definer "R" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1)))')).toEqual({
      seven: true,
      eight: false,
    });
    expect(needs('(meta (ver 8))')).toEqual({ seven: true, eight: false });
    expect(needs('(advice (clear))')).toEqual({ seven: true, eight: false });
    expect(needs('(delete all)')).toEqual({ seven: false, eight: true });
  });
});
