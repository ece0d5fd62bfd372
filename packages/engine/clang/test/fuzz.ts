import fc from 'fast-check';
import { expect } from 'vitest';
import {
  addMessage,
  type ClangWorld,
  EMPTY_PLAYBOOK,
  findActiveDirectives,
} from '../src/entries/evaluate.js';
import { flip, fromJson, toJson } from '../src/entries/tree.js';
import {
  analyze,
  check,
  formatText,
  parseHeard,
  parseMessage,
  parseSay,
  printHeard,
  printSay,
  splitMessages,
} from '../src/index.js';
import { CLANG_KEYWORDS } from '../src/tree/tokens.js';
import { message } from './arbitraries.js';

const WORLD: ClangWorld = {
  time: 100,
  playMode: 'free_kick_l',
  score: { l: 1, r: 0 },
  ball: { x: 1, y: 2 },
  ballOwner: { side: 'l', unum: 7 },
  players: [
    { side: 'l', unum: 7, x: 0, y: 0 },
    { side: 'r', unum: 3, x: 10, y: 5 },
  ],
};

/** Text that is nearly a message: tokens in any order, or a message with some characters changed. */
const nearly: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...CLANG_KEYWORDS, '(', ')', '{', '}', '"a"', '"', '1', '-2.5', 'X', '+', '<=', '\0'),
        fc.string(),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(' ')),
  fc
    .tuple(message, fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 3 })), { maxLength: 4 }))
    .map(([tree, edits]) => {
      let text = printSay(tree);
      for (const [at, put] of edits) {
        const place = at % text.length;
        text = text.slice(0, place) + put + text.slice(place + 1 + put.length) || '(';
      }
      return text;
    }),
  fc
    .tuple(fc.constantFrom('(', '{', '(not ', '(say ', '((pt 1 1)+'), fc.nat({ max: 3000 }))
    .map(([open, n]) => open.repeat(n)),
  fc.string({ unit: 'binary' }),
);

/** Nothing that reads text or JSON throws, and the two parsers agree. */
export function fuzzTexts(numRuns: number): void {
  fc.assert(
    fc.property(nearly, (text) => {
      const said = parseSay(text);
      const analysis = analyze(text, { wrapper: 'say' });
      expect(analysis.message !== null).toBe(said.ok);
      if (said.ok) {
        expect(analysis.message).toEqual(said.value);
      } else {
        expect(analysis.problems.length).toBeGreaterThan(0);
        expect(analysis.problems[0]!.offset).toBe(said.error.offset);
        expect(said.error.line).toBeGreaterThan(0);
      }
      parseMessage(text);
      parseHeard(text);
      formatText(text);
      expect(
        splitMessages(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
    { numRuns },
  );
}

/** Every valid message can be printed, checked, turned, received and evaluated. */
export function fuzzMessages(numRuns: number): void {
  fc.assert(
    fc.property(message, (tree) => {
      expect(typeof printHeard(tree)).toBe('string');
      check(tree);
      expect(fromJson(JSON.parse(JSON.stringify(toJson(tree))))).toEqual({ ok: true, value: tree });
      const playbook = addMessage(addMessage(EMPTY_PLAYBOOK, tree, 99), flip(tree), 100);
      findActiveDirectives(playbook, { world: WORLD, us: 'l' });
    }),
    { numRuns },
  );
}

/** JSON of any kind is read or refused. */
export function fuzzJson(numRuns: number): void {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const result = fromJson(value);
      if (!result.ok) expect(result.error.path).toMatch(/^\$/);
    }),
    { numRuns },
  );
}
