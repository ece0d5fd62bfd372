import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fuzzTexts } from '../../test/fuzz.js';
import {
  analyze,
  findRequirement,
  isSupported,
  parseHeard,
  parseMessage,
  parseSay,
  printHeard,
  printSource,
} from '../index.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../testdata/${name}`, import.meta.url), 'utf8'));

const vectors = read('vectors.json') as {
  valid: [string, string, string, string][];
  invalid: [string, string, string][];
};

/**
 * A coach message, the reply of the reference server, the text that players with versions 7 to 8 received, and
 * whether players with only version 7 or only version 8 received it.
 */
type RecordedCase = [say: string, reply: string | null, heard?: string, seven?: boolean, eight?: boolean];
const recorded = read('recorded.json') as { scenario: string; maxFreeform?: number; cases: RecordedCase[] }[];

const accepts = (text: string, maxFreeform = 128): boolean => parseSay(text, { maxFreeform }).ok;

function heard(say: string): string {
  const message = parseSay(say);
  return message.ok ? printHeard(message.value) : `refused: ${message.error.message}`;
}

describe('valid messages (spec 08 §11, §15.1)', () => {
  it.each(vectors.valid)('%s needs %s: %s', (_id, needs, say, out) => {
    const message = parseSay(say);
    if (!message.ok) throw new Error(message.error.message);
    expect(printHeard(message.value)).toBe(out);
    const { seven, eight } = findRequirement(message.value);
    expect(seven ? (eight ? '7+8' : '7') : eight ? '8' : 'any').toBe(needs);
  });
});

describe('invalid messages (spec 08 §12, §15.2)', () => {
  it.each(vectors.invalid)('%s %s: %s', (_id, say) => {
    expect(parseSay(say).ok).toBe(false);
    expect(analyze(say, { wrapper: 'say' }).problems.length).toBeGreaterThan(0);
  });

  it.each([
    '(say (freeform "a"))\r\n',
    '(say (freeform "a\tb"))',
    "(say (freeform 'a'))",
    '(say [freeform "a"])',
    '(say (freeform "\u00e9"))',
    '(say (rule (on \u00e9)))',
  ])('%j is refused', (say) => expect(accepts(say)).toBe(false));

  it('blanks, tabs and newlines may follow the last parenthesis (spec 08 §15.19)', () => {
    expect(accepts('(say (freeform "a"))\n\t \n')).toBe(true);
    expect(accepts('(say (freeform "a"))\0 anything')).toBe(true);
  });
});

describe.each(recorded)('recorded $scenario (spec 08 §15.18)', ({ maxFreeform, cases }) => {
  it.each(cases)('%j', (say, reply, text, seven, eight) => {
    const message = parseSay(say, maxFreeform === undefined ? {} : { maxFreeform });
    if (reply === '(ok say)') {
      if (!message.ok) throw new Error(message.error.message);
      expect(printHeard(message.value)).toBe(text);
      const needs = findRequirement(message.value);
      expect(isSupported(needs, { min: 7, max: 7 })).toBe(seven);
      expect(isSupported(needs, { min: 8, max: 8 })).toBe(eight);
      expect(parseMessage(printSource(message.value), { maxFreeform: -1 })).toEqual(message);
    } else if (reply === '(error could_not_parse_say)') {
      expect(message.ok).toBe(false);
    } else if (reply === null) {
      // Ignored without an answer
      expect(message).toEqual({ ok: true, value: { kind: 'unsupported' } });
    }
  });
});

describe('nesting limits (spec 08 §13, §15.20)', () => {
  const nest = (
    k: number,
    before: string,
    open: string,
    inner: string,
    close: string,
    after: string,
  ): string => before + open.repeat(k) + inner + close.repeat(k) + after;
  const cond = '(say (define (definec "C" ';
  const reg = '(say (define (definer "C" ';

  it.each([
    ['not', 94, cond, '(not ', '(true)', ')', ')))'],
    ['and', 94, cond, '(and ', '(true)', ')', ')))'],
    ['and after a sibling', 62, cond, '(and (true) ', '(true)', ')', ')))'],
    ['redundant parentheses', 186, reg, '(', '(pt 1 1)', ')', ')))'],
    ['unions', 94, reg, '(reg ', '(null)', ')', ')))'],
    ['relative points', 46, reg, '(pt 1 1 ', '(pt 1 1)', ')', ')))'],
    ['rules', 94, '(say (define (definerule r direc ', '((true) ', 'r1', ')', ')))'],
    ['sums to the right', 61, `${reg}(`, '(pt 1 1) + (', '(pt 1 1)', ')', '))))'],
  ])('%s: %i', (_what, k, before, open, inner, close, after) => {
    expect(accepts(nest(k, before, open, inner, close, after))).toBe(true);
    const deeper = parseSay(nest(k + 1, before, open, inner, close, after));
    expect(deeper).toMatchObject({ ok: false, error: { code: 'nesting' } });
  });

  it('sums to the left do not grow, and survive printing and hearing', () => {
    const say = parseSay(`${reg}(${'(pt 1 1) + '.repeat(700)}(pt 1 1)))))`);
    if (!say.ok) throw new Error(say.error.message);
    expect(parseMessage(printSource(say.value))).toEqual(say);
    expect(parseHeard(printHeard(say.value))).toEqual(say);
  });

  it('bombs are refused, not a stack overflow', () => {
    for (const open of ['(', '{', '(say ', '(not ', '(reg ', '((pt 1 1)+']) {
      expect(accepts(open.repeat(8000))).toBe(false);
      expect(accepts(`(say (define (definer "C" ${open.repeat(8000)}`)).toBe(false);
      expect(parseHeard(`(define (definer "C" ${open.repeat(30_000)}`).ok).toBe(false);
    }
  });
});

describe('limits (spec 08 §4)', () => {
  it('8 characters for names, 6 for quoted names in conditions and points (spec 08 §15.7)', () => {
    expect(accepts('(say (define (definec "12345678" "123456")))')).toBe(true);
    expect(parseSay('(say (define (definec "123456789" (true))))')).toMatchObject({
      error: { code: 'name-length' },
    });
    expect(accepts('(say (define (definec "C" "1234567")))')).toBe(false);
    expect(accepts('(say (define (definer "C" (pt our "1234567"))))')).toBe(false);
    expect(accepts('(say (define (definec "C" (unum "1234567" {1}))))')).toBe(false);
    expect(accepts('(say (rule (on abefghij)))')).toBe(true);
    expect(accepts('(say (rule (on abefghijk)))')).toBe(false);
  });

  it('freeform texts as long as say_coach_msg_size (spec 08 §15.7)', () => {
    const freeform = (n: number): string => `(say (freeform "${'x'.repeat(n)}"))`;
    expect(accepts(freeform(128))).toBe(true);
    expect(parseSay(freeform(129))).toMatchObject({ error: { code: 'freeform-length' } });
    expect(accepts(freeform(10), 10)).toBe(true);
    expect(accepts(freeform(11), 10)).toBe(false);
    expect(accepts(freeform(1), 0)).toBe(false);
    expect(accepts(freeform(5000), -1)).toBe(true);
  });

  it('text beyond 8192 characters is ignored', () => {
    const ids = `(say (delete (${'r '.repeat(2000)})))`;
    expect(accepts(ids.padEnd(9000))).toBe(true);
    expect(accepts(`${ids.padEnd(8192)})`)).toBe(true);
    expect(accepts(`(say (delete ${' '.repeat(8192)} all))`)).toBe(false);
  });

  it('lists have no limit', () => {
    expect(heard(`(say (info (1 (true) (do our {${'7 '.repeat(1000)}} (hold)))))`)).toContain('{7 7 7');
    expect(accepts(`(say (rule ${'(on all)'.repeat(500)}))`)).toBe(true);
    expect(accepts(`(say (define (definer "R" (reg ${'"A" '.repeat(800)}))))`)).toBe(true);
  });
});

describe('tokens (spec 08 §2)', () => {
  it('longest match and splitting (spec 08 §15.3)', () => {
    expect(heard('(say(info(1(true)(doour{1-2}(pos(ptball))))))')).toBe(
      '(info (1 (true) (do our {4294967294 1} (pos (pt ball)))))',
    );
    expect(heard('(say (define (definec "C" (unumX{1}))))')).toMatch(/^refused/);
    expect(heard('(say(define(definec"C"(-5>=time))))')).toBe('(define (definec "C" (time <= -5)))');
  });

  it('first letters of variables (spec 08 §15.6)', () => {
    for (const first of 'abefghijklmnoqrtuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_')
      expect(accepts(`(say (rule (on ${first})))`)).toBe(true);
    for (const first of 'cdps0123456789') expect(accepts(`(say (rule (on ${first}x)))`)).toBe(false);
  });

  it('the alphabet of strings (spec 08 §15.5)', () => {
    for (let code = 1; code < 128; code++) {
      const char = String.fromCharCode(code);
      const allowed = /[0-9A-Za-z().+\-*/?<>_ ]/.test(char);
      expect([char, accepts(`(say (freeform "a${char}b"))`)]).toEqual([char, allowed]);
    }
  });
});

describe('what players can read again (spec 08 §14)', () => {
  it('parseHeard understands the distorted constructs', () => {
    for (const say of [
      '(say (define (definec "C1" (or "A" (playm bko)))))',
      '(say (define (definer "R1" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1)))))',
      '(say (info (1 (true) (do our {12 3} (hold)))))',
      '(say (define (definer "R1" (pt 1e400 -1e400))))',
      '(say (define (definer "R1" (pt our 12))))',
    ]) {
      const text = heard(say);
      const again = parseHeard(text);
      expect(again.ok ? printHeard(again.value).length : again.error.message).toBe(text.length);
    }
    expect(parseHeard('(define (definec "C1" ""A""))')).toMatchObject({
      value: { definitions: [{ condition: { kind: 'named', name: 'A' } }] },
    });
    expect(parseMessage('(define (definec "C1" ""A""))').ok).toBe(false);
  });
});

it('nothing throws, and both parsers agree on every text (spec 08 §15)', () => fuzzTexts(1500));
