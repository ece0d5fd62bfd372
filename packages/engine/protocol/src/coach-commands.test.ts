import type { CoachCommand } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCoachCommand, encodeCoachCommand, splitCoachCommands } from './coach-commands.js';

/** Returns the command, or the code of the error. */
function read(text: string, version = 19): CoachCommand | string {
  const result = decodeCoachCommand(text, version);
  return result.ok ? result.value : result.error.code;
}

const ROWS = '"aaaabbbb" "aaaabbbb" "aaaabbbb" "aaaabbbb" "aaaabbbb" "aaaabbbb" "aaaabbbb" "aaaabbbb"';
const TILE = `"8 8 2 1" "a c None" "b c #ff0000" ${ROWS}`;
const refusal = (code: string, locationWarning = false) => ({
  type: 'team_graphic_refused',
  code,
  locationWarning,
});

describe('commands of online coaches (spec 07 §8)', () => {
  it.each([
    ['(check_ball)', { type: 'check_ball' }],
    ['( look )', { type: 'look' }],
    ['(team_names)', { type: 'team_names' }],
    ['(eye on)', { type: 'eye', on: true }],
    ['(done)', { type: 'done' }],
    ['(bye)', { type: 'bye' }],
    ['(compression 0)', { type: 'compression', level: 0 }],
    ['(compression 10)', 'illegal_command_form'],
    ['look', 'illegal_command_form'],
    ['', 'illegal_command_form'],
    ['(eye)', 'illegal_command_form'],
    ['(eye maybe)', 'illegal_command_form'],
    ['(foo)', 'unknown_command'],
    ['(start)', 'unknown_command'],
    ['(move (ball) 1 1)', 'unknown_command'],
    ['(change_mode play_on)', 'unknown_command'],
    ['(recover)', 'unknown_command'],
    ['(ear on)', 'unknown_command'],
    ['(init Alpha (version 19))', 'unknown_command'],
    ['(change_player_types (2 3))', 'unknown_command'],
    ['(clang (ver 7 8))', 'unknown_command'],
    // spec 07 §8.1, §8.2, vector A
    ['(change_player_type 2 3)', { type: 'change_player_type', unum: 2, typeId: 3 }],
    ['(change_player_type 3 6 x', { type: 'change_player_type', unum: 3, typeId: 6 }],
    ['(change_player_type 3 -1)', { type: 'change_player_type', unum: 3, typeId: -1 }],
    ['(change_player_type 2 goalie)', { type: 'change_goalie', unum: 2 }],
    ['(change_player_type 2 goaliexyz)', { type: 'change_goalie', unum: 2 }],
    ['(change_player_type 2 keeper)', 'illegal_command_form'],
    ['(change_player_type 2)', 'illegal_command_form'],
    ['(change_player_type Alpha 2 3)', 'illegal_command_form'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('returns the text of coach language unchanged (spec 07 §10.2)', () => {
    const text = ' (say (freeform "x")) and more';
    expect(read(text, 7)).toEqual({ type: 'say', text });
  });

  it('decodes the plain text of an old coach, and an empty text if none can be said (spec 07 §10.1)', () => {
    expect(read('(say hello all)', 6)).toEqual({ type: 'say', text: 'hello all)' });
    expect(read('(say "quoted")', 5)).toEqual({ type: 'say', text: '' });
    expect(read('(say)', 6.9)).toEqual({ type: 'say', text: '' });
  });
});

describe('team_graphic (spec 07 §8.3, checklist 24)', () => {
  const tile = {
    x: 0,
    y: 0,
    width: 8,
    height: 8,
    colors: 2,
    charsPerPixel: 1,
    lines: ['a c None', 'b c #ff0000', ...Array.from({ length: 8 }, () => 'aaaabbbb')],
  };

  it('accepts a tile with any blanks and any text after it', () => {
    expect(read(`(team_graphic (0 0 ${TILE}))`)).toEqual({ type: 'team_graphic', tile });
    const loose = `(team_graphic(31 7 ${TILE.replace('"8 8 2 1"', '" 8  8 2\t1 "').replaceAll('" "', '""')} "more`;
    expect(read(loose)).toEqual({ type: 'team_graphic', tile: { ...tile, x: 31, y: 7 } });
  });

  it('keeps a position outside the banner; a negative position wraps', () => {
    expect(read(`(team_graphic (40 9 ${TILE}))`)).toMatchObject({ tile: { x: 40, y: 9 } });
    expect(read(`(team_graphic (-1 0 ${TILE}))`)).toMatchObject({ tile: { x: 4294967295 } });
  });

  it('accepts a tile of another size, and COLORS of 0', () => {
    expect(read('(team_graphic (1 2 "2 1 0 3" "abcdef"))')).toMatchObject({
      tile: { x: 1, y: 2, width: 2, height: 1, colors: 0, charsPerPixel: 3, lines: ['abcdef'] },
    });
  });

  it.each([
    ['(team_graphic)', refusal('illegal_command_form')],
    ['(team_graphic (0))', refusal('illegal_command_form')],
    ['(team_graphic (x 0))', refusal('illegal_command_form')],
    ['(team_graphic (0 0))', refusal('invalid_xpm_data')],
    ['(team_graphic (32 0))', refusal('invalid_xpm_data', true)],
    ['(team_graphic (0 8 "8 8 1 1" "a c #FFFFFF"))', refusal('invalid_xpm_data', true)],
    [`(team_graphic (1 1 ${TILE.replace('8 8 2', '7 8 2')}))`, refusal('invalid_xpm_data')],
    [`(team_graphic (1 1 ${TILE.replace('8 8 2', '8 9 2')}))`, refusal('invalid_xpm_data')],
    [`(team_graphic (1 1 ${TILE.replace('8 8 2 1', '8 8 2')}))`, refusal('invalid_xpm_data')],
    [`(team_graphic (1 1 ${TILE.replace('8 8 2 1', '8 8 2 1 x')}))`, refusal('invalid_xpm_data')],
    ['(team_graphic (1 1 "8 8 999999999 1" "a"))', refusal('invalid_xpm_data')],
    ['(team_graphic (1 1 "8 -8 0 1"))', refusal('invalid_xpm_data')],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('properties (spec 07 §8)', () => {
  const line = (length: number) => fc.stringMatching(new RegExp(`^[ -!#-~]{${length}}$`));
  const tile = fc
    .record({
      x: fc.integer({ min: 0, max: 40 }),
      y: fc.integer({ min: 0, max: 10 }),
      width: fc.integer({ min: 0, max: 9 }),
      height: fc.integer({ min: 0, max: 9 }),
      colors: fc.integer({ min: 0, max: 3 }),
      charsPerPixel: fc.integer({ min: 1, max: 2 }),
    })
    .chain((head) =>
      fc
        .tuple(
          fc.array(fc.stringMatching(/^[ -!#-~]*$/), { minLength: head.colors, maxLength: head.colors }),
          fc.array(line(head.width * head.charsPerPixel), { minLength: head.height, maxLength: head.height }),
        )
        .map(([colors, rows]) => ({ ...head, lines: [...colors, ...rows] })),
    );
  const command: fc.Arbitrary<CoachCommand> = fc.oneof(
    tile.map((value) => ({ type: 'team_graphic' as const, tile: value })),
    fc.record({ type: fc.constant('change_player_type' as const), unum: fc.integer(), typeId: fc.integer() }),
    fc.record({ type: fc.constant('change_goalie' as const), unum: fc.integer() }),
    fc.record({ type: fc.constant('eye' as const), on: fc.boolean() }),
    fc.record({ type: fc.constant('compression' as const), level: fc.integer({ max: 9 }) }),
    fc.record({
      type: fc.constantFrom(
        'check_ball' as const,
        'look' as const,
        'team_names' as const,
        'done' as const,
        'bye' as const,
      ),
    }),
  );

  it('decodes every encoded command to the same command', () => {
    fc.assert(
      fc.property(command, fc.integer({ min: 5, max: 19 }), (value, version) => {
        expect(read(encodeCoachCommand(value, version), version)).toEqual(value);
      }),
    );
  });

  it('splits a text into the commands that were put together', () => {
    fc.assert(
      fc.property(fc.array(command), fc.constantFrom('', ' ', '\n'), (values, gap) => {
        const texts = values.map((value) => encodeCoachCommand(value, 19));
        expect(splitCoachCommands(texts.join(gap))).toEqual(texts);
      }),
    );
  });

  it.each([
    ['', []],
    [' ', []],
    ['(say (freeform "a) (b"))(done)', ['(say (freeform "a) (b"))', '(done)']],
    ['(eye on) eye', ['(eye on)', 'eye']],
    ['(eye on)(eye', ['(eye on)', '(eye']],
  ])('splits %j', (text, parts) => {
    expect(splitCoachCommands(text)).toEqual(parts);
  });

  it('encodes say in the form of the version', () => {
    expect(encodeCoachCommand({ type: 'say', text: 'hello' }, 6)).toBe('(say hello)');
    expect(encodeCoachCommand({ type: 'say', text: '(say (info (clear)))' }, 7)).toBe('(say (info (clear)))');
  });
});
