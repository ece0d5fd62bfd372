import { describe, expect, it } from 'vitest';
import { visit } from '../entries/tree.js';
import { analyze } from '../index.js';

const errors = (text: string): string[] =>
  analyze(text).problems.map((problem) => `${problem.line}:${problem.column} ${problem.message}`);

describe('several errors in one message, each with its place (spec 08 §3)', () => {
  it('continues after wrong parts', () => {
    expect(
      errors(`(say (define
  (definec "C1" (time = 1))
  (definer R1 (null))
  (definea "A1" (mark 3))
  (definec "C2" (and (bpos (circle 1)) (true) (playm kick_off)))
  (definer "R4" (null))
  (definer "R12345678" (arc (pt 0 0) 1 2 3))))`),
    ).toEqual([
      "2:23 '=' is not part of the coach language",
      "2:25 expected comparison (<, <=, ==, !=, >=, >), found '1'",
      "3:12 expected region name, found 'R1'",
      "4:23 expected unit set ({...}), found '3'",
      "5:29 expected 'null', 'quad', 'tri', 'rec', 'arc', 'reg', 'pt' or '(', found 'c'",
      "5:54 expected play mode (bko, play_on, fk_our, ...), found 'kick_off'",
      '7:12 the region name has 9 characters, at most 8 are allowed here',
      "7:43 expected number, found ')'",
    ]);
  });

  it('reports what was expected, and how much text is concerned', () => {
    const { problems, message } = analyze('(info (10.5 (true) "D1"))');
    expect(message).toBeNull();
    expect(problems).toEqual([
      {
        code: 'syntax',
        message: "expected time to live (integer) or 'clear', found '10.5'",
        offset: 7,
        line: 1,
        column: 8,
        length: 4,
        expected: ['time to live (integer)', "'clear'"],
      },
    ]);
  });

  it('reports one error for a message that ends too early', () => {
    expect(errors('(say (define (definec "C" (not (true)')).toEqual([
      "1:38 expected ')', found end of the text",
    ]);
    expect(errors('(say (freeform "abc)))')).toEqual(['1:16 the string has no closing quote']);
    expect(errors('')).toEqual(['1:1 expected message, found end of the text']);
  });

  it('reports invalid characters and strings', () => {
    expect(errors('(freeform "a,b")')).toEqual(["1:13 ',' is not allowed in a string"]);
    expect(errors('(freeform "")')).toEqual([
      '1:11 the string is empty; a string has at least one character',
    ]);
    expect(errors('(rule\r (on r1))\r')).toEqual([
      '1:6 a carriage return is not part of the coach language',
      '1:16 a carriage return is not part of the coach language',
    ]);
    expect(errors('(freeform "x") (clear)')).toEqual(["1:16 expected end of the text, found '('"]);
  });

  it('reports too deep nesting once', () => {
    const deep = `(define (definec "C" ${'(not '.repeat(500)}(true)${')'.repeat(502)}`;
    expect(analyze(deep).problems).toMatchObject([{ code: 'nesting' }]);
  });
});

it('every node has a place (spec 08 §3)', () => {
  const text =
    '(say (info (5 (ppos our {X} 1 2 (pt 1 2)) (do our {X 3} (pos ((pt ball) + (pt 1 1) * (pt 2 2)))))))';
  const { message, spans } = analyze(text);
  const pieces: string[] = [];
  visit(message!, (node) => {
    const span = spans.get(node)!;
    pieces.push(`${node.kind} ${text.slice(span.offset, span.offset + span.length)}`);
  });
  expect(pieces).toContain(
    'timed (5 (ppos our {X} 1 2 (pt 1 2)) (do our {X 3} (pos ((pt ball) + (pt 1 1) * (pt 2 2)))))',
  );
  expect(pieces).toContain('arith (pt 1 1) * (pt 2 2)');
  expect(pieces).toContain('variable X');
  expect(pieces).toContain('abs (pt 1 2)');
});
