import { type Player, playerIndex } from '@rcss/core';
import { atan2, cos, deg, direction, hypot, sin, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import { decodeX, decodeY, positionFields } from '../observation/hfo-fields.js';
import type { TeamSizes } from '../observation/observation.js';
import {
  applyCatch,
  applyDashCommand,
  applyIntercept,
  applyKick,
  applyKickTo,
  applyTackle,
  applyTurn,
  applyTurnTo,
  moveTo,
} from '../scripts/control.js';
import {
  attackSign,
  coverDefense,
  dribbleTowards,
  guardGoal,
  isFirstOfTeam,
  passTo,
  type ScriptView,
  shootAtGoal,
  supportAttack,
} from '../scripts/script.js';
import type { ActionDecoder } from './action.js';
import { isAvailable } from './availability.js';
import { choiceOf } from './parameters.js';

// The actions of half-field offense, after its technical manual (Hausknecht 2017): names, parameters and ranges. What the manual
// leaves to the base team of the environment is done by the skills of the scripts here, from the true state of the match.

/** Highest speed of a `kick to`, m/cycle. */
const KICK_SPEED = 3;
const POWER_SCALE = 100;
const ANGLE_SCALE = 180;
/** Distance of the ball from a player that dribbles, meters, up to which it runs after the ball. */
const DRIBBLE_REACH = 2.5;
/** Distance from the ball at which `reduce angle to goal` stands, meters. */
const BLOCK_DISTANCE = 3;
/** Distance of `mark` from the opponent, toward the ball, meters. */
const MARK_DISTANCE = 1;

/** Parameters of an action: the target in meters (field frame), speed in m/cycle, power in percent, direction in degrees. */
interface HfoParameters {
  x: number;
  y: number;
  speed: number;
  power: number;
  direction: number;
}

interface HfoAction {
  readonly name: string;
  readonly isPossible: (match: Match, player: Player) => boolean;
  readonly execute: (view: ScriptView, player: Player, parameters: HfoParameters) => void;
}

const canMove = (match: Match, player: Player): boolean => isAvailable(match, player, 'move');
const canKick = (match: Match, player: Player): boolean => isAvailable(match, player, 'kick');
const hasNoBall = (match: Match, player: Player): boolean =>
  canMove(match, player) && !canKick(match, player);

function ballGap({ world }: Match, { pos }: Player): number {
  return hypot(world.ball.pos.x - pos.x, world.ball.pos.y - pos.y);
}

/** Moves to a point, then faces the ball. */
function stand(match: Match, player: Player, x: number, y: number): void {
  const { pos } = match.world.ball;
  if (moveTo(match, player, x, y, 0.3)) applyTurnTo(match, player, pos.x, pos.y);
}

/** Play without the ball: the first at the ball of a team gets it; other attackers run along, defenders cover, the goalie guards the goal. */
function reposition(view: ScriptView, player: Player): void {
  if (player.goalie) guardGoal(view.match, player);
  else if (isFirstOfTeam(view.match, player)) applyIntercept(view.match, player);
  else if (player.side === 'l') supportAttack(view, player);
  else coverDefense(view, player);
}

/** Stands on the bisector of the angle between the lines from the ball to the posts of the own goal. */
function reduceAngle({ match }: ScriptView, player: Player): void {
  const { pos } = match.world.ball;
  const goalX = -attackSign(player.side) * PITCH_HALF_LENGTH;
  const half = match.params.server.goal_width / 2;
  const upper = atan2(-half - pos.y, goalX - pos.x);
  const lower = atan2(half - pos.y, goalX - pos.x);
  const way = upper + wrapAngle(lower - upper) / 2;
  const distance = Math.min(BLOCK_DISTANCE, 0.5 * hypot(goalX - pos.x, pos.y));
  stand(match, player, pos.x + distance * cos(way), pos.y + distance * sin(way));
}

function markPlayer({ match }: ScriptView, player: Player, opponent: Player): void {
  const { pos } = match.world.ball;
  const gap = Math.max(hypot(pos.x - opponent.pos.x, pos.y - opponent.pos.y), 1e-6);
  const distance = Math.min(MARK_DISTANCE, gap / 2);
  const x = opponent.pos.x + (distance * (pos.x - opponent.pos.x)) / gap;
  const y = opponent.pos.y + (distance * (pos.y - opponent.pos.y)) / gap;
  stand(match, player, x, y);
}

const FIXED: readonly HfoAction[] = [
  { name: 'no-op', isPossible: () => true, execute: () => {} },
  { name: 'move', isPossible: hasNoBall, execute: reposition },
  { name: 'shoot', isPossible: canKick, execute: ({ match }, player) => shootAtGoal(match, player) },
  {
    name: 'dribble',
    isPossible: (match, player) => canMove(match, player) && ballGap(match, player) < DRIBBLE_REACH,
    execute: ({ match }, player) => {
      const goalX = attackSign(player.side) * PITCH_HALF_LENGTH;
      if (canKick(match, player)) dribbleTowards(match, player, goalX, player.pos.y * 0.6);
      else applyIntercept(match, player);
    },
  },
  {
    name: 'catch',
    isPossible: (match, player) => isAvailable(match, player, 'catch'),
    execute: ({ match }, player) => {
      const { pos } = match.world.ball;
      const way = direction(pos.x - player.pos.x, pos.y - player.pos.y);
      applyCatch(match, player, deg(wrapAngle(way - player.body)));
    },
  },
  { name: 'reduce angle to goal', isPossible: hasNoBall, execute: reduceAngle },
  { name: 'defend goal', isPossible: hasNoBall, execute: ({ match }, player) => guardGoal(match, player) },
  {
    name: 'go to ball',
    isPossible: hasNoBall,
    execute: ({ match }, player) => applyIntercept(match, player),
  },
  {
    name: 'reorient',
    isPossible: canMove,
    execute: ({ match }, player) =>
      applyTurnTo(match, player, match.world.ball.pos.x, match.world.ball.pos.y),
  },
  {
    name: 'kick to',
    isPossible: canKick,
    execute: ({ match }, player, { x, y, speed }) => applyKickTo(match, player, x, y, speed),
  },
  {
    name: 'move to',
    isPossible: canMove,
    execute: ({ match }, player, { x, y }) => {
      moveTo(match, player, x, y);
    },
  },
  {
    name: 'dribble to',
    isPossible: (match, player) => canMove(match, player) && ballGap(match, player) < DRIBBLE_REACH,
    execute: ({ match }, player, { x, y }) => {
      if (canKick(match, player)) dribbleTowards(match, player, x, y);
      else applyIntercept(match, player);
    },
  },
  { name: 'intercept', isPossible: hasNoBall, execute: ({ match }, player) => applyIntercept(match, player) },
  {
    name: 'dash',
    isPossible: canMove,
    execute: ({ match }, player, { power, direction: angle }) =>
      applyDashCommand(match, player, power, angle),
  },
  {
    name: 'turn',
    isPossible: canMove,
    execute: ({ match }, player, { direction: angle }) => applyTurn(match, player, angle),
  },
  {
    name: 'tackle',
    isPossible: (match, player) => isAvailable(match, player, 'tackle'),
    execute: ({ match }, player, { direction: angle }) => applyTackle(match, player, angle),
  },
  {
    name: 'kick',
    isPossible: canKick,
    execute: ({ match }, player, { power, direction: angle }) =>
      applyKick(match, player, power < 0 ? 0 : power, angle),
  },
];

function otherAt({ world }: Match, player: Player, unum: number, isMate: boolean): Player | undefined {
  const isLeft = (player.side === 'l') === isMate;
  const other = world.players[playerIndex(isLeft ? 'l' : 'r', unum)];
  return other?.enabled === true && other !== player ? other : undefined;
}

function passAction(unum: number): HfoAction {
  return {
    name: `pass ${unum}`,
    isPossible: (match, player) => canKick(match, player) && otherAt(match, player, unum, true) !== undefined,
    execute: ({ match }, player) => {
      const mate = otherAt(match, player, unum, true);
      if (mate !== undefined) passTo(match, player, mate);
    },
  };
}

function markAction(unum: number): HfoAction {
  return {
    name: `mark player ${unum}`,
    isPossible: (match, player) =>
      hasNoBall(match, player) && otherAt(match, player, unum, false) !== undefined,
    execute: (view, player) => {
      const opponent = otherAt(view.match, player, unum, false);
      if (opponent !== undefined) markPlayer(view, player, opponent);
    },
  };
}

/** The actions of half-field offense: high level, mid level and low level in one list. */
export function createHfoDecoder({ mates, opponents }: TeamSizes): ActionDecoder {
  const actions: readonly HfoAction[] = [
    ...FIXED,
    ...Array.from({ length: mates > 0 ? mates + 1 : 0 }, (_, i) => passAction(i + 1)),
    ...Array.from({ length: opponents }, (_, i) => markAction(i + 1)),
  ];
  const choices = actions.map(({ name }) => name);
  const layout: readonly Field[] = [
    choiceField('action', 'One of', choices),
    ...positionFields('target', 'the target of `kick to`, `move to` and `dribble to`'),
    describeField('speed', 'Speed of `kick to`.', { unit: 'm/cycle', scale: KICK_SPEED }),
    describeField('power', 'Power of `dash` and `kick`.', {
      unit: '% of maxpower',
      low: -1,
      scale: POWER_SCALE,
    }),
    describeField(
      'direction',
      'Direction of `dash`, `kick`, `tackle` and moment of `turn`, relative to the body.',
      {
        unit: 'deg',
        low: -1,
        scale: ANGLE_SCALE,
      },
    ),
  ];
  const parameters: HfoParameters = { x: 0.5, y: 0.5, speed: 0.5, power: 0.5, direction: 0.5 };
  return {
    choices,
    layout,
    apply: (view, player, block, offset) => {
      const action = actions[choiceOf(block[offset] as number, actions.length)] as HfoAction;
      if (!action.isPossible(view.match, player)) return;
      parameters.x = decodeX(block[offset + 1] as number);
      parameters.y = decodeY(block[offset + 2] as number);
      parameters.speed = limit(block[offset + 3] as number, 0) * KICK_SPEED;
      parameters.power = limit(block[offset + 4] as number, -1) * POWER_SCALE;
      parameters.direction = limit(block[offset + 5] as number, -1) * ANGLE_SCALE;
      action.execute(view, player, parameters);
    },
    fillMask: (match, player, out, offset) => {
      for (let i = 0; i < actions.length; i++)
        out[offset + i] = (actions[i] as HfoAction).isPossible(match, player) ? 1 : 0;
    },
  };
}

function limit(value: number, low: number): number {
  return value < low ? low : value > 1 ? 1 : value;
}
