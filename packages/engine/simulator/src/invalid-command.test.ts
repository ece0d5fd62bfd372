import type { CoachCommand, MonitorCommand, PlayerCommand, TrainerCommand } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTeams } from '../test/arbitrary-play.js';
import { createMatch } from './create-match.js';
import { applyCoachCommand } from './execute-coach-command.js';
import { applyMonitorCommand } from './execute-monitor-command.js';
import { applyPlayerCommand } from './execute-player-command.js';
import { applyTrainerCommand } from './execute-trainer-command.js';
import { InvalidCommandError } from './invalid-command.js';
import type { Match } from './match.js';
import { digest } from './recording/digest.js';
import { snapshot } from './snapshot.js';
import { formatSnapshot } from './snapshot-text.js';
import { step } from './step.js';

const TILE = { x: 0, y: 0, width: 8, height: 8, colors: 1, charsPerPixel: 1, lines: ['a'] };

/** A valid command of every type and form; the test replaces each of its fields in turn. */
const GOOD: Readonly<Record<string, readonly object[]>> = {
  player: [
    { type: 'dash', power: 100, dir: 0 },
    { type: 'dash_leg', leg: 'l', power: 100, dir: 0 },
    { type: 'turn', moment: 10 },
    { type: 'turn_neck', moment: 10 },
    { type: 'kick', power: 50, dir: 0 },
    { type: 'long_kick', power: 50, dir: 0 },
    { type: 'tackle', angle: 0, foul: false },
    { type: 'catch', dir: 0 },
    { type: 'move', x: -10, y: 0 },
    { type: 'change_view', width: 'wide', quality: 'high' },
    { type: 'change_focus', dist: 1, dir: 1 },
    { type: 'say', message: 'a' },
    { type: 'pointto', dist: 10, dir: 0 },
    { type: 'attentionto', side: { by: 'relative', own: true }, unum: 2 },
    { type: 'attentionto', side: { by: 'side', side: 'r' }, unum: 2 },
    { type: 'attentionto', side: { by: 'name', name: 'A' }, unum: 2 },
    { type: 'ear', on: true, side: { by: 'side', side: 'l' }, mode: 'partial' },
    { type: 'clang', min: 7, max: 8 },
    { type: 'compression', level: 0 },
  ] satisfies PlayerCommand[],
  trainer: [
    { type: 'change_mode', mode: 'play_on' },
    { type: 'move_ball', to: { x: 1, y: 1, angle: 0, vx: 0, vy: 0 } },
    { type: 'move_player', team: 'A', unum: 1, to: { x: 1, y: 1, angle: 0, vx: 0, vy: 0 } },
    { type: 'eye', on: true },
    { type: 'ear', on: true },
    { type: 'say', message: 'a' },
    { type: 'change_player_type', team: 'A', unum: 1, typeId: 1 },
    { type: 'compression', level: 0 },
  ] satisfies TrainerCommand[],
  coach: [
    { type: 'eye', on: true },
    { type: 'say', text: '(say (freeform "a"))' },
    { type: 'change_player_type', unum: 1, typeId: 1 },
    { type: 'change_goalie', unum: 2 },
    { type: 'team_graphic', tile: TILE },
    { type: 'team_graphic_refused', code: 'invalid_xpm_data', locationWarning: false },
    { type: 'compression', level: 0 },
  ] satisfies CoachCommand[],
  monitor: [
    { type: 'dispfoul', x: 0, y: 0, side: 1 },
    { type: 'dispplayer', side: 1, unum: 1, x: 0, y: 0, angle: 0 },
    { type: 'dispdiscard', side: 1, unum: 1 },
    { type: 'dispcard', side: 1, unum: 1, card: 'yellow' },
    { type: 'compression', level: 0 },
  ] satisfies MonitorCommand[],
};

const APPLY: Readonly<Record<string, (match: Match, command: object) => void>> = {
  player: (match, command) => applyPlayerCommand(match, 2, command as PlayerCommand),
  trainer: (match, command) => applyTrainerCommand(match, { role: 'trainer' }, command as TrainerCommand),
  coach: (match, command) => applyCoachCommand(match, 'l', command as CoachCommand),
  monitor: (match, command) => applyMonitorCommand(match, command as MonitorCommand),
};

/** Optional fields of commands. */
const OPTIONAL = new Set(['to.angle', 'to.vx', 'to.vy']);

/** Returns the paths of all values inside a command, for example `type`, `to`, `to.x`. */
function paths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${prefix}${key}`;
    return typeof inner === 'object' ? [path, ...paths(inner, `${path}.`)] : [path];
  });
}

/** Returns a copy of a command with another value at a path; without the field if the value is undefined. */
function withValue(command: object, path: string, value: unknown): object {
  const copy = structuredClone(command) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() as string;
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as never, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

function playedMatch(): Match {
  const match = createMatch({
    params: createMatchParams(createServerParams(), createPlayerParams(), 1),
    seed: 1,
  });
  connectTeams(match);
  step(match);
  return match;
}

/** Returns the field named in the error that the command throws. */
function refusal(match: Match, role: string, command: unknown): string | undefined {
  try {
    APPLY[role]?.(match, command as object);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidCommandError);
    return (error as InvalidCommandError).field;
  }
  return undefined;
}

const good = fc.constantFrom(
  ...Object.entries(GOOD).flatMap(([role, commands]) => commands.map((command) => ({ role, command }))),
);
const spoiled = good.chain(({ role, command }) =>
  fc.record({
    role: fc.constant(role),
    command: fc.constant(command),
    path: fc.constantFrom(...paths(command)),
    // No field of a command allows one of these; an empty object is not a valid position.
    value: fc.constantFrom(undefined, Number.NaN, {}, Symbol('x'), 5n, () => 0),
  }),
);

describe('invalid commands of in-process callers', () => {
  it('throw an error that contains the field, and leave the match unchanged', () => {
    const match = playedMatch();
    const before = { text: formatSnapshot(snapshot(match)), digest: digest(match) };
    const recorded: unknown[] = [];
    match.record = (input) => recorded.push(input);
    fc.assert(
      fc.property(spoiled, ({ role, command, path, value }) => {
        fc.pre(!(value === undefined && OPTIONAL.has(path)));
        const field = refusal(match, role, withValue(command, path, value));
        expect(field).toBeDefined();
        // If an object replaces an object, the error names its first missing field.
        expect(field === path || field?.startsWith(`${path}.`)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(digest(match)).toBe(before.digest);
    expect(formatSnapshot(snapshot(match))).toBe(before.text);
    expect(recorded).toEqual([]);
  });

  it('throw an error for every value without a type', () => {
    const match = playedMatch();
    const before = formatSnapshot(snapshot(match));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(APPLY)), fc.anything(), (role, command) => {
        fc.pre(typeof (command as { type?: unknown } | null)?.type !== 'string');
        expect(refusal(match, role, command)).toBeDefined();
      }),
    );
    expect(formatSnapshot(snapshot(match))).toBe(before);
  });

  it('throw an error that contains sender, command, field, value and allowed values', () => {
    const match = playedMatch();
    expect(() => applyPlayerCommand(match, 2, { type: 'turn' } as never)).toThrow(
      'command "turn" of player 2 was refused: field "moment" is undefined; allowed: a number other than NaN',
    );
    expect(() =>
      applyTrainerCommand(match, { role: 'trainer' }, { type: 'move_ball', to: { x: '1', y: 0 } } as never),
    ).toThrow(
      'command "move_ball" of trainer was refused: field "to.x" is "1"; allowed: a number other than NaN',
    );
    expect(() => applyPlayerCommand(match, 2, undefined as never)).toThrow(
      'command of player 2 was refused: the command is undefined; allowed: an object',
    );
  });

  it('infinite numbers are valid, because the network can carry them; they are limited (spec 05 §9.6)', () => {
    const match = playedMatch();
    applyPlayerCommand(match, 2, { type: 'turn', moment: Number.POSITIVE_INFINITY });
    step(match);
    expect(Number.isFinite(match.world.players[2]?.body)).toBe(true);
  });

  it('valid commands do not throw', () => {
    const match = playedMatch();
    for (const [role, commands] of Object.entries(GOOD)) {
      for (const command of commands) expect(refusal(match, role, command)).toBeUndefined();
    }
  });
});
