import { type Player, TEAM_SIZE } from '@rcss/core';
import { deg, direction, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import { choiceField, type Field } from '../layout.js';
import {
  applyCatch,
  applyChestTrap,
  applyDashCommand,
  applyIntercept,
  applyKick,
  applyKickTo,
  applyTackle,
  applyTurn,
  applyTurnTo,
  holdBall,
  moveTo,
} from '../scripts/control.js';
import { lobIntoGoal, loftToMate } from '../scripts/height.js';
import {
  attackSign,
  dribbleTowards,
  passTo,
  returnToStart,
  type ScriptView,
  shootAtGoal,
} from '../scripts/script.js';
import type { ActionDecoder } from './action.js';
import { type CommandAvailability, isAvailable } from './availability.js';
import { choiceOf } from './parameters.js';

/** One entry of a list of actions. */
export interface DiscreteAction {
  readonly name: string;
  readonly kind: CommandAvailability;
  readonly execute: (view: ScriptView, player: Player) => void;
}

const DASH_DIRECTIONS = [0, 45, 90, 135, 180, -135, -90, -45] as const;
const TURN_MOMENTS = [-120, -60, -30, -10, 10, 30, 60, 120] as const;
const KICK_POWERS = [30, 100] as const;
const LOFT_POWERS = [60, 100] as const;
const LOFTS = [25, 45] as const;
const LOFT_DIRECTIONS = [0, 45, 90, -90, -45] as const;

/** Direction of the ball relative to the body of a player, degrees. */
function ballDirection({ world }: Match, { pos, body }: Player): number {
  return deg(wrapAngle(direction(world.ball.pos.x - pos.x, world.ball.pos.y - pos.y) - body));
}

const nothing: DiscreteAction = { name: 'none', kind: 'none', execute: () => {} };
const catchAction: DiscreteAction = {
  name: 'catch',
  kind: 'catch',
  execute: ({ match }, player) => applyCatch(match, player, ballDirection(match, player)),
};

/** Commands with fixed parameters. */
const COMMANDS: readonly DiscreteAction[] = [
  nothing,
  ...DASH_DIRECTIONS.map(
    (angle): DiscreteAction => ({
      name: `dash ${angle}`,
      kind: 'move',
      execute: ({ match }, player) => applyDashCommand(match, player, 100, angle),
    }),
  ),
  ...TURN_MOMENTS.map(
    (moment): DiscreteAction => ({
      name: `turn ${moment}`,
      kind: 'move',
      execute: ({ match }, player) => applyTurn(match, player, moment),
    }),
  ),
  ...KICK_POWERS.flatMap((power) =>
    DASH_DIRECTIONS.map(
      (angle): DiscreteAction => ({
        name: `kick ${power} ${angle}`,
        kind: 'kick',
        execute: ({ match }, player) => applyKick(match, player, power, angle),
      }),
    ),
  ),
  ...[0, 90, -90, 180].map(
    (angle): DiscreteAction => ({
      name: `tackle ${angle}`,
      kind: 'tackle',
      execute: ({ match }, player) => applyTackle(match, player, angle),
    }),
  ),
  catchAction,
];

const chestTrap: DiscreteAction = {
  name: 'chest trap',
  kind: 'kick',
  execute: ({ match }, player) => applyChestTrap(match, player),
};

/** Lofted kicks with fixed parameters, and the chest trap. */
const HIGH_COMMANDS: readonly DiscreteAction[] = [
  ...LOFT_POWERS.flatMap((power) =>
    LOFTS.flatMap((loft) =>
      LOFT_DIRECTIONS.map(
        (angle): DiscreteAction => ({
          name: `kick ${power} ${angle} loft ${loft}`,
          kind: 'kick',
          execute: ({ match }, player) => applyKick(match, player, power, angle, loft),
        }),
      ),
    ),
  ),
  chestTrap,
];

/** Skills for a ball that can leave the ground. A kick that is not possible keeps the ball instead. */
function createHighMacros(mates: number): DiscreteAction[] {
  return [
    {
      name: 'lob',
      kind: 'kick',
      execute: ({ match }, player) => {
        if (!lobIntoGoal(match, player)) holdBall(match, player);
      },
    },
    ...Array.from(
      { length: mates },
      (_, i): DiscreteAction => ({
        name: `loft pass ${i + 1}`,
        kind: 'kick',
        execute: ({ match }, player) => {
          const mate = nthNearestMate(match, player, i);
          if (mate === undefined || !loftToMate(match, player, mate)) holdBall(match, player);
        },
      }),
    ),
    chestTrap,
  ];
}

function goalX(player: Player): number {
  return attackSign(player.side) * PITCH_HALF_LENGTH;
}

/** Skills; those for the ball apply only while the agent can kick it. */
function createMacros(mates: number): DiscreteAction[] {
  return [
    nothing,
    { name: 'go to ball', kind: 'move', execute: ({ match }, player) => applyIntercept(match, player) },
    {
      name: 'face ball',
      kind: 'move',
      execute: ({ match }, player) =>
        applyTurnTo(match, player, match.world.ball.pos.x, match.world.ball.pos.y),
    },
    { name: 'return to start', kind: 'move', execute: returnToStart },
    {
      name: 'go to own goal',
      kind: 'move',
      execute: ({ match }, player) => {
        moveTo(match, player, -goalX(player) * 0.95, 0);
      },
    },
    {
      name: 'go forward',
      kind: 'move',
      execute: ({ match }, player) => {
        moveTo(match, player, goalX(player) * 0.9, player.pos.y);
      },
    },
    { name: 'hold', kind: 'kick', execute: ({ match }, player) => holdBall(match, player) },
    {
      name: 'dribble to goal',
      kind: 'kick',
      execute: ({ match }, player) => dribbleTowards(match, player, goalX(player), 0),
    },
    { name: 'shoot', kind: 'kick', execute: ({ match }, player) => shootAtGoal(match, player) },
    {
      name: 'clear',
      kind: 'kick',
      execute: ({ match }, player) =>
        applyKickTo(match, player, 0, player.pos.y >= 0 ? 30 : -30, match.params.server.ball_speed_max),
    },
    ...Array.from(
      { length: mates },
      (_, i): DiscreteAction => ({
        name: `pass ${i + 1}`,
        kind: 'kick',
        execute: ({ match }, player) => {
          const mate = nthNearestMate(match, player, i);
          if (mate !== undefined) passTo(match, player, mate);
        },
      }),
    ),
    {
      name: 'tackle',
      kind: 'tackle',
      execute: ({ match }, player) =>
        applyTackle(match, player, deg(wrapAngle((player.side === 'l' ? 0 : Math.PI) - player.body))),
    },
    catchAction,
  ];
}

/** The team mate with `rank` nearer team mates, or undefined. Equal distances are ordered by number. */
export function nthNearestMate({ world }: Match, player: Player, rank: number): Player | undefined {
  const from = player.side === 'l' ? 0 : TEAM_SIZE;
  for (let i = from; i < from + TEAM_SIZE; i++) {
    const mate = world.players[i] as Player;
    if (!mate.enabled || mate === player) continue;
    let nearer = 0;
    const gap = squaredGap(mate, player);
    for (let k = from; k < from + TEAM_SIZE; k++) {
      const other = world.players[k] as Player;
      if (!other.enabled || other === player || other === mate) continue;
      const otherGap = squaredGap(other, player);
      if (otherGap < gap || (otherGap === gap && k < i)) nearer += 1;
    }
    if (nearer === rank) return mate;
  }
  return undefined;
}

function squaredGap(a: Player, b: Player): number {
  const dx = a.pos.x - b.pos.x;
  const dy = a.pos.y - b.pos.y;
  return dx * dx + dy * dy;
}

/** A decoder of a list of actions; an action applies only while its kind of command has an effect. */
export function createListDecoder(actions: readonly DiscreteAction[]): ActionDecoder {
  const choices = actions.map(({ name }) => name);
  const layout: readonly Field[] = [choiceField('action', 'One of', choices)];
  return {
    choices,
    layout,
    apply: (view, player, block, offset) => {
      const action = actions[choiceOf(block[offset] as number, actions.length)] as DiscreteAction;
      if (isAvailable(view.match, player, action.kind)) action.execute(view, player);
    },
    fillMask: (match, player, out, offset) => {
      let kind: CommandAvailability = 'none';
      let value = 1;
      let isAnyPossible = false;
      for (let i = 0; i < actions.length; i++) {
        const action = actions[i] as DiscreteAction;
        // Equal kinds follow each other.
        if (action.kind !== kind) {
          kind = action.kind;
          value = isAvailable(match, player, kind) ? 1 : 0;
        }
        out[offset + i] = value;
        isAnyPossible ||= value === 1;
      }
      // Learners cannot draw from an empty mask. Without an effect, one choice is like another.
      if (!isAnyPossible) out.fill(1, offset, offset + actions.length);
    },
  };
}

/**
 * A list of commands with fixed powers and directions (degrees relative to the body); with `hasHeight`, followed by lofted kicks and the chest
 * trap.
 */
export function createDiscreteDecoder(hasHeight: boolean): ActionDecoder {
  return createListDecoder(hasHeight ? [...COMMANDS, ...HIGH_COMMANDS] : COMMANDS);
}

/** A list of skills. `pass N` goes to the N-th nearest team mate, with `hasHeight` `loft pass N` through the air. */
export function createMacroDecoder(mates: number, hasHeight: boolean): ActionDecoder {
  const macros = createMacros(mates);
  return createListDecoder(hasHeight ? [...macros, ...createHighMacros(mates)] : macros);
}
