import { isPlayerVersion } from '@rcss/core/versions';
import { encodeLatin1 } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import recorded from '../testdata/player-init.json' with { type: 'json' };
import { readConnectText } from './datagram.js';
import { decodePlayerConnect, encodePlayerInit, encodePlayerReconnect } from './player-init.js';

/** Returns `error CODE`, or a short form of the request. */
function outcome(text: string): string {
  const result = decodePlayerConnect(readConnectText(encodeLatin1(text)));
  if (!result.ok) return `error ${result.error.code}`;
  const request = result.value;
  if (request.kind === 'reconnect') {
    return request.malformed ? 'reconnect malformed' : `reconnect ${request.team} ${request.unum}`;
  }
  return `${request.team} ${request.version}${request.goalie ? ' goalie' : ''}`;
}

describe('reading init (spec 03 §2.2, §13.11)', () => {
  it.each([
    ['(init T2 (version 15))', 'T2 15'],
    ['(init T2)', 'T2 3'],
    ['(init T2 (goalie)(version 15))', 'T2 15 goalie'],
    ['(init T2 (version 16) )', 'T2 16'],
    ['(init T2', 'error illegal_teamname_or_too_long_teamname'],
    ['(init T2 (version 15)', 'error illegal_command_form'],
    ['(init T2) (version 16)', 'error illegal_command_form'],
    ['(init T2 (version abc))', 'error illegal_command_form'],
    ['(init !bad)', 'error illegal_teamname'],
    ['(init a!b)', 'error illegal_teamname_or_too_long_teamname'],
    ['(init abcdefghijklmnop (version 19))', 'error illegal_teamname_or_too_long_teamname'],
  ])('%s: table', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it.each([
    ['(init)', 'error unknown_command'],
    ['(INIT x)', 'error unknown_command'],
    ['( init x)', 'error unknown_command'],
    [' (init x)', 'error unknown_command'],
    ['', 'error unknown_command'],
    ['(dispinit)', 'error unknown_command'],
    ['(init  \t\nT2)', 'T2 3'],
    ['(init abcdefghijklmno)', 'abcdefghijklmno 3'],
    ['(init two words)', 'error illegal_teamname_or_too_long_teamname'],
    ['(init T2 (version 7)(version 8)(goalie)(goalie))', 'T2 8 goalie'],
    ['(init T2 ( version 15))', 'error illegal_command_form'],
    ['(init T2 (goalie )(version 15))', 'error illegal_command_form'],
    ['(init T2 (version 15)x)', 'error illegal_command_form'],
    ['(init T2) anything (version 16))', 'T2 16'],
    ['(init T2 (version 19)) and more', 'T2 19'],
    ['(init T2 (version 19 ))', 'T2 19'],
    ['(init T2 (version 19 x))', 'error illegal_command_form'],
    ['(init A,./:;<=>?@[\\]^_+-)', 'error illegal_teamname_or_too_long_teamname'],
    ['(init ,./:;<=>?@[\\]^_)', ',./:;<=>?@[\\]^_ 3'],
    ['(init a`b)', 'error illegal_teamname_or_too_long_teamname'],
    ['(init a*b)', 'error illegal_teamname_or_too_long_teamname'],
  ])('%s: steps 1 to 6', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it.each([
    ['0x10', 16],
    ['7.', 7],
    ['+8', 8],
    ['.9e1', 9],
    ['19.9', 19.9],
    [' 19', 19],
    ['nan', Number.NaN],
    ['inf', Number.POSITIVE_INFINITY],
    ['0.999', 0.999],
    ['20', 20],
  ])('version %s (spec 03 §2.1, §13.45)', (text, version) => {
    expect(decodePlayerConnect(`(init T2 (version ${text}))`)).toEqual({
      ok: true,
      value: { kind: 'init', team: 'T2', version, goalie: false },
    });
  });

  it('gives the replies of the reference server (recorded)', () => {
    // Results of the admission (spec 03 §2.3), in the order of the recording.
    const admitted = 'no_more_player_or_goalie_or_illegal_client_version';
    for (const { text, answer } of recorded) {
      const result = decodePlayerConnect(readConnectText(encodeLatin1(text)));
      if (!result.ok) expect([text, `(error ${result.error.code})`]).toEqual([text, answer]);
      else {
        expect([text, answer]).toEqual([text, expect.stringMatching(/^\(init |no_more_/)]);
        const request = result.value;
        if (request.kind === 'init' && !isPlayerVersion(request.version)) {
          expect(answer).toBe(`(error ${admitted})`);
        }
      }
    }
  });
});

describe('reading reconnect (spec 03 §3)', () => {
  it.each([
    ['(reconnect T2 1)', 'reconnect T2 1'],
    ['(reconnect T2 12)', 'reconnect T2 12'],
    ['(reconnect   T2 \t 3', 'reconnect T2 3'],
    ['(reconnect T2 4 and more', 'reconnect T2 4'],
    ['(reconnect T2)', 'reconnect malformed'],
    ['(reconnect T2 x)', 'reconnect malformed'],
    ['(reconnect )', 'reconnect malformed'],
    ['(reconnect ', 'reconnect malformed'],
    ['(reconnect)', 'error unknown_command'],
    [`(reconnect ${'x'.repeat(127)} 5)`, `reconnect ${'x'.repeat(127)} 5`],
    [`(reconnect ${'x'.repeat(128)} 5)`, 'reconnect malformed'],
    ['(reconnect T2 4294967297)', 'reconnect T2 1'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });
});

describe('properties of connect requests', () => {
  const name = fc.stringMatching(/^[+\-_a-zA-Z0-9]{1,15}$/);

  it('decodes encoded requests to the same requests', () => {
    fc.assert(
      fc.property(name, fc.double({ min: 1, max: 19.999 }), fc.boolean(), (team, version, goalie) => {
        expect(decodePlayerConnect(encodePlayerInit({ team, version, goalie }))).toEqual({
          ok: true,
          value: { kind: 'init', team, version, goalie },
        });
      }),
    );
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 11 }), (team, unum) => {
        expect(decodePlayerConnect(encodePlayerReconnect(team, unum))).toEqual({
          ok: true,
          value: { kind: 'reconnect', team, unum, malformed: false },
        });
      }),
    );
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '(init ',
      '(reconnect ',
      '(version ',
      '(goalie)',
      ')',
      ' ',
      'T2',
      '19',
      '\0',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), (pieces) => {
        decodePlayerConnect(readConnectText(encodeLatin1(pieces.join(''))));
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodePlayerConnect(readConnectText(bytes))));
  });
});
