import { isSayText } from '@rcss/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMessageKinds, decodeSay, encodeSay, type MessageKinds, type SayPart } from './say-codec.js';

const x = fc.double({ min: -57, max: 57, noNaN: true });
const y = fc.double({ min: -39, max: 39, noNaN: true });
const speed = fc.double({ min: -3, max: 3, noNaN: true });
const part: fc.Arbitrary<SayPart> = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), receiver: fc.integer({ min: 1, max: 11 }) }),
  fc.record({ kind: fc.constant('ball' as const), x, y, vx: speed, vy: speed }),
  fc.record({ kind: fc.constant('self' as const), x, y }),
  fc.record({ kind: fc.constant('offside_line' as const), x: fc.double({ min: 0, max: 52, noNaN: true }) }),
  fc.record({
    kind: fc.constant('player' as const),
    own: fc.integer({ min: 0, max: 1 }),
    unum: fc.integer({ min: 1, max: 11 }),
    x,
    y,
  }),
  fc.record({ kind: fc.constant('request' as const), x, y }),
  fc.record({ kind: fc.constant('goalie' as const), x, y }),
  fc.record({
    kind: fc.constant('stamina' as const),
    value: fc.double({ min: 0, max: 8000, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('intercept' as const),
    unum: fc.integer({ min: 1, max: 11 }),
    cycles: fc.nat(63),
  }),
);
/** Largest error of a number by its name. */
const ERRORS: Readonly<Record<string, number>> = {
  receiver: 0,
  own: 0,
  unum: 0,
  cycles: 0,
  value: 65,
  vx: 0.03,
  vy: 0.03,
};

describe('messages between teammates', () => {
  it('a message has at most ten allowed characters and is decoded with small errors (spec 03 §6, §9.4)', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const text = encodeSay(parts);
        expect(text.length).toBeLessThanOrEqual(10);
        expect(isSayText(text)).toBe(true);
        const heard = decodeSay(text)!;
        // What is heard is a part of what was meant, in the same order, with the first one always in it.
        expect(heard[0]!.kind).toBe(parts[0]!.kind);
        let next = 0;
        for (const found of heard) {
          const index = parts.findIndex((said, i) => i >= next && isSame(said, found));
          expect(index).toBeGreaterThanOrEqual(next);
          next = index + 1;
        }
      }),
    );
  });

  it('a part that does not fit is left out, a shorter one after it is said', () => {
    const parts: SayPart[] = [
      { kind: 'pass', receiver: 9 },
      { kind: 'ball', x: 10, y: 3, vx: 1, vy: 0 },
      { kind: 'self', x: 9, y: 3 },
      { kind: 'offside_line', x: 20 },
    ];
    expect(decodeSay(encodeSay(parts))!.map(({ kind }) => kind)).toEqual(['pass', 'ball', 'offside_line']);
    expect(decodeSay(encodeSay(parts, 1))).toBeNull();
    expect(decodeSay(encodeSay(parts, 2))!.map(({ kind }) => kind)).toEqual(['pass']);
  });

  it('other texts are ignored', () => {
    for (const text of ['', 'hello', '()()()()()', '0000000000', 'zzzzzzzzzz', '1'])
      expect(decodeSay(text), text).toBeNull();
  });
});

function isSame(said: SayPart, found: SayPart): boolean {
  return Object.entries(said).every(([name, value]) => {
    const other = (found as unknown as Record<string, unknown>)[name];
    return typeof value === 'number'
      ? Math.abs((other as number) - value) <= (ERRORS[name] ?? 0.4) + 1e-9
      : other === value;
  });
}

describe('messages of own kinds', () => {
  const kinds: MessageKinds = {
    press: { line: { min: -50, max: 50, bits: 6 }, side: { min: 0, max: 1, bits: 1 } },
    hold: {},
  };
  const press: SayPart = { kind: 'own', name: 'press', values: { line: 20, side: 1 } };

  it('are said with other parts, and understood by players with the same kinds', () => {
    const text = encodeSay(
      [{ kind: 'pass', receiver: 9 }, press, { kind: 'own', name: 'hold', values: {} }],
      10,
      kinds,
    );
    expect(isSayText(text)).toBe(true);
    const heard = decodeSay(text, kinds)!;
    expect(heard.map((part) => (part.kind === 'own' ? part.name : part.kind))).toEqual([
      'pass',
      'press',
      'hold',
    ]);
    const { values } = heard[1] as SayPart & { kind: 'own' };
    expect(values['line']).toBeCloseTo(20, -1);
    expect(values['side']).toBe(1);
    expect(decodeSay(text)).toBeNull();
  });

  it('that are not defined, or lack a number, are refused with their name', () => {
    expect(() => encodeSay([press])).toThrow(
      'say: no kind of message has the name "press"; messages of the team: none',
    );
    expect(() => encodeSay([{ kind: 'own', name: 'press', values: { line: 3 } }], 10, kinds)).toThrow(
      'say: side of {"kind":"own","name":"press","values":{"line":3}} is undefined; a number is needed',
    );
  });

  it.each<[MessageKinds, string]>([
    [
      { a: { x: { min: 1, max: 1, bits: 3 } } },
      'messages.a.x: min 1, max 1; numbers with min < max are allowed',
    ],
    [{ a: { x: { min: 0, max: 1, bits: 17 } } }, 'messages.a.x: 17 bits; 1 to 16 are allowed'],
    [
      { a: Object.fromEntries([1, 2, 3, 4].map((n) => [`x${n}`, { min: 0, max: 1, bits: 16 }])) },
      'messages.a: 70 bits with its number; 60 fit in a message (say_msg_size is 10)',
    ],
    [
      Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, {}])),
      'messages: 9 kinds; at most 8 are allowed',
    ],
  ])('a wrong definition is refused with its place (%#)', (wrong, message) => {
    expect(() => checkMessageKinds(wrong)).toThrow(message);
  });
});
