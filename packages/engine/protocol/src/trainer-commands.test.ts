import { PLAY_MODES, type TrainerCommand } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTrainerCommand, encodeTrainerCommand } from './trainer-commands.js';

/** Returns the command, or the code of the error. */
function read(text: string): TrainerCommand | string {
  const result = decodeTrainerCommand(text);
  return result.ok ? result.value : result.error.code;
}

describe('the command word (spec 07 §6, checklist 12)', () => {
  it.each([
    ['(look;x', { type: 'look' }],
    ['(look', { type: 'look' }],
    ['( look )', { type: 'look' }],
    ['(look 1)', { type: 'look' }],
    ['(team_names)(look)', { type: 'team_names' }],
    ['\n\t(look)', { type: 'look' }],
    ['hello', 'illegal_command_form'],
    ['look', 'illegal_command_form'],
    ['', 'illegal_command_form'],
    ['(', 'illegal_command_form'],
    ['()', 'illegal_command_form'],
    ['(foo)', 'unknown_command'],
    ['(Look)', 'unknown_command'],
    // spec 07 §7.14
    ['(bye)', 'unknown_command'],
    ['(init (version 19))', 'unknown_command'],
    ['(team_graphic (0 0))', 'unknown_command'],
    ['(change_player_types (1 1))', 'unknown_command'],
    ['(clang (ver 7 8))', 'unknown_command'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('change_mode (spec 07 §7.1, checklist 13)', () => {
  it('accepts all 51 modes', () => {
    expect(PLAY_MODES.length).toBe(51);
    for (const { name } of PLAY_MODES)
      expect(read(`(change_mode ${name})`)).toEqual({ type: 'change_mode', mode: name });
  });

  it.each([
    ['(change_mode)', 'illegal_command_form'],
    ['(change_mode (play_on))', 'illegal_command_form'],
    ['(change_mode play_on now)', { type: 'change_mode', mode: 'play_on' }],
    ['(change_mode play_off)', 'illegal_mode'],
    ['(change_mode PLAY_ON)', 'illegal_mode'],
    ['(change_mode goalie_catch_ball_l)', 'illegal_mode'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('move (spec 07 §7.2, checklist 14)', () => {
  it.each([
    ['(move (ball) 10 -5)', { type: 'move_ball', to: { x: 10, y: -5 } }],
    ['(move (ball) 10 20 30)', { type: 'move_ball', to: { x: 10, y: 20, angle: 30 } }],
    ['(move (ball) 0 0 0 1.5 -0.5)', { type: 'move_ball', to: { x: 0, y: 0, angle: 0, vx: 1.5, vy: -0.5 } }],
    // The simulator refuses four numbers, but first takes the ball from the goalie.
    ['(move (ball) 1 2 3 4)', { type: 'move_ball', to: { x: 1, y: 2, angle: 3, vx: 4 } }],
    ['(move (ball) 1e1 -.5)', { type: 'move_ball', to: { x: 10, y: -0.5 } }],
    ['(move (ball) 5e 7)', { type: 'move_ball', to: { x: 5, y: 7 } }],
    ['(move (ball) -.5E+ 5e-)', { type: 'move_ball', to: { x: -0.5, y: 5 } }],
    ['(move (ball) 0x5p- 1)', { type: 'move_ball', to: { x: 5, y: 1 } }],
    ['(move (ball) 5ex 7)', 'illegal_object_form'],
    ['(move (ball) 5e1e 7)', 'illegal_object_form'],
    ['(move (ball) 0x 7)', 'illegal_object_form'],
    ['(move (ball) 0x10 1)', { type: 'move_ball', to: { x: 16, y: 1 } }],
    ['(move (ball) inf 1)', { type: 'move_ball', to: { x: Number.POSITIVE_INFINITY, y: 1 } }],
    ['(move ( ball) 1 2)', { type: 'move_ball', to: { x: 1, y: 2 } }],
    [
      '(move (player TeamA 3) -20 10 90 0 0)',
      { type: 'move_player', team: 'TeamA', unum: 3, to: { x: -20, y: 10, angle: 90, vx: 0, vy: 0 } },
    ],
    ['(move (player LL 1 goalie) 1 2)', { type: 'move_player', team: 'LL', unum: 1, to: { x: 1, y: 2 } }],
    ['(move(player LL 1)1 2 x', { type: 'move_player', team: 'LL', unum: 1, to: { x: 1, y: 2 } }],
    ['(move ( ball ) 1 2)', 'illegal_object_form'],
    ['(move ball 1 2)', 'illegal_object_form'],
    ['(move (b) 1 2)', 'illegal_object_form'],
    ['(move (player TeamA 12) 0 0)', 'illegal_object_form'],
    ['(move (player TeamA 0) 0 0)', 'illegal_object_form'],
    ['(move (player TeamA) 0 0)', 'illegal_object_form'],
    ['(move (p "Beta" 1) -3 2 90)', 'illegal_object_form'],
    ['(move (goal l) 0 0)', 'illegal_object_form'],
    ['(move (ball) nan 0)', 'illegal_object_form'],
    ['(move (ball) 1 2 nan)', 'illegal_object_form'],
    ['(move (ball) 1)', 'illegal_object_form'],
    ['(move (ball))', 'illegal_object_form'],
    ['(move)', 'illegal_object_form'],
    ['(move () 1 2)', 'illegal_object_form'],
    [`(move (${'x'.repeat(128)}) 1 2)`, 'illegal_object_form'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('eye, ear, change_player_type, compression (spec 07 §7.8, §7.9, §7.11, §7.13)', () => {
  it.each([
    ['(eye on)', { type: 'eye', on: true }],
    ['(eye off)', { type: 'eye', on: false }],
    ['(ear on', { type: 'ear', on: true }],
    ['(ear)', 'illegal_command_form'],
    ['(ear maybe)', 'illegal_command_form'],
    ['(ear (on))', 'illegal_command_form'],
    ['(eye online)', 'illegal_command_form'],
    ['(change_player_type Alpha 1 3)', { type: 'change_player_type', team: 'Alpha', unum: 1, typeId: 3 }],
    ['(change_player_type Alpha 2 -1)', { type: 'change_player_type', team: 'Alpha', unum: 2, typeId: -1 }],
    ['(change_player_type Alpha 2)', 'illegal_command_form'],
    ['(change_player_type Alpha 2 goalie)', 'illegal_command_form'],
    ['(change_player_type 2 1)', 'illegal_command_form'],
    ['(change_player_type)', 'illegal_command_form'],
    ['(compression 6)', { type: 'compression', level: 6 }],
    ['(compression -1)', { type: 'compression', level: -1 }],
    ['(compression 10)', 'illegal_command_form'],
    ['(compression)', 'illegal_command_form'],
    ['(compression x)', 'illegal_command_form'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('say (spec 07 §7.10, checklist 19)', () => {
  // The decoder returns the whole text. The simulator removes its last parenthesis, or cuts it to the limit.
  it.each([
    ['(say hello all)', 'hello all)'],
    ['(say (x) (y))', '(x) (y))'],
    ['(say a,b)', 'a'],
    ['(say x y) ', 'x y) '],
    ['(say x) (say y)', 'x) (say y)'],
    [`(say ${'z'.repeat(140)})`, `${'z'.repeat(140)})`],
    ['(say(a) b)', 'b)'],
    ['(say )', ')'],
    ['(say a b c', 'a b c'],
  ])('%s', (text, message) => {
    expect(read(text)).toEqual({ type: 'say', message });
  });

  it.each(['(say)', '(say "x")', '(say ', '(say', `(say${'('.repeat(128)} b)`])('%s is refused', (text) => {
    expect(read(text)).toBe('illegal_command_form');
  });
});

describe('properties (spec 07 §7)', () => {
  it('decodes an encoded message with its parenthesis', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z().+*/?<>_-][0-9A-Za-z ().+*/?<>_-]*$/), (message) => {
        expect(read(encodeTrainerCommand({ type: 'say', message }))).toEqual({
          type: 'say',
          message: `${message})`,
        });
      }),
    );
  });
});
