import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import recorded from '../../testdata/player-messages.json' with { type: 'json' };
import { decodePlayerMessage, type PlayerMessage } from '../index.js';

function read(text: string | Uint8Array): PlayerMessage {
  const result = decodePlayerMessage(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('unusual forms of messages (spec 03 §1.8, §13.44)', () => {
  it('accepts any run of blanks between items, and none next to parentheses', () => {
    expect(read('( hear\t 3 \n our  4 )\n')).toEqual(read('(hear 3 our 4)'));
    expect(read('(see 1((f c)5 -1)( (b) 2 3 0 0 ))')).toEqual(read('(see 1 ((f c) 5 -1) ((b) 2 3 0 0))'));
  });

  it('accepts numbers of every form', () => {
    expect(read('(sense_body 0 (stamina inf 1e-05 -nan) (speed -0 -2147483648))')).toMatchObject({
      stamina: Number.POSITIVE_INFINITY,
      effort: 1e-5,
      capacity: Number.NaN,
      speed: -0,
      speedDir: -2147483648,
    });
  });

  it('accepts unquoted contents with blanks and unbalanced parentheses', () => {
    expect(read('(hear 5 -12 a ) (b c)\0')).toMatchObject({ heard: { dir: -12, message: 'a ) (b c' } });
    expect(read('(hear 5 self  x )')).toMatchObject({ heard: { kind: 'self', message: ' x ' } });
    expect(read('(hear 5 -12 our 4 x)')).toMatchObject({
      heard: { kind: 'complete', own: null, message: 'our 4 x' },
    });
    expect(read('(hear 5 -12 opp)')).toMatchObject({ heard: { kind: 'complete', message: 'opp' } });
    expect(read('(hear 0 referee training Keepaway 1)')).toMatchObject({
      heard: { kind: 'referee', message: 'training Keepaway 1' },
    });
  });

  it('accepts coach language with doubled quotes, and contents with inner quotes', () => {
    const clang = '(define (defrule ""A"" direc (true) (do our {0} (pos (pt 1 2)))))';
    expect(read(`(hear 0 online_coach_left ${clang})`)).toMatchObject({
      heard: { kind: 'coach_language', side: 'l', message: clang },
    });
    expect(read('(hear 0 coach "a "b" c")')).toMatchObject({ heard: { message: 'a "b" c' } });
    expect(read('(error no team with name "a (b)")')).toEqual({
      type: 'error',
      code: 'no team with name "a (b)"',
    });
  });

  it('accepts objects without a name and with unknown names (spec 03 §3)', () => {
    expect(read('(see 3 ( 10 -15) ((q x) 3 4))')).toMatchObject({
      objects: [
        { kind: 'player', detail: 'player', name: '', dist: 10, dir: -15 },
        { kind: 'other', name: 'q x', dist: 3, dir: 4 },
      ],
    });
  });

  it('skips unknown messages and parts; missing parts are null (spec 03 §1.9)', () => {
    expect(read('(news 1 (2 3))')).toEqual({ type: 'unknown', head: 'news', text: '(news 1 (2 3))' });
    expect(read('(sense_body 4 (later (x) 1) (kick 2))')).toMatchObject({ time: 4, kick: 2, arm: null });
    expect(read('(fullstate 4 (later 1) ((q) 1) (pmode play_on))')).toMatchObject({ playMode: 'play_on' });
    expect(read('(change_player_type 4 5 more)')).toMatchObject({ unum: 4, typeId: 5 });
  });

  it.each([
    '',
    'x',
    '(',
    '()',
    '(see',
    '(see x)',
    '(see 1',
    '(init ok)',
    '(hear 1',
    '(hear 1 2',
    '(score 1)',
  ])('rejects %j', (text) => {
    expect(decodePlayerMessage(text).ok).toBe(false);
  });
});

describe('properties of decodePlayerMessage', () => {
  const known = (recorded as { messages: string[] }[]).flatMap((group) => group.messages);

  it('never throws for any datagram', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodePlayerMessage(bytes)));
    const piece = fc.constantFrom(
      '(',
      ')',
      ' ',
      '"',
      '0',
      '-nan',
      'p',
      'our',
      '(see 1',
      '(hear 2',
      '(fullstate 3',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void decodePlayerMessage(pieces.join(''))),
      { numRuns: 300 },
    );
  });

  it('never throws for a damaged message', () => {
    const damage = fc.record({
      message: fc.constantFrom(...known),
      at: fc.nat(),
      length: fc.nat(20),
      insert: fc.constantFrom('', '(', ')', '"', 'x', ' ', '\0', '1e999', '((((('),
    });
    fc.assert(
      fc.property(damage, ({ message, at, length, insert }) => {
        const cut = at % message.length;
        decodePlayerMessage(message.slice(0, cut) + insert + message.slice(cut + length));
      }),
      { numRuns: 1000 },
    );
  });
});
