import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRefereeCommand, encodeRefereeCommand } from './referee-datagrams.js';

function sent(command: unknown, coach = false): readonly string[] {
  const result = encodeRefereeCommand(command, coach);
  return result.ok ? result.value : [`refused: ${result.error.message}`];
}

describe('encodeRefereeCommand', () => {
  it('encodes the commands that every server accepts (spec 10 §10.2, §14)', () => {
    expect(sent({ type: 'kick_off' })).toEqual(['(dispstart)']);
    expect(sent({ type: 'drop_ball', x: 10, y: -5 })).toEqual(['(dispfoul 160 -80 0)']);
    expect(sent({ type: 'free_kick', side: 'l', x: 1.03, y: 0 })).toEqual(['(dispfoul 16 0 1)']);
    expect(sent({ type: 'free_kick', side: 'r', x: 100, y: -5 })).toEqual(['(dispfoul 1600 -80 -1)']);
    expect(sent({ type: 'card', side: 'r', unum: 11, color: 'red' })).toEqual(['(dispcard -1 11 red)']);
    expect(sent({ type: 'discard', side: 'l', unum: 4 })).toEqual(['(dispdiscard 1 4)']);
    expect(sent({ type: 'move_player', side: 'l', unum: 1, x: 10, y: -10, body: 90.4 })).toEqual([
      '(dispplayer 1 1 160 -160 90)',
    ]);
  });

  it('sends play modes and ball moves only to a server that executes trainer commands (spec 11 §3.7, §3.12)', () => {
    expect(sent({ type: 'play_mode', mode: 'kick_in_l', x: 10, y: 3 }, true)).toEqual([
      '(move (ball) 10 34 0 0 0)',
      '(change_mode kick_in_l)',
    ]);
    expect(sent({ type: 'play_mode', mode: 'play_on', x: 1.5, y: 3 }, false)[0]).toContain('server::coach');
    expect(sent({ type: 'play_mode', mode: 'drop_ball', x: 10, y: 3, keepBall: true }, true)).toEqual([
      '(change_mode drop_ball)',
    ]);
    expect(sent({ type: 'move_ball', x: 1, y: 2 }, true)).toEqual(['(move (ball) 1 2 0 0 0)']);
    expect(sent({ type: 'move_ball', x: 1, y: 2 }, false)).toEqual(['(dispfoul 16 32 0)']);
    expect(sent({ type: 'recover' }, true)).toEqual(['(recover)']);
  });

  it('refuses numbers that a server does not check (spec 10 §10.7)', () => {
    for (const unum of [0, 12, 1.5, '3', null]) {
      expect(sent({ type: 'card', side: 'l', unum, color: 'red' })[0]).toContain('refused');
      expect(sent({ type: 'discard', side: 'l', unum })[0]).toContain('refused');
    }
  });

  it('accepts places up to 200 m from the center and directions up to 360 degrees', () => {
    expect(sent({ type: 'drop_ball', x: 200, y: -200 })).toEqual(['(dispfoul 3200 -3200 0)']);
    expect(sent({ type: 'drop_ball', x: 200.01, y: 0 })[0]).toContain('refused');
    expect(sent({ type: 'drop_ball', x: 0, y: -200.01 })[0]).toContain('refused');
    const move = { type: 'move_player', side: 'l', unum: 11, x: 1, y: 1 };
    expect(sent({ ...move, body: -360 })).toEqual(['(dispplayer 1 11 16 16 -360)']);
    expect(sent({ ...move, body: 360 })).toEqual(['(dispplayer 1 11 16 16 360)']);
    expect(sent({ ...move, body: 360.1 })[0]).toContain('refused');
  });

  it('sends only well-formed commands for any input of a browser', () => {
    const well =
      /^\((?:dispstart|dispfoul|dispplayer|dispcard|dispdiscard|change_mode|recover|move \(ball\))(?: [-\w.]+)*\)$/;
    const value = fc.oneof(
      fc.anything(),
      fc.constantFrom('l', 'r', 'red', 'yellow', 'play_on) (', 'kick_in_l'),
      fc.double(),
    );
    const command = fc.record(
      {
        type: fc.constantFrom(
          'kick_off',
          'drop_ball',
          'free_kick',
          'card',
          'discard',
          'move_player',
          'move_ball',
          'play_mode',
          'x',
        ),
        side: value,
        unum: value,
        x: value,
        y: value,
        body: value,
        color: value,
        mode: value,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.oneof(command, fc.anything()), fc.boolean(), (input, coach) => {
        const result = encodeRefereeCommand(input, coach);
        if (result.ok) for (const datagram of result.value) expect(datagram).toMatch(well);
      }),
    );
  });
});

it('describes commands in words', () => {
  expect(describeRefereeCommand({ type: 'card', color: 'yellow', side: 'r', unum: 3 })).toBe(
    'yellow card for right 3',
  );
  expect(describeRefereeCommand({ type: 'drop_ball', x: 1, y: -2.25 })).toBe('drop ball at (1.0, -2.3)');
  expect(describeRefereeCommand({ type: 'play_mode', mode: 'goal_kick_l', x: 0, y: 0 })).toBe(
    'play mode goal kick l',
  );
  expect(describeRefereeCommand({ type: 'discard', side: 'l', unum: 11 })).toBe('removal of left 11');
});
