import { describe, expect, it } from 'vitest';
import { analyze, type CheckOptions, check, type Message, parseMessage } from './index.js';

function found(text: string, options: CheckOptions = {}): string[] {
  const messages = text.split('\n').map((line) => {
    const message = parseMessage(line);
    if (!message.ok) throw new Error(message.error.message);
    return message.value;
  });
  return check(messages, options).map((finding) => `${finding.code}: ${finding.message}`);
}

describe('names (spec 08 §9.1)', () => {
  it('unknown, unused, twice', () => {
    expect(found('(define (definer "R" (null)) (definer "R" "Q"))\n(rule (on r1))')).toEqual([
      'duplicate-definition: the region R is defined again; the later definition counts',
      'unknown-name: the region Q is not defined',
      'unknown-name: the rule r1 is not defined',
      'unused-definition: the region R is not used',
    ]);
    expect(found('(rule (on r1))', { known: { rule: ['r1'] } })).toEqual([]);
    expect(found('(define (definerule r1 direc all))\n(rule (on all))')).toEqual([]);
  });

  it('kinds are apart: an action called like a region is none', () => {
    expect(found('(define (definer "X" (null)))\n(info (1 (true) (do our {1} "X")))')).toContain(
      'unknown-name: the action X is not defined',
    );
  });

  it('circles', () => {
    expect(found('(define (definer "A" (reg "B" (null))) (definer "B" "A"))')).toEqual([
      'circular-definition: the region A is defined by itself',
      'circular-definition: the region B is defined by itself',
    ]);
  });
});

describe('parts that forwarding changes (spec 08 §14)', () => {
  it.each([
    [
      '(define (definec "C" (or (true) "A")))',
      'players hear the condition name as ""A"", which is not part of the language',
    ],
    [
      '(define (definer "R" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1))))',
      'players hear only three points of a quad',
    ],
    ['(define (definea "A" (mark {12})))', 'players hear unit number 12 as (null)'],
    [
      '(define (definea "A" (mark {"a b"})))',
      'players hear the unit "a b" without its quotes, which is not a variable',
    ],
  ])('%s', (text, message) => {
    expect(found(text, { unused: false, known: { condition: ['A'] } })).toEqual([
      `lost-when-heard: ${message}`,
    ]);
  });
});

describe('limits, versions, odd values, variables (spec 08 §4, §7, §9)', () => {
  it.each([
    [
      '(info (1 (true) (do our {13} (hold))))',
      'unit-number: unit number 13 is out of range (1 to 11; 0 for all)',
    ],
    [
      '(info (1 (ppos our {1} 3 2 (null)) (do our {1} (hold))))',
      'never-true: the count of players cannot be from 3 to 2',
    ],
    ['(info (-1 (true) (do our {1} (hold))))', 'never-true: a time to live of -1 cycles is never valid'],
    [
      '(info (1 (true) (do our {1} (htype -2))))',
      'odd-value: player type -2 is out of range (0 or more; -1 for unknown)',
    ],
    [
      '(info (1 (true) (do our {1} (pos (arc (pt 0 0) 5 1 0 360)))))',
      'odd-value: a distance cannot be from 5 to 1',
    ],
    ['(info (1 (true) (do our {X} (hold))))', 'unbound-variable: no condition gives the variable X a value'],
    [
      '(define (definerule r1 direc ((true) ((bowner our {X}) (do our {X} (hold))) ((true) (do our {Y} (hold))))))',
      'unbound-variable: no condition gives the variable Y a value',
    ],
  ])('%s', (text, finding) => expect(found(text, { unused: false })).toEqual([finding]));

  it('messages that the server would refuse', () => {
    const message: Message = { kind: 'freeform', text: 'a,b' };
    expect(check(message)).toMatchObject([{ code: 'not-sayable', severity: 'error' }]);
    expect(
      check({ kind: 'delete', ids: { kind: 'ids', ids: Array(5000).fill('r') } }, { known: { rule: ['r'] } }),
    ).toMatchObject([{ code: 'too-long' }]);
    expect(check({ kind: 'freeform', text: 'x'.repeat(50) }, { maxFreeform: 40 })).toMatchObject([
      { code: 'not-sayable' },
    ]);
  });

  it('players that would not understand', () => {
    expect(
      found('(info (clear))', {
        players: [
          { min: 7, max: 8 },
          { min: 8, max: 8 },
          { min: 0, max: 0 },
        ],
      }),
    ).toEqual(['not-understood: 2 of the players would hear (unsupported_clang)']);
  });

  it('with places, if the text is known', () => {
    const { message, spans } = analyze('(info (1 (true) (do our {1 13} (hold))))');
    expect(check(message!, { spans })[0]?.span).toEqual({ offset: 27, line: 1, column: 28, length: 2 });
  });
});
