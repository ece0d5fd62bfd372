import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText } from '../test/arbitraries.js';
import { SexpCursor } from './cursor.js';
import {
  readIrregularHear,
  readIrregularInclude,
  readIrregularMsg,
  readIrregularNoTeam,
  readObjectName,
} from './irregular.js';
import { encodeLatin1 } from './latin1.js';

describe('messages that are not well-formed lists (spec 03 §1.8)', () => {
  it.each([
    ['(hear 3 (player Alpha 1) L1 says)', 3, '(player Alpha 1)', 'L1 says', false],
    ['(hear 3 -45 a) (b )\0', 3, '-45', 'a) (b ', false],
    ['(hear 12 self " two  blanks ")', 12, 'self', ' two  blanks ', true],
    ['(hear 12 self  two  blanks )', 12, 'self', ' two  blanks ', false],
    ['(hear 0 referee play_on)', 0, 'referee', 'play_on', false],
    ['(hear referee 100 kick_off_l)', 100, 'referee', 'kick_off_l', false],
    ['(hear 5 referee training Keepaway 1)\n', 5, 'referee', 'training Keepaway 1', false],
    [
      '(hear 1 online_coach_left (rule ((true) ""A"")))',
      1,
      'online_coach_left',
      '(rule ((true) ""A""))',
      false,
    ],
    [
      '(hear 2 online_coach_right "(freeform "right coach")")',
      2,
      'online_coach_right',
      '(freeform "right coach")',
      true,
    ],
    ['(hear 11 (p  "Alpha" 2 goalie) "x")', 11, '(p "Alpha" 2 goalie)', 'x', true],
  ])('hear: %j', (text, time, sender, message, quoted) => {
    for (const source of [text, encodeLatin1(text)]) {
      expect(readIrregularHear(source)).toEqual({ ok: true, value: { time, sender, message, quoted } });
    }
  });

  it.each([
    ['(msg 2 2 "Recv Alpha_1: (done)")', 2, 2, 'Recv Alpha_1: (done)'],
    ['(msg 0 1 "(say "hi")")', 0, 1, '(say "hi")'],
    [
      '(msg 0 1 "(team_graphic_l (0 0 "8 8 2 1" "a c #FF0000" "ab")")',
      0,
      1,
      '(team_graphic_l (0 0 "8 8 2 1" "a c #FF0000" "ab")',
    ],
    ['(msg 7 1 "")\n', 7, 1, ''],
  ])('msg: %j', (source, time, board, text) => {
    expect(readIrregularMsg(source)).toEqual({ ok: true, value: { time, board, text } });
  });

  it('reads the name of `error no team with name`', () => {
    expect(readIrregularNoTeam('(error no team with name Gamma)')).toEqual({ ok: true, value: 'Gamma' });
    expect(readIrregularNoTeam('(error no team with name "a) b")\0')).toEqual({ ok: true, value: '"a) b"' });
    expect(readIrregularNoTeam('(error no_more_team)')).toMatchObject({
      ok: false,
      error: { code: 'unexpected_text' },
    });
  });

  it('reads include with any bytes', () => {
    const content = 'hello "coach"\nsecond line\n';
    const text = `(include ${content.length} ${content})`;
    expect(readIrregularInclude(text)).toEqual({ ok: true, value: content });
    expect(readIrregularInclude(encodeLatin1(text))).toEqual({ ok: true, value: content });
    expect(readIrregularInclude('(include 3 \0)(')).toMatchObject({
      ok: false,
      error: { code: 'unclosed_list' },
    });
    expect(readIrregularInclude('(include 3 \0)( x)')).toMatchObject({
      ok: false,
      error: { code: 'expected_list_end' },
    });
    expect(readIrregularInclude('(include 3 \0)()\0')).toEqual({ ok: true, value: '\0)(' });
    expect(readIrregularInclude('(include 3 \0)(  )')).toEqual({ ok: true, value: '\0)(' });
    expect(readIrregularInclude('(include 99 abc)')).toMatchObject({
      ok: false,
      error: { code: 'unexpected_text' },
    });
    expect(readIrregularInclude('(include -1 abc)')).toMatchObject({ ok: false });
  });

  it('reads objects with and without a name (spec 03 §3)', () => {
    const cursor = new SexpCursor('((p "Alpha" 2) 10 -15)( 10 -15)');
    cursor.enterList();
    expect([readObjectName(cursor), cursor.readNumber(), cursor.leaveList()]).toEqual([
      '(p "Alpha" 2)',
      10,
      true,
    ]);
    cursor.enterList();
    expect([readObjectName(cursor), cursor.readNumber(), cursor.leaveList()]).toEqual(['', 10, true]);
    expect(cursor.error).toBeNull();
  });

  it('refuses wrong heads and endings', () => {
    for (const text of [
      '',
      '(',
      '(see 1)',
      '(hear',
      '(hear 1',
      '(hear 1 referee',
      '(hear 1 self "x',
      'hear',
      '(hear 1 self x) y',
    ]) {
      expect(readIrregularHear(text).ok, text).toBe(false);
    }
    for (const text of [
      '(msg)',
      '(msg 1 2 x)',
      '(msg 1 2 "x"',
      '(msg 1 2 "x)',
      '(msg 1 2 ")',
      '(hear 1 2 "x")',
    ]) {
      expect(readIrregularMsg(text).ok, text).toBe(false);
    }
  });

  it('never throws', () => {
    const readers = [readIrregularHear, readIrregularMsg, readIrregularNoTeam, readIrregularInclude];
    fc.assert(
      fc.property(
        fc.constantFrom('', '(hear ', '(msg 1 1 ', '(error no team with name ', '(include 3 '),
        nastyText,
        (head, text) => {
          for (const read of readers) {
            for (const source of [head + text, encodeLatin1(head + text)]) {
              const result = read(source);
              if (!result.ok) expect(result.error.offset).toBeLessThanOrEqual(head.length + text.length);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads any contents of msg and hear unchanged', () => {
    const content = fc.string({ maxLength: 30, unit: fc.constantFrom(...'ab ()"\n\\') });
    fc.assert(
      fc.property(content, (text) => {
        expect(readIrregularMsg(`(msg 1 2 "${text}")`)).toMatchObject({ ok: true, value: { text } });
        expect(readIrregularHear(`(hear 1 online_coach_left "${text}")`)).toMatchObject({
          ok: true,
          value: { message: text },
        });
        expect(readIrregularNoTeam(`(error no team with name ${text})`)).toEqual({ ok: true, value: text });
      }),
    );
  });
});
