import { err, ok, type Result } from '@rcss/core';
import { MAX_COORDINATE } from '@rcss/core/math';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { decodeCoachCommand, decodeTrainerCommand } from '@rcss/protocol/coach';
import { decodeMonitorCommand } from '@rcss/protocol/monitor';
import { decodePlayerCommands } from '@rcss/protocol/player';
import {
  applyPlayerCommand,
  applyTrainerCommand,
  connectPlayer,
  createMatch,
  type Match,
  observe,
  step,
} from '@rcss/simulator';
import {
  applyCoachCommand,
  applyMonitorCommand,
  connectCoach,
  connectTrainer,
} from '@rcss/simulator/clients';
import { runSenseBody } from '@rcss/simulator/cycle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A text of a client must not put a value into the world that is not finite or is extremely large. */

/** Greatest magnitude of a number in the world: counters and packed states are 32-bit numbers. */
const MAX_MAGNITUDE = 2 ** 32;

/** Paths of the numbers in a value that are not finite or too large, and the numbers. */
function findAbsurdNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number')
    return Number.isFinite(value) && Math.abs(value) <= MAX_MAGNITUDE ? [] : [`${path} = ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findAbsurdNumbers(inner, `${path}.${key}`));
}

function createFullMatch(): Match {
  const params = createMatchParams(
    createServerParams({ coach_w_referee: true, fullstate_l: true }),
    createPlayerParams(),
    1,
  );
  const match = createMatch({ params, seed: 1 });
  for (const team of ['A', 'B'])
    for (let n = 0; n < 11; n++) connectPlayer(match, { team, version: n === 5 ? 7 : 19, goalie: n === 0 });
  connectCoach(match, { team: 'A', name: '', version: 18 });
  connectTrainer(match, 18);
  return match;
}

type Role = 'player' | 'coach' | 'trainer' | 'monitor';

/**
 * Executes a text as the server does for a datagram of the role. Returns the code of the `(error CODE)` that the sender
 * receives, or null.
 */
function execute(match: Match, role: Role, text: string, index = 2): string | null {
  let error: string | null = null;
  match.listener = (event) => {
    if (event.type === 'reply' && event.reply.kind === 'error') error = event.reply.code;
  };
  const decoded = decodeAndApply(match, role, text, index);
  return decoded.ok ? error : decoded.error.code;
}

function decodeAndApply(
  match: Match,
  role: Role,
  text: string,
  index: number,
): Result<unknown, { code: string }> {
  switch (role) {
    case 'player': {
      const isWellFormed = decodePlayerCommands(text, (command) => {
        if (command.type !== 'bye') applyPlayerCommand(match, index, command);
      });
      return isWellFormed ? ok(null) : err({ code: 'illegal_command_form' });
    }
    case 'coach': {
      const decoded = decodeCoachCommand(text, 18);
      if (decoded.ok) applyCoachCommand(match, 'l', decoded.value);
      return decoded;
    }
    case 'trainer': {
      const decoded = decodeTrainerCommand(text);
      if (decoded.ok) applyTrainerCommand(match, { role: 'trainer' }, decoded.value);
      return decoded;
    }
    case 'monitor': {
      const decoded = decodeMonitorCommand(text, true);
      if (!decoded.ok) return decoded;
      const { kind, command } = decoded.value;
      if (kind === 'monitor') applyMonitorCommand(match, command);
      else applyTrainerCommand(match, { role: 'monitor', id: 1 }, command);
      return decoded;
    }
  }
}

function expectFiniteWorld(match: Match): void {
  expect(findAbsurdNumbers(match.world)).toEqual([]);
  for (const { index } of match.world.players) {
    const { body, see } = observe(match, index);
    expect(findAbsurdNumbers(body, `sense_body of ${index}`)).toEqual([]);
    expect(findAbsurdNumbers(see.objects.slice(0, see.count), `see of ${index}`)).toEqual([]);
  }
}

const sign = fc.constantFrom('', '', '-', '+');
const digits = fc
  .tuple(fc.constantFrom('1', '9', '0', '12345'), fc.constantFrom(1, 5, 19, 20, 80, 400, 1500))
  .map(([digit, count]) => digit.repeat(count));
const magnitude = fc.oneof(
  fc.constantFrom('1e309', '1e308', '1e160', '1e30', '1e-400', '9e99999', '1.8e308', '0x1p1023', '0x1p1024'),
  fc.constantFrom(
    'inf',
    'infinity',
    'nan',
    'nan(1)',
    'INF',
    '2147483647',
    '2147483648',
    '4294967295',
    '5e',
    '.',
  ),
  digits,
  fc.tuple(digits, digits).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.integer({ min: -200, max: 200 }).map(String),
);
const number = fc.tuple(sign, magnitude).map(([s, m]) => s + m);

/** Commands of every role; each # is replaced by a number. */
const COMMANDS = {
  player: [
    '(dash #)',
    '(dash # #)',
    '(dash (l # #) (r # #))',
    '(turn #)',
    '(turn_neck #)',
    '(kick # #)',
    '(long_kick # #)',
    '(tackle #)',
    '(tackle # on)',
    '(catch #)',
    '(move # #)',
    '(change_focus # #)',
    '(pointto # #)',
    '(attentionto our #)',
    '(clang (ver # #))',
    '(change_view narrow)',
    '(sense_body)',
    '(score)',
    '(synch_see)',
    '(gaussian_see)',
    '(say "#")',
    '(pointto off)',
  ],
  coach: [
    '(change_player_type # #)',
    '(change_player_type # goalie)',
    '(look)',
    '(check_ball)',
    '(say (freeform "#"))',
    '(say (define (definer "R" (pt # #))))',
    '(team_graphic (# # "8 8 1 1" "a c #FFF" "aaaaaaaa"))',
    '(say (info (# (true) (pos our {1} (pt # #)))))',
  ],
  trainer: [
    '(move (ball) # #)',
    '(move (ball) # # #)',
    '(move (ball) # # # # #)',
    '(move (player A #) # #)',
    '(move (player A 3) # # #)',
    '(move (player B 2) # # # # #)',
    '(change_player_type A # #)',
    '(change_mode play_on)',
    '(change_mode free_kick_l)',
    '(start)',
    '(recover)',
    '(check_ball)',
    '(look)',
    '(move (ball) 0 0)',
    '(move (player A 3) 0 0)',
  ],
  monitor: [
    '(dispfoul # # #)',
    '(dispfoul # # 0)',
    '(dispplayer 1 3 # # #)',
    '(dispplayer # # # # #)',
    '(dispcard # # yellow)',
    '(dispcard 1 4 red)',
    '(dispstart)',
    '(move (ball) # # # # #)',
    '(move (player A 4) # # # # #)',
    '(change_mode play_on)',
  ],
} as const;

const hostileText = fc
  .constantFrom(
    ...(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]).flatMap((role) =>
      COMMANDS[role].map((form) => ({ role, form })),
    ),
  )
  .chain(({ role, form }) =>
    fc.record({
      role: fc.constant(role),
      index: fc.nat(21),
      text: fc
        .array(number, { minLength: 5, maxLength: 5 })
        .map((numbers) => numbers.reduce((text, value) => text.replace('#', () => value), form as string)),
      stepsAfter: fc.nat(2),
    }),
  );

describe('the world stays finite', () => {
  it('after any texts of players, coaches, trainer and monitors', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 25 }), (texts) => {
        const match = createFullMatch();
        step(match);
        for (const { role, text, index, stepsAfter } of texts) {
          execute(match, role, text, index);
          for (let n = 0; n < stepsAfter; n++) {
            step(match);
            runSenseBody(match, () => {});
          }
        }
        expectFiniteWorld(match);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['inf', 'inf 0'],
    ['-inf', '0 -inf'],
    ['an overflowing exponent', '1e309 0'],
    ['400 digits', `${'9'.repeat(400)} 0`],
    ['an overflowing hexadecimal number', '0x1p1024 0'],
    ['nan', 'nan 0'],
    ['an infinite velocity', '0 0 0 inf 0'],
    ['an overflowing velocity', '0 0 0 0 -1e999'],
  ])('a move of the trainer or a monitor with %s is refused and changes nothing', (_, numbers) => {
    const match = createFullMatch();
    execute(match, 'trainer', '(change_mode play_on)');
    match.world.catcher = 0;
    const before = JSON.stringify(match.world);
    for (const object of ['ball', 'player A 3']) {
      for (const role of ['trainer', 'monitor'] as const) {
        expect(execute(match, role, `(move (${object}) ${numbers})`)).toBe('illegal_object_form');
      }
    }
    expect(JSON.stringify(match.world)).toBe(before);
    expect([match.world.left.score, match.world.right.score]).toEqual([0, 0]);
  });

  it('finite coordinates and velocities beyond the limit are cut to it', () => {
    const match = createFullMatch();
    const { ball, players } = match.world;
    execute(match, 'trainer', '(move (ball) 1e300 -1e300 0 1e200 -5)');
    expect(ball).toMatchObject({
      pos: { x: MAX_COORDINATE, y: -MAX_COORDINATE },
      vel: { x: MAX_COORDINATE, y: -5 },
    });
    execute(match, 'trainer', '(move (player A 3) 1e300 0 0 0 -1e40)');
    expect(players[2]).toMatchObject({ pos: { x: MAX_COORDINATE }, vel: { y: -MAX_COORDINATE } });
    execute(match, 'monitor', '(dispplayer 1 4 2147483647 1600 90)');
    expect(players[3]?.pos.x).toBe(MAX_COORDINATE);
    execute(match, 'player', '(move -1e999 1e300)', 4);
    expect(players[4]?.pos).toMatchObject({ x: -MAX_COORDINATE, y: MAX_COORDINATE });
    execute(match, 'player', '(pointto 1e300 0)', 5);
    expect(players[5]?.armTarget.x).toBeLessThanOrEqual(2 * MAX_COORDINATE);
  });

  it('a pointto without a finite target is refused and not counted', () => {
    const match = createFullMatch();
    const player = match.world.players[2];
    for (const numbers of ['1e999 0', '5 -1e999', `${'9'.repeat(400)}.5 0`]) {
      expect(execute(match, 'player', `(pointto ${numbers})`)).toBe('illegal_command_form');
      expect(player?.pointtoCount).toBe(0);
    }
    expect(execute(match, 'player', '(pointto 10 20)')).toBeNull();
    expect(player?.pointtoCount).toBe(1);
  });
});
