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

/** What an action of a list does; `parameters` are those of the list. */
type Execute<P> = (view: ScriptView, player: Player, parameters: P) => void;

/** One entry of a list of actions. */
export interface ListedAction<P = undefined> {
  readonly name: string;
  /** The action has no effect if commands of this kind have none. */
  readonly kind: CommandAvailability;
  readonly execute: Execute<P>;
  /** Whether the action can have an effect when commands of its kind can; always if missing. */
  readonly isPossible?: (match: Match, player: Player) => boolean;
}

/** Returns an entry of a list of actions. */
export function listed<P>(
  name: string,
  kind: CommandAvailability,
  execute: Execute<P>,
  isPossible?: (match: Match, player: Player) => boolean,
): ListedAction<P> {
  return { name, kind, execute, ...(isPossible && { isPossible }) };
}

/** Returns entries for the numbers from 1 to `count`. */
export function numbered<P>(count: number, create: (n: number) => ListedAction<P>): ListedAction<P>[] {
  return Array.from({ length: Math.max(0, count) }, (_, i) => create(i + 1));
}

const DASH_DIRECTIONS = [0, 45, 90, 135, 180, -135, -90, -45] as const;
const TURN_MOMENTS = [-120, -60, -30, -10, 10, 30, 60, 120] as const;
const KICK_POWERS = [30, 100] as const;
const LOFT_POWERS = [60, 100] as const;
const LOFTS = [25, 45] as const;
const LOFT_DIRECTIONS = [0, 45, 90, -90, -45] as const;

const nothing: Execute<unknown> = () => {};
/** What actions of several lists do. */
export const BASIC_SKILLS: Readonly<
  Record<'getBall' | 'faceBall' | 'shoot' | 'hold' | 'catchBall' | 'tackleAway', Execute<unknown>>
> = {
  getBall: ({ match }, player) => applyIntercept(match, player),
  faceBall: ({ match }, player) => applyTurnTo(match, player, match.world.ball.pos.x, match.world.ball.pos.y),
  shoot: ({ match }, player) => shootAtGoal(match, player),
  hold: ({ match }, player) => holdBall(match, player),
  catchBall: ({ match }, player) => {
    const { pos } = match.world.ball;
    const way = direction(pos.x - player.pos.x, pos.y - player.pos.y);
    applyCatch(match, player, deg(wrapAngle(way - player.body)));
  },
  /** Away from the own goal. */
  tackleAway: ({ match }, player) =>
    applyTackle(match, player, deg(wrapAngle((player.side === 'l' ? 0 : Math.PI) - player.body))),
};
const { getBall, faceBall, shoot, hold, catchBall, tackleAway } = BASIC_SKILLS;
const trapWithChest: Execute<unknown> = ({ match }, player) => applyChestTrap(match, player);

/** Commands with fixed parameters. */
const COMMANDS: readonly ListedAction[] = [
  listed('none', 'none', nothing),
  ...DASH_DIRECTIONS.map((angle) =>
    listed(`dash ${angle}`, 'move', ({ match }, player) => applyDashCommand(match, player, 100, angle)),
  ),
  ...TURN_MOMENTS.map((moment) =>
    listed(`turn ${moment}`, 'move', ({ match }, player) => applyTurn(match, player, moment)),
  ),
  ...KICK_POWERS.flatMap((power) =>
    DASH_DIRECTIONS.map((angle) =>
      listed(`kick ${power} ${angle}`, 'kick', ({ match }, player) => applyKick(match, player, power, angle)),
    ),
  ),
  ...[0, 90, -90, 180].map((angle) =>
    listed(`tackle ${angle}`, 'tackle', ({ match }, player) => applyTackle(match, player, angle)),
  ),
  listed('catch', 'catch', catchBall),
];

/** Lofted kicks with fixed parameters, and the chest trap. */
const HIGH_COMMANDS: readonly ListedAction[] = [
  ...LOFT_POWERS.flatMap((power) =>
    LOFTS.flatMap((loft) =>
      LOFT_DIRECTIONS.map((angle) =>
        listed(`kick ${power} ${angle} loft ${loft}`, 'kick', ({ match }, player) =>
          applyKick(match, player, power, angle, loft),
        ),
      ),
    ),
  ),
  listed('chest trap', 'kick', trapWithChest),
];

/** Skills for a ball that can leave the ground. A kick that is not possible keeps the ball instead. */
function createHighMacros(mates: number): ListedAction[] {
  return [
    listed('lob', 'kick', ({ match }, player) => {
      if (!lobIntoGoal(match, player)) holdBall(match, player);
    }),
    ...numbered(mates, (n) =>
      listed(`loft pass ${n}`, 'kick', ({ match }, player) => {
        const mate = nthNearestMate(match, player, n - 1);
        if (mate === undefined || !loftToMate(match, player, mate)) holdBall(match, player);
      }),
    ),
    listed('chest trap', 'kick', trapWithChest),
  ];
}

function goalX(player: Player): number {
  return attackSign(player.side) * PITCH_HALF_LENGTH;
}

/** Skills; those for the ball apply only while the agent can kick it. */
function createMacros(mates: number): ListedAction[] {
  return [
    listed('none', 'none', nothing),
    listed('go to ball', 'move', getBall),
    listed('face ball', 'move', faceBall),
    listed('return to start', 'move', returnToStart),
    listed('go to own goal', 'move', ({ match }, player) => {
      moveTo(match, player, -goalX(player) * 0.95, 0);
    }),
    listed('go forward', 'move', ({ match }, player) => {
      moveTo(match, player, goalX(player) * 0.9, player.pos.y);
    }),
    listed('hold', 'kick', hold),
    listed('dribble to goal', 'kick', ({ match }, player) => dribbleTowards(match, player, goalX(player), 0)),
    listed('shoot', 'kick', shoot),
    listed('clear', 'kick', ({ match }, player) =>
      applyKickTo(match, player, 0, player.pos.y >= 0 ? 30 : -30, match.params.server.ball_speed_max),
    ),
    ...numbered(mates, (n) =>
      listed(`pass ${n}`, 'kick', ({ match }, player) => {
        const mate = nthNearestMate(match, player, n - 1);
        if (mate !== undefined) passTo(match, player, mate);
      }),
    ),
    listed('tackle', 'tackle', tackleAway),
    listed('catch', 'catch', catchBall),
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

/** Fields after the choice of a list, and how they are read. */
export interface ListParameters<P> {
  readonly layout: readonly Field[];
  /** Reads the fields from `offset` on; the result is valid until the next call. */
  read(block: Float32Array, offset: number): P;
}

/** A decoder of a list of actions without parameters; an action applies only while it can have an effect. */
export function createListDecoder(actions: readonly ListedAction[]): ActionDecoder {
  return createParameterListDecoder(actions, { layout: [], read: () => undefined });
}

/** Likewise, with parameters that the actions share. */
export function createParameterListDecoder<P>(
  actions: readonly ListedAction<P>[],
  parameters: ListParameters<P>,
): ActionDecoder {
  const choices = actions.map(({ name }) => name);
  return {
    choices,
    layout: [choiceField('action', 'One of', choices), ...parameters.layout],
    apply: (view, player, block, offset) => {
      const action = actions[choiceOf(block[offset] as number, actions.length)] as ListedAction<P>;
      if (isAvailable(view.match, player, action.kind) && action.isPossible?.(view.match, player) !== false)
        action.execute(view, player, parameters.read(block, offset + 1));
    },
    fillMask: (match, player, out, offset) => {
      let kind: CommandAvailability = 'none';
      let value = 1;
      let isAnyPossible = false;
      for (let i = 0; i < actions.length; i++) {
        const action = actions[i] as ListedAction<P>;
        // Equal kinds follow each other.
        if (action.kind !== kind) {
          kind = action.kind;
          value = isAvailable(match, player, kind) ? 1 : 0;
        }
        const isPossible = value === 1 && action.isPossible?.(match, player) !== false;
        out[offset + i] = isPossible ? 1 : 0;
        isAnyPossible ||= isPossible;
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
