import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCoachInit, encodeCoachInit } from './coach-init.js';

function outcome(text: string): string {
  const result = decodeCoachInit(text);
  if (!result.ok) return `error ${result.error.code}`;
  return `${result.value.team}|${result.value.name}|${result.value.version}`;
}

describe('init of online coaches (spec 07 §4, checklist 7)', () => {
  it.each([
    ['(init TeamA)', 'error illegal_command_form'],
    ['(init)', 'error illegal_command_form'],
    ['(init )', 'error illegal_command_form'],
    ['(init TeamA (version 15))', 'TeamA||15'],
    ['(init TeamA(version 15))', 'TeamA||15'],
    ['(initTeamA C)', 'TeamA|C|5'],
    ['(init TeamA CoachX)', 'TeamA|CoachX|5'],
    ['(init TeamA CoachX (version 7))', 'TeamA|CoachX|7'],
    ['(init TeamA CoachX', 'error illegal_coachname_or_too_long_coachname'],
    ['(init TeamA CoachX! (version 15))', 'error illegal_coachname_or_too_long_coachname'],
    ['(init TeamA CoachX Y (version 15))', 'error illegal_coachname_or_too_long_coachname'],
    ['(init TeamA "CoachX" (version 15))', 'error illegal_command_form'],
    ['(init TeamA (version 15)', 'error illegal_client_version'],
    ['(init TeamA (version 4.99))', 'error illegal_client_version'],
    // A version above the range is decoded. The server refuses it after the checks of the team (spec 07 §4,
    // point 8).
    ['(init TeamA (version 20))', 'TeamA||20'],
    ['(init TeamA (version abc))', 'error illegal_command_form'],
    ['(init TeamA CoachX (x) (version 15))', 'TeamA|CoachX|5'],
    ['( init TeamA (version 15))', 'error illegal_command_form'],
    ['init TeamA', 'error illegal_command_form'],
    ['(look)', 'error illegal_command_form'],
    // Recorded: 01-handshake/coach-init-forms.
    ['(init Al%pha (version 19))', 'error illegal_command_form'],
    ['(init Alpha Na.me% (version 19))', 'error illegal_coachname_or_too_long_coachname'],
    ['(init Beta Brain-2 (version 14))', 'Beta|Brain-2|14'],
    ['hello', 'error illegal_command_form'],
    ['', 'error illegal_command_form'],
    // The part of a team name after 15 characters becomes the coach name.
    ['(init ABCDEFGHIJKLMNOPQR (version 9))', 'ABCDEFGHIJKLMNO|PQR|9'],
    [`(init T ${'c'.repeat(128)} (version 9))`, 'error illegal_coachname_or_too_long_coachname'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it('has only the documented fields without a version (spec 07 §4)', () => {
    expect(decodeCoachInit('(init TeamA CoachX)')).toEqual({
      ok: true,
      value: { team: 'TeamA', name: 'CoachX', version: 5 },
    });
  });

  it('decodes every encoded request to the same request (spec 07 §4)', () => {
    const name = (max: number) =>
      fc.stringMatching(new RegExp(`^[A-Za-z0-9+,./:;<=>?@\\[\\]^_-]{1,${max}}$`));
    fc.assert(
      fc.property(
        fc.record({
          team: name(15),
          name: fc.oneof(fc.constant(''), name(127)),
          version: fc.double({ min: 5, max: 19.99, noNaN: true }),
        }),
        (init) => {
          expect(decodeCoachInit(encodeCoachInit(init))).toEqual({ ok: true, value: init });
        },
      ),
    );
  });
});
