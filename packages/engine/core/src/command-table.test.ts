import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCommand } from '../test/arbitrary-command.js';
import {
  COMMAND_FIELDS,
  COMMANDS,
  type CommandRole,
  type CommandRow,
  completePlayerCommand,
  describeCommandForm,
  findCommandFault,
  readCommandForm,
} from './entries/commands.js';
import { createPlayer } from './player.generated.js';

const ROWS = Object.entries(COMMANDS).flatMap(([role, rows]) =>
  Object.entries(rows).map(([type, row]) => [role as CommandRole, type, row] as const),
);

describe('the tables of commands', () => {
  it.each(ROWS)('%s %s: the form reads each field once, and the sentence ends', (_, type, row) => {
    const names: string[] = [];
    const collect = (parts: ReturnType<typeof readCommandForm>['parts']): void => {
      for (const part of parts) {
        if (part.is === 'field') names.push(part.name);
        else if (part.is === 'list') collect(part.parts);
      }
    };
    collect(readCommandForm(row).parts);
    // The fields of a refused tile are found by the server.
    expect(names).toEqual(type === 'team_graphic_refused' ? [] : Object.keys(row.fields));
    expect(row.doc).toMatch(/^[A-Z].*\.$/);
    expect(row.spec).toMatch(/^\d\d §[\d.]+$/);
  });

  it('name counts that a player has, and each meaning of a field is used', () => {
    const player = createPlayer('l', 1);
    for (const [, , { counter }] of ROWS) if (counter !== undefined) expect(player[counter]).toBe(0);
    const used = new Set(ROWS.flatMap(([, , { fields }]) => Object.values(fields)));
    expect([...used].sort()).toEqual(Object.keys(COMMAND_FIELDS).sort());
  });
});

describe('the check of a command', () => {
  it.each(ROWS)('%s %s: accepts every valid command and names each wrong field', (role, type, row) => {
    fc.assert(
      fc.property(arbitraryCommand(type, row), (command) => {
        expect(findCommandFault(role, command)).toBeNull();
        for (const field of Object.keys(row.fields)) {
          for (const value of [undefined, Number.NaN, {}, Symbol('x'), 5n, () => 0]) {
            const path = findCommandFault(role, { ...command, [field]: value })?.path;
            expect(path?.split('.')[0], `${field} ${String(value)}`).toBe(field);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['player', undefined, '', 'an object'],
    ['player', { type: 'trun', moment: 1 }, 'type', 'one of dash, dash_leg, turn, '],
    ['player', { type: 'turn', moment: '1' }, 'moment', 'a number other than NaN'],
    ['player', { type: 'tackle', angle: 0, foul: 'on' }, 'foul', 'one of false, true'],
    ['player', { type: 'change_view', width: 'big', quality: null }, 'width', '"narrow", "normal", "wide"'],
    [
      'player',
      { type: 'attentionto', side: { by: 'own', own: true }, unum: 1 },
      'side.by',
      'side, relative, name',
    ],
    ['player', { type: 'attentionto', side: { by: 'relative' }, unum: 1 }, 'side.own', 'one of false, true'],
    [
      'player',
      { type: 'attentionto', side: { by: 'relative', own: true }, unum: 1.5 },
      'unum',
      'a whole number',
    ],
    ['player', { type: 'attentionto', side: 'our', unum: 1 }, 'side', "{ by: 'relative', own: true }"],
    ['trainer', { type: 'move_ball', to: { x: 1, y: 1, vx: null } }, 'to.vx', 'a number other than NaN'],
    ['trainer', { type: 'change_mode', mode: 'play' }, 'mode', 'a play mode'],
    ['coach', { type: 'say', text: 1 }, 'text', 'a text'],
    ['monitor', { type: 'dispfoul', x: Number.POSITIVE_INFINITY, y: 0, side: 0 }, 'x', 'a finite number'],
  ] as const)('%s %o: the fault is at %s', (role, command, path, allowed) => {
    const fault = findCommandFault(role, command);
    expect(fault?.path).toBe(path);
    expect(fault?.allowed).toContain(allowed);
  });

  it('accepts infinite numbers, absent parts of a place and an absent side', () => {
    expect(findCommandFault('player', { type: 'turn', moment: Number.POSITIVE_INFINITY })).toBeNull();
    expect(findCommandFault('player', { type: 'ear', on: true, side: null, mode: null })).toBeNull();
    expect(findCommandFault('trainer', { type: 'move_ball', to: { x: 1, y: 2 } })).toBeNull();
  });
});

describe('the form of a command', () => {
  const row = (form: string): CommandRow => ({ form, fields: { typeId: 'typeId' }, spec: '', doc: '' });

  it.each(['', 'turn', '(turn', '(turn) x', '((turn))', '(TYPE_ID)', '(turn type-id)', '(turn ANGLE)'])(
    '%j is refused with the form in the error',
    (form) => {
      expect(() => readCommandForm(row(form))).toThrow(`form ${form}`);
    },
  );

  it('is shown with the words that a field allows', () => {
    expect(describeCommandForm(row('(turn "TYPE_ID")'))).toBe('(turn "TYPE_ID")');
    const { ear, say, tackle } = COMMANDS.player;
    expect([ear, say, tackle].map((known) => describeCommandForm(known!))).toEqual([
      '(ear (on|off [our|opp|l|r|TEAM] [partial|complete]))',
      '(say "MESSAGE")',
      '(tackle ANGLE [on|off])',
    ]);
  });
});

describe('a command with absent fields', () => {
  it.each(Object.entries(COMMANDS.player))(
    '%s: the fields in brackets, and only these, are completed',
    (type, row) => {
      const optional = [...row.form.matchAll(/\[([A-Z]+)\]/g)].map(([, name]) => name!.toLowerCase());
      fc.assert(
        fc.property(arbitraryCommand<{ type: string }>(type, row), (command) => {
          expect(completePlayerCommand(command as never)).toBe(command);
          for (const field of Object.keys(row.fields)) {
            const { [field]: _, ...rest } = command as Record<string, unknown>;
            const fault = findCommandFault('player', completePlayerCommand(rest as never));
            expect(fault?.path).toBe(optional.includes(field) ? undefined : field);
          }
        }),
        { numRuns: 5 },
      );
    },
  );

  it('has the values that an absent argument has, and other faults stay', () => {
    const complete = (command: unknown) => completePlayerCommand(command as never);
    expect(complete({ type: 'dash', power: 80, dir: undefined })).toEqual({
      type: 'dash',
      power: 80,
      dir: 0,
    });
    expect(complete({ type: 'tackle', angle: 90 })).toEqual({ type: 'tackle', angle: 90, foul: false });
    expect(complete({ type: 'ear', on: true })).toEqual({ type: 'ear', on: true, side: null, mode: null });
    for (const value of [undefined, null, 'dash', { type: 'trun' }]) expect(complete(value)).toBe(value);
  });
});
