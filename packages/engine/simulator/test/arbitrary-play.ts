import type { MoveSpec, PlayerCommand, PlayMode } from '@rcss/core';
import { type CommandRow, PLAYER_COMMANDS } from '@rcss/core/commands';
import { createSeeObservation } from '@rcss/core/observation';
import fc from 'fast-check';
import { arbitraryCommand } from '../../core/test/arbitrary-command.js';
import {
  applyCoachCommand,
  applyMonitorCommand,
  connectCoach,
  reconnectPlayer,
  removePlayer,
} from '../src/entries/clients.js';
import { runAutoMode, runSenseBody, runVision } from '../src/entries/cycle.js';
import {
  applyPlayerCommand,
  applyTrainerCommand,
  connectPlayer,
  type Match,
  observe,
  step,
  tryKickOff,
} from '../src/index.js';

/** One random action on a match, as plain data. */
export type RandomAction =
  | { readonly is: 'command'; readonly index: number; readonly command: PlayerCommand }
  | { readonly is: 'step'; readonly count: number }
  | { readonly is: 'mode'; readonly mode: PlayMode }
  | { readonly is: 'ball'; readonly to: MoveSpec }
  | { readonly is: 'player'; readonly unum: number; readonly x: number; readonly y: number }
  | { readonly is: 'say'; readonly text: string }
  | { readonly is: 'type'; readonly unum: number; readonly typeId: number }
  | { readonly is: 'card'; readonly unum: number }
  | { readonly is: 'leave'; readonly index: number }
  | { readonly is: 'return'; readonly unum: number }
  | { readonly is: 'look'; readonly index: number }
  | { readonly is: 'kick_off' };

const power = fc.integer({ min: -100, max: 100 });
const angle = fc.integer({ min: -180, max: 180 });
const near = fc.double({ min: -2, max: 2, noNaN: true });

/** Commands that change the match, with values of usual size. */
const command = fc.oneof(
  ...Object.entries<CommandRow>(PLAYER_COMMANDS)
    .filter(([, { connection }]) => !connection)
    .map(([type, row]) =>
      arbitraryCommand<PlayerCommand>(type as PlayerCommand['type'], row, {
        power,
        dir: angle,
        moment: angle,
        angle,
        dist: fc.nat(40),
        x: near,
        y: near,
        message: fc.constantFrom('a', 'b', 'hello'),
        unum: fc.integer({ min: 1, max: 11 }),
        min: fc.constant(7),
        max: fc.constant(8),
      }),
    ),
);

const MODES: readonly PlayMode[] = [
  'play_on',
  'play_on',
  'kick_in_l',
  'free_kick_r',
  'goal_kick_l',
  'penalty_setup_l',
  'offside_r',
  'time_over',
];
const unum = fc.integer({ min: 1, max: 5 });
const index = fc.nat(21);

export const randomAction: fc.Arbitrary<RandomAction> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ is: fc.constant('command' as const), index, command }) },
  {
    weight: 6,
    arbitrary: fc.record({ is: fc.constant('step' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  fc.record({ is: fc.constant('mode' as const), mode: fc.constantFrom(...MODES) }),
  fc.record({
    is: fc.constant('ball' as const),
    to: fc.record({ x: near, y: near, angle: fc.constant(0), vx: near, vy: near }),
  }),
  fc.record({ is: fc.constant('player' as const), unum, x: near, y: near }),
  fc.record({
    is: fc.constant('say' as const),
    text: fc.constantFrom('(say (freeform "x"))', '(say (info (clear)))'),
  }),
  fc.record({ is: fc.constant('type' as const), unum, typeId: fc.nat(17) }),
  fc.record({ is: fc.constant('card' as const), unum }),
  fc.record({ is: fc.constant('leave' as const), index }),
  fc.record({ is: fc.constant('return' as const), unum }),
  fc.record({ is: fc.constant('look' as const), index }),
  fc.record({ is: fc.constant('kick_off' as const) }),
);

/** Connects two full teams with coaches. */
export function connectTeams(match: Match, perTeam = 11): void {
  for (const team of ['A', 'B']) {
    for (let i = 0; i < perTeam; i++)
      connectPlayer(match, { team, version: i === 5 ? 7 : 19, goalie: i === 0 });
    connectCoach(match, { team, name: '', version: 18 });
  }
  for (const { index: i, unum: n } of match.world.players)
    applyPlayerCommand(match, i, { type: 'move', x: -n, y: n - 6 });
}

const seen = createSeeObservation();

export function executeAction(match: Match, what: RandomAction): void {
  const trainer = { role: 'trainer' } as const;
  switch (what.is) {
    case 'command':
      applyPlayerCommand(match, what.index, what.command);
      break;
    case 'step':
      for (let i = 0; i < what.count; i++) {
        step(match);
        runAutoMode(match);
        runSenseBody(match, () => {});
        runVision(match, true, seen);
        runVision(match, false, seen);
      }
      break;
    case 'mode':
      applyTrainerCommand(match, trainer, { type: 'change_mode', mode: what.mode });
      break;
    case 'ball':
      applyTrainerCommand(match, trainer, { type: 'move_ball', to: what.to });
      break;
    case 'player':
      applyTrainerCommand(match, trainer, {
        type: 'move_player',
        team: 'A',
        unum: what.unum,
        to: { x: what.x, y: what.y },
      });
      break;
    case 'say':
      applyCoachCommand(match, 'l', { type: 'say', text: what.text });
      applyTrainerCommand(match, trainer, { type: 'say', message: 'x' });
      break;
    case 'type':
      applyCoachCommand(match, 'r', { type: 'change_player_type', unum: what.unum, typeId: what.typeId });
      break;
    case 'card':
      applyMonitorCommand(match, { type: 'dispcard', side: 1, unum: what.unum, card: 'yellow' });
      break;
    case 'leave':
      removePlayer(match, what.index, 'lost');
      break;
    case 'return':
      reconnectPlayer(match, 'A', what.unum);
      break;
    case 'look':
      observe(match, what.index);
      break;
    case 'kick_off':
      tryKickOff(match);
      break;
  }
}
