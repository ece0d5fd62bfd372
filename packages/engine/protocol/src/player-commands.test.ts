import type { PlayerCommand } from '@rcss/core';
import { type CommandRow, PLAYER_COMMANDS } from '@rcss/core/commands';
import { encodeLatin1 } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCommand } from '../../../engine/core/test/arbitrary-command.js';
import { COMMAND_PIECES, decodeReferenceCommands } from '../test/reference-commands.js';
import recorded from '../testdata/player-commands.json' with { type: 'json' };
import { decodePlayerCommands, encodePlayerCommand, isSayText } from './player-commands.js';

function read(text: string, hasHeight = false): { commands: PlayerCommand[]; good: boolean } {
  const commands: PlayerCommand[] = [];
  const good = decodePlayerCommands(encodeLatin1(text), (command) => commands.push(command), hasHeight);
  return { commands, good };
}

/** Returns the commands as text, followed by `!` for the error reply. */
function shown(text: string): string {
  const { commands, good } = read(text);
  return commands.map(encodePlayerCommand).join(' ') + (good ? '' : '!');
}

describe('tokens (spec 03 §6, §13.21)', () => {
  it.each([
    ['50', 50],
    ['+50', 50],
    ['-50', -50],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['+.5', 0.5],
    ['0.5', 0.5],
    ['1e1', 10],
    ['1E1', 10],
    ['1e+1', 10],
    ['1.5e-1', 0.15],
    ['010', 10],
    ['-0', 0],
    ['-0.0', -0],
    ['1e999', Number.POSITIVE_INFINITY],
    ['-1e999', Number.NEGATIVE_INFINITY],
    ['123456789.123456789012', Number('123456789.123456789012')],
    ['0.1234567890123456789', Number('0.1234567890123456789')],
    // Integers are converted to 64 bits, then to 32.
    ['4294967396', 100],
    ['2147483647', 2147483647],
    ['2147483648', -2147483648],
    ['-2147483649', 2147483647],
    ['00000000000000000000100', 100],
    ['9223372036854775807', -1],
    ['99999999999999999999', -1],
    ['-99999999999999999999', 0],
    ['4294967396.0', 4294967396],
    ['1e10', 1e10],
  ])('number %s (spec 03 §13.21, §13.46)', (text, value) => {
    expect(read(`(turn ${text})`)).toEqual({ commands: [{ type: 'turn', moment: value }], good: true });
  });

  it.each(['1.', '50e', 'nan', 'inf', '0x10', '--5', '50-30', '+', '.', '-', '1e', '1e+', '+-5', '1,5'])(
    'not a number: %s',
    (text) => {
      expect(read(`(turn ${text})`)).toEqual({ commands: [], good: false });
    },
  );

  it.each([
    ['(kick 50+30)', '(kick 50 30)'],
    ['(dash 10.5.5)', '(dash 10.5 0.5)'],
    ['(kick 10.5-3)', '(kick 10.5 -3)'],
    ['(kick 1e1.5)', '(kick 10 0.5)'],
    ['(kick .5.5)', '(kick 0.5 0.5)'],
    ['(kick 50-30)', '!'],
    ['(turn-5)', '!'],
    ['(turn+5)', '(turn 5)'],
    ['(turn.5)', '(turn 0.5)'],
    ['(turn5)', '!'],
    ['(kick 5 5e)', '!'],
    ['(kick 5+5e)', '!'],
  ])('touching: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['(dash(l 20 0)(r 20 0))', '(dash (l 20 0)) (dash (r 20 0))'],
    ['( dash 50 )', '(dash 50)'],
    ['\t(\ndash\t50\n)\n', '(dash 50)'],
    ['(dash 50)\r\n', '(dash 50)!'],
    ['(dash\r50)', '!'],
    ['(DASH 50)', '!'],
    ['(dash 50)\u0080', '(dash 50)!'],
    ['(dash 50)\0(turn 10)', '(dash 50)'],
    ['(dash 5\x000)', '!'],
  ])('white space and upper or lower case: %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('rejects team names that are keywords or numbers', () => {
    for (const name of ['on', 'dash', 'c', 'p', 'partial', '123', '-7', 'A+B', 'a.b']) {
      expect(shown(`(attentionto ${name} 2)`)).toBe('!');
    }
    for (const name of ['Alpha', 'A-1', '_', '12a', '-', 'Our', 'dash2', '1e1x']) {
      expect(read(`(attentionto ${name} 2)`).commands).toEqual([
        { type: 'attentionto', side: { by: 'name', name }, unum: 2 },
      ]);
    }
  });
});

describe('grammar (spec 03 §7, §13.21)', () => {
  it.each([
    ['(dash 60 30.5)', { type: 'dash', power: 60, dir: 30.5 }],
    ['(dash 60)', { type: 'dash', power: 60, dir: 0 }],
    ['(long_kick 5 6)', { type: 'long_kick', power: 5, dir: 6 }],
    ['(catch -3.5)', { type: 'catch', dir: -3.5 }],
    ['(move -3 4)', { type: 'move', x: -3, y: 4 }],
    ['(turn_neck 3)', { type: 'turn_neck', moment: 3 }],
    ['(change_focus 5 -10)', { type: 'change_focus', dist: 5, dir: -10 }],
    ['(tackle 10)', { type: 'tackle', angle: 10, foul: false }],
    ['(tackle 10 on)', { type: 'tackle', angle: 10, foul: true }],
    ['(tackle 10 true)', { type: 'tackle', angle: 10, foul: true }],
    ['(tackle 10 off)', { type: 'tackle', angle: 10, foul: false }],
    ['(tackle 10 false)', { type: 'tackle', angle: 10, foul: false }],
    ['(change_view narrow)', { type: 'change_view', width: 'narrow', quality: null }],
    ['(change_view wide low)', { type: 'change_view', width: 'wide', quality: 'low' }],
    ['(change_view normal high)', { type: 'change_view', width: 'normal', quality: 'high' }],
    ['(pointto 10 20)', { type: 'pointto', dist: 10, dir: 20 }],
    ['(pointto off)', { type: 'pointto_off' }],
    ['(attentionto off)', { type: 'attentionto_off' }],
    ['(attentionto our 2)', { type: 'attentionto', side: { by: 'relative', own: true }, unum: 2 }],
    ['(attentionto opp 0)', { type: 'attentionto', side: { by: 'relative', own: false }, unum: 0 }],
    ['(attentionto l 2)', { type: 'attentionto', side: { by: 'side', side: 'l' }, unum: 2 }],
    ['(attentionto right -1)', { type: 'attentionto', side: { by: 'side', side: 'r' }, unum: -1 }],
    ['(attentionto "Beta" 1)', { type: 'attentionto', side: { by: 'name', name: '"Beta"' }, unum: 1 }],
    ['(ear (on))', { type: 'ear', on: true, side: null, mode: null }],
    ['(ear (off p))', { type: 'ear', on: false, side: null, mode: 'partial' }],
    ['(ear (on left c))', { type: 'ear', on: true, side: { by: 'side', side: 'l' }, mode: 'complete' }],
    ['(ear (on X complete))', { type: 'ear', on: true, side: { by: 'name', name: 'X' }, mode: 'complete' }],
    ['(ear (off "X"))', { type: 'ear', on: false, side: { by: 'name', name: '"X"' }, mode: null }],
    ['(clang (ver 7 8))', { type: 'clang', min: 7, max: 8 }],
    ['(compression -1)', { type: 'compression', level: -1 }],
    ['(sense_body)', { type: 'sense_body' }],
    ['(score)', { type: 'score' }],
    ['(synch_see)', { type: 'synch_see' }],
    ['(gaussian_see)', { type: 'gaussian_see' }],
    ['(done)', { type: 'done' }],
    ['(bye)', { type: 'bye' }],
  ] as [string, PlayerCommand][])('%s', (text, command) => {
    expect(read(text)).toEqual({ commands: [command], good: true });
  });

  it.each([
    '(change_view low)',
    '(change_view low wide)',
    '(pointto false)',
    '(attentionto our)',
    '(attentionto our 2.0)',
    '(attentionto off 1)',
    '(compression 5.0)',
    '(dash (l 20))',
    '(move (1 2))',
    '(tackle 10 1)',
    '(tackle on)',
    '(ear on)',
    '(ear (on our both))',
    '(ear (on our) (off opp))',
    '(clang (ver 7.5 8))',
    '(think)',
    '(init A)',
    '()',
    '((turn 10))',
    '(bye bye)',
    '(turn)',
    '(turn 1 2)',
    '(dash)',
    '(dash 1 2 3)',
  ])('illegal: %s', (text) => {
    expect(read(text)).toEqual({ commands: [], good: false });
  });

  it('reports each leg as soon as it is complete (spec 05 §10, spec 03 §8)', () => {
    expect(shown('(dash (l 10 0) (l 10 0))')).toBe('(dash (l 10 0))!');
    expect(shown('(dash (l 100 0) (r 50))')).toBe('(dash (l 100 0))!');
    expect(shown('(dash (r 100 0)')).toBe('(dash (r 100 0))!');
    expect(shown('(dash (r 1 0)(left 2 0)(r 3 0))')).toBe('(dash (r 1 0)) (dash (l 2 0))!');
    expect(shown('(dash (right 1 0)(l 2 0))')).toBe('(dash (r 1 0)) (dash (l 2 0))');
    expect(shown('(dash 50 (l 30 0))')).toBe('!');
  });

  it.each([
    ['(say hello)', ['hello']],
    ['(say hi there)', ['hi there']],
    ['(say  hi)', [' hi']],
    ['(say "hello")', ['hello']],
    ['(say  "hi")', ['hi']],
    ['( say hello)', ['hello']],
    ['(say\thello)', ['hello']],
    ['( say hello world)', null],
    ['(say "a(b)c")', ['a(b)c']],
    ['(say "")', null],
    ['(say )', null],
    ['(say)', null],
    ['(say hel!lo)', null],
    ['(say "hel!lo")', null],
    ['(say "hello)', null],
    ['(say hello)(turn 10)', ['hello)(turn 10']],
    ['(say a)(say "b")', ['a', 'b']],
    ['(say ))', [')']],
    ['(say )(turn 10)', [')(turn 10']],
    ['( say 5)', null],
    ['( say dash)', null],
    ['(say 5)', ['5']],
  ] as [string, string[] | null][])('say: %j', (text, messages) => {
    expect(read(text)).toEqual({
      commands: (messages ?? []).map((message) => ({ type: 'say', message })),
      good: messages !== null,
    });
  });

  it('reads commands after an unquoted and a quoted say (spec 03 §7)', () => {
    expect(shown('(say hi there) (turn 5)\n(turn_neck 3)')).toBe('(say "hi there) (turn 5") (turn_neck 3)');
    expect(shown('(say "hello")(turn 10)')).toBe('(say "hello") (turn 10)');
  });
});

describe('malformed input (spec 03 §8)', () => {
  it.each([
    ['(turn 10)(foo)(turn_neck 10)', '(turn 10)!'],
    ['(foo)(turn 10)', '!'],
    ['(turn 10) garbage', '(turn 10)!'],
    ['(turn 10))', '(turn 10)!'],
    ['(turn 10', '!'],
    ['(dash 50)\r\n', '(dash 50)!'],
    ['', '!'],
    ['   ', '!'],
    ['(turn_neck 10) (turn 10) (say abc)', '(turn_neck 10) (turn 10) (say "abc")'],
  ])('%j (spec 03 §13.21, §13.22, §13.23)', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('ignores text after bye (spec 03 §4)', () => {
    expect(shown('(turn 10)(bye)(turn_neck 10)(foo)')).toBe('(turn 10) (bye)');
  });

  it('stops without an error when onCommand returns false', () => {
    const seen: string[] = [];
    const stop = (command: PlayerCommand): boolean => {
      seen.push(command.type);
      return seen.length < 2;
    };
    expect(decodePlayerCommands('(turn 10)(dash (l 1 1)(r 2 2))(foo)', stop)).toBe(true);
    expect(seen).toEqual(['turn', 'dash_leg']);
  });

  it('accepts and rejects the same texts as the reference server (recorded)', () => {
    for (const entry of recorded as { text: string; error: boolean; said?: string[] }[]) {
      const { commands, good } = read(entry.text);
      expect([entry.text, !good]).toEqual([entry.text, entry.error]);
      if (entry.said !== undefined) {
        expect(commands).toEqual(entry.said.map((message) => ({ type: 'say', message })));
      }
    }
  });

  it('decodes strings like bytes; a character above U+00FF is not a question mark', () => {
    const commands: PlayerCommand[] = [];
    expect(decodePlayerCommands('(say "a")(say "ā")', (command) => commands.push(command))).toBe(false);
    expect(commands).toEqual([{ type: 'say', message: 'a' }]);
  });
});

describe('properties of player commands', () => {
  it('agrees with a decoder made of the tables as regular expressions', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...COMMAND_PIECES), fc.string({ maxLength: 3 })), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, (pieces) => {
        const joined = pieces.join('').replace(/[^\0-ÿ]/g, '');
        const { commands, good } = read(joined);
        expect({ types: commands.map((command) => command.type), good }).toEqual(
          decodeReferenceCommands(joined),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void decodePlayerCommands(bytes, () => {})),
    );
    expect(decodePlayerCommands(new Uint8Array(0), () => {})).toBe(false);
  });

  const commands = fc.oneof(
    ...Object.entries<CommandRow>(PLAYER_COMMANDS)
      .filter(([, row]) => !row.last)
      .map(([type, row]) => arbitraryCommand<PlayerCommand>(type as 'dash', row)),
  );

  it('decodes encoded commands in one datagram to the same commands', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 5 }), (list) => {
        expect(read(list.map(encodePlayerCommand).join(''), true)).toEqual({ commands: list, good: true });
      }),
      { numRuns: 500 },
    );
  });

  it('a field that can be absent need not be given', () => {
    expect(encodePlayerCommand({ type: 'dash', power: 100 })).toBe('(dash 100)');
    expect(encodePlayerCommand({ type: 'ear', on: true })).toBe('(ear (on))');
  });

  it('loft and chest_trap exist only with the height of the ball (spec 12 §3)', () => {
    const forms = ['(kick 60 0 30)', '(kick 60 0 +3e1)', '(long_kick 60 0 30)', '(chest_trap)'];
    expect(forms.map((text) => read(text).good)).toEqual([false, false, false, false]);
    expect(forms.map((text) => read(text, true).commands[0])).toEqual([
      { type: 'kick_loft', power: 60, dir: 0, loft: 30 },
      { type: 'kick_loft', power: 60, dir: 0, loft: 30 },
      { type: 'long_kick_loft', power: 60, dir: 0, loft: 30 },
      { type: 'chest_trap' },
    ]);
    for (const text of [
      '(kick 60 0 30 4)',
      '(kick 60 0 abc)',
      '(kick 60 0 (30))',
      '(chest_trap 1)',
      '(stop_ball)',
    ])
      expect([text, read(text, true).good]).toEqual([text, false]);
    const team = '(attentionto chest_trap 3)';
    expect([read(team).good, read(team, true).good]).toEqual([true, false]);
  });

  it('isSayText is true only for texts that a player can say (spec 03 §6)', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), (message) => {
        const text = encodePlayerCommand({ type: 'say', message });
        const said = read(text);
        expect(said.good && said.commands.length === 1).toBe(isSayText(message));
      }),
    );
    expect(isSayText('(a+b)*c/d?<e>_f.g-h i')).toBe(true);
    expect(isSayText('')).toBe(false);
  });
});
