import { type Player, playerIndex } from '@rcss/core';
import { atan2, cos, hypot, sin, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import { describeField } from '../layout.js';
import { decodeX, decodeY, positionFields } from '../observation/hfo-fields.js';
import type { TeamSizes } from '../observation/observation.js';
import {
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
  supportAttack,
} from '../scripts/script.js';
import type { ActionDecoder } from './action.js';
import { isAvailable } from './availability.js';
import { BASIC_SKILLS, createParameterListDecoder, type ListedAction, listed, numbered } from './discrete.js';
import { angleAt, angleField, numberAt, POWER_SCALE, powerField } from './parameters.js';

// The actions of half-field offense, after its technical manual (Hausknecht 2017): names, parameters and ranges. What the manual
// leaves to the base team of the environment is done by the skills of the scripts here, from the true state of the match.

const { catchBall, faceBall, getBall, shoot } = BASIC_SKILLS;

/** Highest speed of a `kick to`, m/cycle. */
const KICK_SPEED = 3;
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
  angle: number;
}

/** Whether a player that dribbles can run after the ball. */
function isBallNear({ world }: Match, { pos }: Player): boolean {
  return hypot(world.ball.pos.x - pos.x, world.ball.pos.y - pos.y) < DRIBBLE_REACH;
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

function dribbleTo({ match }: ScriptView, player: Player, x: number, y: number): void {
  if (isAvailable(match, player, 'kick')) dribbleTowards(match, player, x, y);
  else applyIntercept(match, player);
}

const FIXED: readonly ListedAction<HfoParameters>[] = [
  listed('no-op', 'none', () => {}),
  listed('move', 'no-ball', reposition),
  listed('shoot', 'kick', shoot),
  listed(
    'dribble',
    'move',
    (view, player) =>
      dribbleTo(view, player, attackSign(player.side) * PITCH_HALF_LENGTH, player.pos.y * 0.6),
    isBallNear,
  ),
  listed('catch', 'catch', catchBall),
  listed('reduce angle to goal', 'no-ball', reduceAngle),
  listed('defend goal', 'no-ball', ({ match }, player) => guardGoal(match, player)),
  listed('go to ball', 'no-ball', getBall),
  listed('reorient', 'move', faceBall),
  listed('kick to', 'kick', ({ match }, player, { x, y, speed }) => applyKickTo(match, player, x, y, speed)),
  listed('move to', 'move', ({ match }, player, { x, y }) => {
    moveTo(match, player, x, y);
  }),
  listed('dribble to', 'move', (view, player, { x, y }) => dribbleTo(view, player, x, y), isBallNear),
  listed('intercept', 'no-ball', getBall),
  listed('dash', 'move', ({ match }, player, { power, angle }) =>
    applyDashCommand(match, player, power, angle),
  ),
  listed('turn', 'move', ({ match }, player, { angle }) => applyTurn(match, player, angle)),
  listed('tackle', 'tackle', ({ match }, player, { angle }) => applyTackle(match, player, angle)),
  listed('kick', 'kick', ({ match }, player, { power, angle }) =>
    applyKick(match, player, power < 0 ? 0 : power, angle),
  ),
];

function otherAt({ world }: Match, player: Player, unum: number, isMate: boolean): Player | undefined {
  const isLeft = (player.side === 'l') === isMate;
  const other = world.players[playerIndex(isLeft ? 'l' : 'r', unum)];
  return other?.enabled === true && other !== player ? other : undefined;
}

function passAction(unum: number): ListedAction<HfoParameters> {
  return listed(
    `pass ${unum}`,
    'kick',
    ({ match }, player) => passTo(match, player, otherAt(match, player, unum, true) as Player),
    (match, player) => otherAt(match, player, unum, true) !== undefined,
  );
}

function markAction(unum: number): ListedAction<HfoParameters> {
  return listed(
    `mark player ${unum}`,
    'no-ball',
    (view, player) => markPlayer(view, player, otherAt(view.match, player, unum, false) as Player),
    (match, player) => otherAt(match, player, unum, false) !== undefined,
  );
}

/** The actions of half-field offense: high level, mid level and low level in one list. */
export function createHfoDecoder({ mates, opponents }: TeamSizes): ActionDecoder {
  const parameters: HfoParameters = { x: 0.5, y: 0.5, speed: 0.5, power: 0.5, angle: 0.5 };
  const actions = [
    ...FIXED,
    ...numbered(mates > 0 ? mates + 1 : 0, passAction),
    ...numbered(opponents, markAction),
  ];
  return createParameterListDecoder(actions, {
    layout: [
      ...positionFields('target', 'the target of `kick to`, `move to` and `dribble to`'),
      describeField('speed', 'Speed of `kick to`.', { unit: 'm/cycle', scale: KICK_SPEED }),
      powerField('power', '`dash` and `kick`'),
      angleField(
        'direction',
        'Direction of `dash`, `kick`, `tackle` and moment of `turn`, relative to the body.',
      ),
    ],
    read: (block, offset) => {
      parameters.x = decodeX(block[offset] as number);
      parameters.y = decodeY(block[offset + 1] as number);
      parameters.speed = numberAt(block, offset + 2, 0) * KICK_SPEED;
      parameters.power = numberAt(block, offset + 3) * POWER_SCALE;
      parameters.angle = angleAt(block, offset + 4);
      return parameters;
    },
  });
}
