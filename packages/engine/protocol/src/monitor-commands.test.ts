import { describe, expect, it } from 'vitest';
import { type DecodedMonitorCommand, decodeMonitorCommand } from './monitor-commands.js';

/** Returns the command, or the code of the error. */
function read(text: string, coachMode = true): DecodedMonitorCommand['command'] | string {
  const result = decodeMonitorCommand(text, coachMode);
  return result.ok ? result.value.command : result.error.code;
}

const FORM = 'illegal_command_form';

describe('commands of every monitor (spec 10 §10.1, §10.2, §14, checklist 11)', () => {
  it.each([
    ['(dispbye)', { type: 'dispbye' }],
    ['(dispbye) ', FORM],
    ['(dispstart)', { type: 'dispstart' }],
    [' (dispstart)', FORM],
    ['(dispstart) ', FORM],
    ['(dispstart now)', FORM],
    ['dispstart', FORM],
    ['(dispfoul 160 -80 0)', { type: 'dispfoul', x: 160, y: -80, side: 0 }],
    ['(dispfoul 1600 -80 -1)', { type: 'dispfoul', x: 1600, y: -80, side: -1 }],
    ['(dispfoul  16   -16   0  ) and more', { type: 'dispfoul', x: 16, y: -16, side: 0 }],
    ['(dispfoul 1 2)', FORM],
    ['(dispfoul a b c)', FORM],
    ['(dispfoul)', FORM],
    ['(dispfoul 5.7 3 1)', FORM],
    ['( dispfoul 5 3 1 )', FORM],
    ['(dispplayer 1 1 160 -160 90)', { type: 'dispplayer', side: 1, unum: 1, x: 160, y: -160, angle: 90 }],
    ['(dispplayer 1 12 0 0 0)', { type: 'dispplayer', side: 1, unum: 12, x: 0, y: 0, angle: 0 }],
    ['(dispplayer 1 2 16.5 5 0)', FORM],
    ['(dispplayer 1 1)', FORM],
    ['(dispdiscard 1 2)', { type: 'dispdiscard', side: 1, unum: 2 }],
    ['(dispdiscard 1)', FORM],
    ['(dispcard 1 2 yellow)', { type: 'dispcard', side: 1, unum: 2, card: 'yellow' }],
    ['(dispcard -1 2  red', { type: 'dispcard', side: -1, unum: 2, card: 'red' }],
    // Recorded: 07-monitor/cards.
    ['(dispcard -1 2 red )', FORM],
    ['(dispcard 1 1 green)', FORM],
    ['(dispcard 1 1)', FORM],
    ['(dispcard 1 yellow)', FORM],
    ['(dispcard yellow)', FORM],
    ['(dispcard)', FORM],
    ['(compression 3)', { type: 'compression', level: 3 }],
    ['(compression -1)', { type: 'compression', level: -1 }],
    ['(compression 10)', FORM],
    ['(compression)', FORM],
    ['(compression x)', FORM],
    ['(foo)', FORM],
    ['', FORM],
    ['(', FORM],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(text, false)).toEqual(expected);
  });
});

describe('commands of the trainer, only in coach modes (spec 10 §10.3, checklist 12)', () => {
  it.each([
    ['(start)', { type: 'start' }],
    ['(change_mode play_on)', { type: 'change_mode', mode: 'play_on' }],
    ['(change_mode drop_ball) more', { type: 'change_mode', mode: 'drop_ball' }],
    ['(change_mode nonsense)', 'illegal_mode'],
    ['(change_mode)', FORM],
    ['(move (ball) 10 -5)', { type: 'move_ball', to: { x: 10, y: -5 } }],
    ['(move (ball) 1 2 3 4)', { type: 'move_ball', to: { x: 1, y: 2, angle: 3, vx: 4 } }],
    ['(move (ball) 1)', 'illegal_object_form'],
    ['(move (ball) nan 1)', 'illegal_object_form'],
    ['(move (player Gamma 1) 0 0)', { type: 'move_player', team: 'Gamma', unum: 1, to: { x: 0, y: 0 } }],
    ['(move (player Alpha 12) 0 0)', 'illegal_object_form'],
    ['(move (foo) 1 1)', 'illegal_object_form'],
    ['(move)', 'illegal_object_form'],
    ['(recover)', { type: 'recover' }],
    ['(recoverxyz)', { type: 'recover' }],
    ['(check_ball 1)', { type: 'check_ball' }],
    ['(check_ballxyz)', { type: 'check_ball' }],
    ['(change_player_type Alpha 2 1)', FORM],
    ['(look)', FORM],
    ['(team_names)', FORM],
    ['(ear on)', FORM],
    ['(say hello)', FORM],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(text, false)).toBe(FORM);
  });
});
