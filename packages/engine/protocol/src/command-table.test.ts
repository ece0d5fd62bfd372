import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoachCommand, MonitorCommand, PlayerCommand, TrainerCommand } from '@rcss/core';
import { COMMANDS, type CommandRole } from '@rcss/core/commands';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCommand } from '../../../engine/core/test/arbitrary-command.js';
import { formatCommandReference } from '../scripts/command-reference.js';
import { decodeCoachCommand, encodeCoachCommand } from './coach-commands.js';
import { decodeMonitorCommand, encodeMonitorCommand } from './monitor-commands.js';
import { decodePlayerCommands, encodePlayerCommand } from './player-commands.js';
import { decodeTrainerCommand, encodeTrainerCommand } from './trainer-commands.js';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('what derives from the tables of commands', () => {
  it('is up to date (run `npm run generate` after a change)', () => {
    expect(read('../../../../docs/reference/commands.md')).toBe(formatCommandReference());
  });
});

interface Codec {
  readonly encode: (command: never) => string;
  /** Returns the command, or a failure. */
  readonly decode: (text: string) => unknown;
}

const decodeOne = (text: string): unknown => {
  const commands: PlayerCommand[] = [];
  return decodePlayerCommands(text, (command) => commands.push(command), true) ? commands[0] : commands;
};
const coachCodec = (version: number): Codec => ({
  encode: (command: CoachCommand) => encodeCoachCommand(command, version),
  decode: (text) => {
    const result = decodeCoachCommand(text, version);
    return result.ok ? result.value : result;
  },
});
const TRAINER: Codec = {
  encode: (command: TrainerCommand) => encodeTrainerCommand(command),
  decode: (text) => {
    const result = decodeTrainerCommand(text);
    return result.ok ? result.value : result;
  },
};
const MONITOR: Codec = {
  encode: (command: MonitorCommand | TrainerCommand) => encodeMonitorCommand(command),
  decode: (text) => {
    const result = decodeMonitorCommand(text, true);
    return result.ok ? result.value.command : result;
  },
};
const monitorTrainerRows = Object.fromEntries(
  Object.entries(COMMANDS.trainer).filter(([, { monitorHead }]) => monitorHead !== undefined),
);
const CODECS: readonly [name: string, rows: (typeof COMMANDS)[CommandRole], codec: Codec][] = [
  ['player', COMMANDS.player, { encode: encodePlayerCommand, decode: decodeOne }],
  ['trainer', COMMANDS.trainer, TRAINER],
  ...[5, 6, 7, 12, 19].map((version): (typeof CODECS)[number] => [
    `coach of version ${version}`,
    COMMANDS.coach,
    coachCodec(version),
  ]),
  ['monitor', COMMANDS.monitor, MONITOR],
  ['monitor in a coach mode', monitorTrainerRows, MONITOR],
];

type Values = { readonly type: string } & Readonly<Record<string, unknown>>;

const closeTexts = ({ type, ...texts }: Values): Values => ({
  type,
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, `${text})`])),
});

const PLAIN_TEXT = fc.stringMatching(/^[0-9A-Za-z.]{1,9}$/);
const level = fc.integer({ min: -2147483648, max: 9 });
/** Values that the text can express, where the kind of the field allows more. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  'trainer move_player': { unum: fc.integer({ min: 1, max: 11 }) },
  'coach say': { text: fc.constantFrom('(say (info (clear)))', '(say (freeform "a"))') },
  'coach team_graphic_refused': {
    code: fc.constant('illegal_command_form'),
    locationWarning: fc.constant(false),
  },
};

/** Whether the command is a plain text, which is decoded with its closing parenthesis. */
const isPlainText = (name: string, type: string) =>
  type === 'say' && (name === 'trainer' || name === 'coach of version 5' || name === 'coach of version 6');

describe('every command of the tables is decoded as it was encoded', () => {
  for (const [name, rows, codec] of CODECS) {
    it.each(Object.entries(rows))(`${name}: %s`, (type, row) => {
      const role = rows === monitorTrainerRows ? 'trainer' : name.split(' ')[0];
      const given: Record<string, fc.Arbitrary<unknown>> = {
        ...(role === 'player' ? {} : { level }),
        ...GIVEN[`${role} ${type}`],
      };
      if (isPlainText(name, type)) given[role === 'coach' ? 'text' : 'message'] = PLAIN_TEXT;
      fc.assert(
        fc.property(arbitraryCommand<Values>(type, row, given), (command) => {
          const text = codec.encode(command as never);
          const expected = isPlainText(name, type) ? closeTexts(command) : command;
          expect(codec.decode(text)).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    });
  }
});
