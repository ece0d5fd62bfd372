import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeCoachCommand,
  decodeCoachInit,
  decodeTrainerCommand,
  decodeTrainerInit,
} from './entries/coach.js';
import { decodeMonitorCommand, decodeMonitorInit } from './entries/monitor.js';

// biome-ignore format: a list of words
const PIECES = [
  '(', ')', ' ', '\n', '\t', '"', 'init', 'version', '(version 7)', 'Alpha', 'Alpha Coach', '!', 'move', '(ball)', '(player Alpha 3)',
  'nan', 'inf', '1e999', '0x1p3', '-5', '3.5', '99999999999999999999', 'say', 'eye', 'on', 'change_mode', 'play_on', 'change_player_type',
  'goalie', 'team_graphic', '(0 0', '"8 8 1 1"', '"8 8 999999999 1"', 'compression', 'dispinit', '(dispfoul 1 2', '(dispcard 1 2', 'red',
  '(check_ball', '\xff',
];

/** Error codes of spec 07 and spec 10 for malformed commands. */
const CODES = new Set([
  'illegal_command_form',
  'illegal_client_version',
  'illegal_coachname_or_too_long_coachname',
  'illegal_mode',
  'illegal_object_form',
  'unknown_command',
]);

describe('a decoder of commands never throws, and every failure has a code of the protocol (spec 07, spec 10 §10)', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(' ')),
  );
  it.each([
    ['trainer init', decodeTrainerInit],
    ['coach init', decodeCoachInit],
    ['monitor init', decodeMonitorInit],
    ['trainer', decodeTrainerCommand],
    ['old coach', (t: string) => decodeCoachCommand(t, 5)],
    ['coach', (t: string) => decodeCoachCommand(t, 19)],
    ['monitor', (t: string) => decodeMonitorCommand(t, false)],
    ['monitor in a coach mode', (t: string) => decodeMonitorCommand(t, true)],
  ])('%s', (_, decode) => {
    fc.assert(
      fc.property(text, (t) => {
        const result = decode(t);
        if (result !== null && !result.ok) expect(CODES).toContain(result.error.code);
      }),
      { numRuns: 500 },
    );
  });
});
