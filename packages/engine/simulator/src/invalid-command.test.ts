import type { CoachCommand, MonitorCommand, PlayerCommand, TrainerCommand } from '@rcss/core';
import { COMMANDS } from '@rcss/core/commands';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCommand } from '../../core/test/arbitrary-command.js';
import { connectTeams } from '../test/arbitrary-play.js';
import { createMatch } from './create-match.js';
import { digest } from './digest/digest.js';
import { applyCoachCommand } from './execute-coach-command.js';
import { applyMonitorCommand } from './execute-monitor-command.js';
import { applyPlayerCommand } from './execute-player-command.js';
import { applyTrainerCommand } from './execute-trainer-command.js';
import { InvalidCommandError } from './invalid-command.js';
import type { Match } from './match.js';
import { snapshot } from './snapshot.js';
import { formatSnapshot } from './snapshot-text.js';
import { step } from './step.js';

const APPLY: Readonly<Record<string, (match: Match, command: object) => void>> = {
  player: (match, command) => applyPlayerCommand(match, 2, command as PlayerCommand),
  trainer: (match, command) => applyTrainerCommand(match, { role: 'trainer' }, command as TrainerCommand),
  coach: (match, command) => applyCoachCommand(match, 'l', command as CoachCommand),
  monitor: (match, command) => applyMonitorCommand(match, command as MonitorCommand),
};

/** Optional fields of commands. */
const OPTIONAL = new Set([
  'to.angle',
  'to.vx',
  'to.vy',
  'dash dir',
  'tackle foul',
  'change_view quality',
  'ear side',
  'ear mode',
]);

/** Returns the paths of all values inside a command, for example `type`, `to`, `to.x`. */
function paths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${prefix}${key}`;
    return typeof inner === 'object' && inner !== null ? [path, ...paths(inner, `${path}.`)] : [path];
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

const good = fc.oneof(
  ...Object.entries(COMMANDS).flatMap(([role, rows]) =>
    Object.entries(rows).map(([type, row]) =>
      arbitraryCommand(type, row).map((command) => ({ role, command })),
    ),
  ),
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
        const { type } = command as { readonly type: string };
        fc.pre(value !== undefined || !(OPTIONAL.has(path) || OPTIONAL.has(`${type} ${path}`)));
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
    fc.assert(
      fc.property(good, ({ role, command }) => {
        expect(refusal(match, role, command)).toBeUndefined();
      }),
    );
  });

  it('do not include fields that can be absent in a text: the command is executed and recorded completely', () => {
    const [absent, given] = [playedMatch(), playedMatch()];
    const recorded: unknown[] = [];
    absent.record = (input) => recorded.push(input);
    applyPlayerCommand(absent, 2, { type: 'dash', power: 60 });
    applyPlayerCommand(absent, 2, { type: 'change_view', width: 'wide' });
    applyPlayerCommand(given, 2, { type: 'dash', power: 60, dir: 0 });
    applyPlayerCommand(given, 2, { type: 'change_view', width: 'wide', quality: null });
    expect(formatSnapshot(snapshot(absent))).toBe(formatSnapshot(snapshot(given)));
    expect(recorded).toEqual([
      { do: 'player', index: 2, command: { type: 'dash', power: 60, dir: 0 } },
      { do: 'player', index: 2, command: { type: 'change_view', width: 'wide', quality: null } },
    ]);
  });
});
