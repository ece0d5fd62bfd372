import type { Player, Side } from '@rcss/core';
import { clamp, deg, direction, hypot, wrapAngle } from '@rcss/core/math';
import {
  GOAL_AREA_LENGTH,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import { type RandomStream, uniform } from '@rcss/core/random';
import type { Match } from '@rcss/simulator';
import type { Area } from '../area.js';
import {
  applyCatch,
  applyDashCommand,
  applyIntercept,
  applyKick,
  applyKickTo,
  applyTackle,
  applyTurn,
  applyTurnTo,
  canKick,
  cyclesToBall,
  holdBall,
  moveTo,
  nearestOpponent,
  openness,
  passSpeed,
} from './control.js';
import { lobIntoGoal, loftToMate, trapHighBall } from './height.js';
import { findOpenPlace } from './open-place.js';

/** What a scripted player decides from. */
export interface ScriptView {
  readonly match: Match;
  readonly random: RandomStream;
  /** The region that the ball must not leave, if the scenario has one. */
  readonly region: Area | undefined;
  /** Start positions of all players in the episode by index, meters. */
  readonly homeX: Float64Array;
  readonly homeY: Float64Array;
}

/** Sends the commands of one cycle. Scripts have no memory: the same state gives the same commands. */
export type Script = (view: ScriptView, player: Player) => void;

export type ScriptName =
  | 'idle'
  | 'random'
  | 'chaser'
  | 'attacker'
  | 'defender'
  | 'keeper'
  | 'keepaway-keeper'
  | 'keepaway-hold'
  | 'keepaway-passer'
  | 'keepaway-taker'
  | 'keepaway-chaser'
  | 'passer'
  | 'crosser'
  | 'lobber'
  | 'trapper';

/** Acts with a ball that the player can kick, otherwise by another script. */
function withBall(act: (match: Match, player: Player) => void, otherwise: Script): Script {
  return (view, player) => {
    if (canKick(view.match, player)) act(view.match, player);
    else otherwise(view, player);
  };
}

/** The scripted players by name. */
export const SCRIPTS: Readonly<Record<ScriptName, Script>> = {
  idle: () => {},
  random: playRandomly,
  chaser: withBall(shootAtGoal, ({ match }, player) => applyIntercept(match, player)),
  attacker: playAttacker,
  defender: playDefender,
  keeper: playKeeper,
  'keepaway-keeper': playKeepawayKeeper,
  'keepaway-hold': withBall(holdBall, supportKeeper),
  'keepaway-passer': withBall(passToMostOpen, supportKeeper),
  'keepaway-taker': playKeepawayTaker,
  'keepaway-chaser': withBall(holdBall, ({ match }, player) => applyIntercept(match, player)),
  passer: playPasser,
  crosser: playCrosser,
  lobber: playLobber,
  trapper: playTrapper,
};

/** One sentence on each script, for the documentation. */
export const SCRIPT_DESCRIPTIONS: Readonly<Record<ScriptName, string>> = {
  idle: 'Sends no command.',
  random: 'Sends a random command.',
  chaser: "Runs to the ball and kicks it to the opponents' goal with full power.",
  attacker:
    'The first at the ball gets it; with it, the player shoots within 22 m, passes to a free player that is nearer to the goal, or dribbles. The others run along at their place of the start.',
  defender:
    'The first at the ball attacks it and clears it; the others stay between their place of the start and the own goal.',
  keeper: 'Stays between ball and goal, catches, and leaves its line for balls that it reaches first.',
  'keepaway-keeper':
    'Holds the ball until an opponent is within 4 m, then passes along the most open line. Without the ball, the first at the ball gets it and the others get open: they move to a place of the region to which a pass is possible, far from other players.',
  'keepaway-hold': 'Like `keepaway-keeper`, but always holds the ball.',
  'keepaway-passer': 'Like `keepaway-keeper`, but passes at once.',
  'keepaway-taker':
    'The two takers next to the ball run to it; the others stand between the ball and the keepers with the most open lines.',
  'keepaway-chaser': 'Every taker runs to the ball.',
  passer: 'Passes to the team mate on the most open line at once, then moves on.',
  crosser:
    "Like `attacker`, but passes through the air to the team mate next to the opponents' goal. With a ball that stays on the ground, it is the same.",
  lobber:
    'Like `attacker`, but shoots over the opponents, from everywhere. With a ball that stays on the ground, it is the same.',
  trapper: 'Runs to the ball, stops a high one with the chest and keeps it.',
};

/** Sign of the x direction in which a side attacks. */
export function attackSign(side: Side): number {
  return side === 'l' ? 1 : -1;
}

function playRandomly({ match, random }: ScriptView, player: Player): void {
  const choice = random.next();
  if (choice < 0.5) applyDashCommand(match, player, uniform(random, -100, 100), uniform(random, -180, 180));
  else if (choice < 0.8) applyTurn(match, player, uniform(random, -180, 180));
  else applyKick(match, player, uniform(random, 0, 100), uniform(random, -180, 180));
}

/** Kicks to the side of the goal that is farther from the opponents' goalie. */
export function shootAtGoal(match: Match, player: Player): void {
  const goalX = attackSign(player.side) * PITCH_HALF_LENGTH;
  const halfWidth = match.params.server.goal_width / 2 - 1;
  const upper = openness(match, player, goalX, -halfWidth);
  const lower = openness(match, player, goalX, halfWidth);
  applyKickTo(
    match,
    player,
    goalX,
    upper > lower ? -halfWidth : halfWidth,
    match.params.server.ball_speed_max,
  );
}

/** Pushes the ball ahead in a direction (radians, field frame) so that the player reaches it again. */
export function dribbleTowards(match: Match, player: Player, x: number, y: number): void {
  const { ball } = match.world;
  const way = direction(x - player.pos.x, y - player.pos.y);
  const distance = Math.max(hypot(x - player.pos.x, y - player.pos.y), 1e-6);
  const ux = (x - player.pos.x) / distance;
  const uy = (y - player.pos.y) / distance;
  const ahead = (ball.pos.x - player.pos.x) * ux + (ball.pos.y - player.pos.y) * uy;
  const isFacing = Math.abs(wrapAngle(way - player.body)) < 0.35;
  const isBallSlow = hypot(ball.vel.x, ball.vel.y) < 0.3;
  if (!isFacing && isBallSlow) applyTurnTo(match, player, x, y);
  else if (isFacing && ahead > 0.3 && hypot(ball.vel.x - player.vel.x, ball.vel.y - player.vel.y) < 0.4)
    applyDashCommand(match, player, 100, deg(wrapAngle(way - player.body)));
  else {
    const tx = player.pos.x + 2 * player.vel.x + ux * 0.9;
    const ty = player.pos.y + 2 * player.vel.y + uy * 0.9;
    applyKickTo(match, player, tx, ty, Math.min(1, 0.5 * hypot(tx - ball.pos.x, ty - ball.pos.y)));
  }
}

/** Whether the player reaches the ball before its team mates; ties go to the lower number. */
export function isFirstOfTeam(match: Match, player: Player): boolean {
  const own = cyclesToBall(match, player);
  const { ball } = match.world;
  const ownGap = squaredGap(player, ball.pos.x, ball.pos.y);
  for (const mate of match.world.players) {
    if (!mate.enabled || mate.side !== player.side || mate === player || mate.goalie) continue;
    const cycles = cyclesToBall(match, mate);
    if (cycles < own) return false;
    if (cycles > own) continue;
    const gap = squaredGap(mate, ball.pos.x, ball.pos.y);
    if (gap < ownGap || (gap === ownGap && mate.index < player.index)) return false;
  }
  return true;
}

function squaredGap(player: Player, x: number, y: number): number {
  const dx = player.pos.x - x;
  const dy = player.pos.y - y;
  return dx * dx + dy * dy;
}

/** Meters from the goal within which attackers shoot. */
const SHOT_DISTANCE = 22;
/** Meters to the next opponent within which attackers think of a pass. */
const PRESSURE_DISTANCE = 5;
/** Meters that must be free of opponents along a pass. */
const PASS_OPENNESS = 2;

/**
 * Takes the restart of the own team, or leaves the ball to others: the opponents during their restart, another player after
 * an own one. Returns whether the player has decided.
 */
function respectRestart({ match }: ScriptView, player: Player): boolean {
  const { world, referee } = match;
  const { taken, taker } = referee.state.freeKickFault;
  if (world.playMode === 'play_on') return taken && taker === player.index && canKick(match, player);
  const isOwn = world.playMode.endsWith(`_${player.side}`);
  if (!isOwn) {
    applyTurnTo(match, player, world.ball.pos.x, world.ball.pos.y);
    return true;
  }
  if (!canKick(match, player)) return false;
  const mate = mostOpenMate(match, player);
  if (mate === undefined) applyKickTo(match, player, attackSign(player.side) * PITCH_HALF_LENGTH, 0, 2);
  else passTo(match, player, mate);
  return true;
}

function playAttacker(view: ScriptView, player: Player): void {
  const { match } = view;
  if (respectRestart(view, player)) return;
  const sign = attackSign(player.side);
  if (canKick(match, player)) {
    playWithBall(match, player, sign);
    return;
  }
  if (isFirstOfTeam(match, player)) {
    applyIntercept(match, player);
    return;
  }
  supportAttack(view, player);
}

/** Runs along with the ball, at the place of the start beside it. */
export function supportAttack({ match, homeY: homes }: ScriptView, player: Player): void {
  const sign = attackSign(player.side);
  const { ball } = match.world;
  const x = clamp(ball.pos.x + sign * 6, -PITCH_HALF_LENGTH + 4, PITCH_HALF_LENGTH - 4);
  const homeY = homes[player.index] as number;
  const y = Math.abs(homeY - ball.pos.y) < 8 ? ball.pos.y + (homeY >= ball.pos.y ? 9 : -9) : homeY;
  if (moveTo(match, player, x, clamp(y, -PITCH_HALF_WIDTH + 3, PITCH_HALF_WIDTH - 3), 1, 80))
    applyTurnTo(match, player, ball.pos.x, ball.pos.y);
}

function playCrosser(view: ScriptView, player: Player): void {
  const mate = mateNextToGoal(view.match, player);
  if (mate === undefined || !loftToMate(view.match, player, mate)) playAttacker(view, player);
}

/** The team mate, not the goalie, that is nearest to the center of the opponents' goal, if it is nearer than the player. */
function mateNextToGoal({ world }: Match, player: Player): Player | undefined {
  const goalX = attackSign(player.side) * PITCH_HALF_LENGTH;
  let next: Player | undefined;
  let least = squaredGap(player, goalX, 0);
  for (const mate of world.players) {
    if (!mate.enabled || mate.side !== player.side || mate.goalie) continue;
    const gap = squaredGap(mate, goalX, 0);
    if (gap >= least) continue;
    least = gap;
    next = mate;
  }
  return next;
}

function playLobber(view: ScriptView, player: Player): void {
  if (!lobIntoGoal(view.match, player)) playAttacker(view, player);
}

function playTrapper({ match }: ScriptView, player: Player): void {
  if (trapHighBall(match, player)) return;
  if (canKick(match, player)) holdBall(match, player);
  else applyIntercept(match, player);
}

function playWithBall(match: Match, player: Player, sign: number): void {
  const goalX = sign * PITCH_HALF_LENGTH;
  const goalDistance = hypot(goalX - player.pos.x, player.pos.y);
  if (goalDistance < SHOT_DISTANCE) {
    shootAtGoal(match, player);
    return;
  }
  const opponent = nearestOpponent(match, player);
  const isPressed =
    opponent !== undefined && squaredGap(opponent, player.pos.x, player.pos.y) < PRESSURE_DISTANCE ** 2;
  const mate = isPressed ? findReceiver(match, player, goalX) : undefined;
  if (mate !== undefined) passTo(match, player, mate);
  else dribbleTowards(match, player, goalX, player.pos.y * 0.6);
}

/** Passes to where the receiver is. */
export function passTo(match: Match, player: Player, mate: Player): void {
  const distance = hypot(mate.pos.x - player.pos.x, mate.pos.y - player.pos.y);
  applyKickTo(
    match,
    player,
    mate.pos.x + 2 * mate.vel.x,
    mate.pos.y + 2 * mate.vel.y,
    passSpeed(match, distance, 1),
  );
}

/** The team mate on the most open line that is not farther from the goal than the player by more than 5 m. */
function findReceiver(match: Match, player: Player, goalX: number): Player | undefined {
  const limit = Math.abs(goalX - player.pos.x) + 5;
  const isNear = ({ pos }: Player) => Math.abs(goalX - pos.x) <= limit;
  const fits = (mate: Player) => isNear(mate) && squaredGap(mate, player.pos.x, player.pos.y) >= 9;
  return mostOpenMate(match, player, PASS_OPENNESS, fits);
}

function playDefender(view: ScriptView, player: Player): void {
  const { match } = view;
  if (respectRestart(view, player)) return;
  if (canKick(match, player)) {
    applyKickTo(match, player, 0, player.pos.y >= 0 ? 30 : -30, match.params.server.ball_speed_max);
    return;
  }
  if (isFirstOfTeam(match, player)) attackBall(match, player);
  else coverDefense(view, player);
}

/** Stays between the place of the start and the own goal, on the side of the ball. */
export function coverDefense(view: ScriptView, player: Player): void {
  const { match } = view;
  const { ball } = match.world;
  const goalX = -attackSign(player.side) * PITCH_HALF_LENGTH;
  const homeX = view.homeX[player.index] as number;
  const homeY = view.homeY[player.index] as number;
  // Goes with the ball, but stays nearer to the own goal than it.
  const x = homeX + 0.5 * (clamp(ball.pos.x, -PITCH_HALF_LENGTH, PITCH_HALF_LENGTH) - homeX);
  const isGoalSide = Math.abs(x - goalX) < Math.abs(ball.pos.x - goalX);
  const targetX = isGoalSide ? x : ball.pos.x + (goalX - ball.pos.x) * 0.3;
  if (moveTo(match, player, targetX, homeY + 0.4 * (ball.pos.y - homeY), 0.8, 80))
    applyTurnTo(match, player, ball.pos.x, ball.pos.y);
}

/** Runs to the ball, and tackles it in front of an opponent's feet. */
function attackBall(match: Match, player: Player): void {
  const { ball } = match.world;
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const distance = hypot(dx, dy);
  const isAhead = Math.abs(wrapAngle(direction(dx, dy) - player.body)) < 0.4;
  if (isAhead && distance < 1.4 && match.world.playMode === 'play_on') {
    const way = attackSign(player.side) > 0 ? 0 : Math.PI;
    applyTackle(match, player, deg(wrapAngle(way - player.body)));
  } else applyIntercept(match, player);
}

function playKeeper(view: ScriptView, player: Player): void {
  const { match } = view;
  const { ball } = match.world;
  const { catchable_area_l, player_height } = match.params.server;
  const goalX = -attackSign(player.side) * PITCH_HALF_LENGTH;
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const distance = hypot(dx, dy);
  const isInArea =
    Math.abs(ball.pos.x) > PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH &&
    ball.pos.x * goalX > 0 &&
    Math.abs(ball.pos.y) < PENALTY_AREA_WIDTH / 2;
  const mayCatch = player.goalie && player.catchBan === 0 && match.world.playMode === 'play_on';
  if (isInArea && mayCatch && distance < catchable_area_l && ball.z <= player_height) {
    applyCatch(match, player, deg(wrapAngle(direction(dx, dy) - player.body)));
    return;
  }
  if (canKick(match, player)) {
    applyKickTo(match, player, 0, player.pos.y >= 0 ? 30 : -30, match.params.server.ball_speed_max);
    return;
  }
  if (isInArea && isFirstOfAll(match, player)) {
    applyIntercept(match, player);
    return;
  }
  guardGoal(match, player);
}

/** Stands on a line in front of the own goal, between ball and goal or where the ball will cross the line. */
export function guardGoal(match: Match, player: Player): void {
  const { ball } = match.world;
  const sign = attackSign(player.side);
  const goalX = -sign * PITCH_HALF_LENGTH;
  // Where the line from the ball to the center of the goal crosses the keeper's line.
  const keeperX = goalX + sign * GOAL_AREA_LENGTH * 0.35;
  const isGoingIn = ball.vel.x * -sign > 0.5;
  const cyclesToLine = isGoingIn ? (keeperX - ball.pos.x) / ball.vel.x : 0;
  const share = Math.abs(keeperX - goalX) / Math.max(Math.abs(ball.pos.x - goalX), 1);
  const y = isGoingIn ? ball.pos.y + ball.vel.y * cyclesToLine : ball.pos.y * share * 1.6;
  const limit = match.params.server.goal_width / 2;
  if (moveTo(match, player, keeperX, clamp(y, -limit, limit), 0.2))
    applyTurnTo(match, player, ball.pos.x, ball.pos.y);
}

/** Whether no other player is as fast at the ball; for a ball in the air, at which hands reach farther, whether none is faster. */
function isFirstOfAll(match: Match, player: Player): boolean {
  const own = cyclesToBall(match, player) - (match.world.ball.z > 0 ? 1 : 0);
  for (const other of match.world.players)
    if (other.enabled && other !== player && cyclesToBall(match, other) <= own) return false;
  return true;
}

/** Meters to the next taker from which a keeper holds the ball. */
const HOLD_DISTANCE = 4;
/** Distance in meters from an open place at which a keeper stops. */
const OPEN_TOLERANCE = 0.8;
/** Takers that run to the ball; the others block passes. */
const CHASERS = 2;
/** Distance in meters from its place at which a taker that blocks a pass stops. */
const BLOCK_TOLERANCE = 0.5;
const openPlace = { x: 0.5, y: 0.5 };

function playKeepawayKeeper(view: ScriptView, player: Player): void {
  const { match } = view;
  if (!canKick(match, player)) {
    supportKeeper(view, player);
    return;
  }
  const taker = nearestOpponent(match, player);
  const isSafe =
    taker === undefined || squaredGap(taker, player.pos.x, player.pos.y) > HOLD_DISTANCE * HOLD_DISTANCE;
  if (isSafe) holdBall(match, player);
  else passToMostOpen(match, player);
}

function playPasser(view: ScriptView, player: Player): void {
  if (canKick(view.match, player)) passToMostOpen(view.match, player);
  else if (isFirstOfTeam(view.match, player)) applyIntercept(view.match, player);
  else returnToStart(view, player);
}

/**
 * A keeper without the ball: runs to the ball if it is the first there, otherwise to an open place of the region. In a scenario
 * without region it returns to its place of the start.
 */
export function supportKeeper(view: ScriptView, player: Player): void {
  const { match, region } = view;
  if (isFirstOfTeam(match, player)) applyIntercept(match, player);
  else if (region === undefined) returnToStart(view, player);
  else getOpen(match, player, region);
}

/** Moves to the place of a region that is free from opponents and open for a pass from the ball. */
function getOpen(match: Match, player: Player, region: Area): void {
  const { pos } = match.world.ball;
  findOpenPlace(match, player, region, openPlace);
  if (moveTo(match, player, openPlace.x, openPlace.y, OPEN_TOLERANCE))
    applyTurnTo(match, player, pos.x, pos.y);
}

/** Passes along the most open line; without team mates, holds the ball. */
function passToMostOpen(match: Match, player: Player): void {
  const mate = mostOpenMate(match, player);
  if (mate === undefined) holdBall(match, player);
  else passTo(match, player, mate);
}

/** Returns to the place of the start. */
export function returnToStart({ match, homeX, homeY }: ScriptView, player: Player): void {
  const { ball } = match.world;
  const x = homeX[player.index] as number;
  const y = homeY[player.index] as number;
  if (moveTo(match, player, x, y, 0.8, 70)) applyTurnTo(match, player, ball.pos.x, ball.pos.y);
}

/** The team mate on the line that is farthest from opponents, by more than `least` meters; `fits`: one of these only. */
export function mostOpenMate(
  match: Match,
  player: Player,
  least = -1,
  fits: (mate: Player) => boolean = () => true,
): Player | undefined {
  let best: Player | undefined;
  let most = least;
  for (const mate of match.world.players) {
    if (!mate.enabled || mate.side !== player.side || mate === player || !fits(mate)) continue;
    const free = openness(match, player, mate.pos.x, mate.pos.y);
    if (free > most) {
      most = free;
      best = mate;
    }
  }
  return best;
}

function playKeepawayTaker({ match }: ScriptView, player: Player): void {
  if (canKick(match, player)) {
    holdBall(match, player);
    return;
  }
  const rank = rankAtBall(match, player);
  if (rank < CHASERS) applyIntercept(match, player);
  else blockPass(match, player, rank - CHASERS);
}

/** Number of team mates that are nearer to the ball; ties go to the lower number. */
function rankAtBall({ world }: Match, player: Player): number {
  const { x, y } = world.ball.pos;
  const own = squaredGap(player, x, y);
  let rank = 0;
  for (const mate of world.players) {
    if (!mate.enabled || mate.side !== player.side || mate === player) continue;
    const gap = squaredGap(mate, x, y);
    if (gap < own || (gap === own && mate.index < player.index)) rank += 1;
  }
  return rank;
}

/** Moves between the ball and a keeper without it: the one whose line from the ball has place `order` of the most open ones. */
function blockPass(match: Match, player: Player, order: number): void {
  const { players, ball } = match.world;
  let holder: Player | undefined;
  for (const other of players) {
    if (!other.enabled || other.side === player.side) continue;
    if (
      holder === undefined ||
      squaredGap(other, ball.pos.x, ball.pos.y) < squaredGap(holder, ball.pos.x, ball.pos.y)
    )
      holder = other;
  }
  let receiver: Player | undefined;
  for (const other of players) {
    if (!other.enabled || other.side === player.side || other === holder) continue;
    let wider = 0;
    for (const rival of players)
      if (rival.enabled && rival.side === other.side && rival !== holder && isMoreOpen(match, rival, other))
        wider += 1;
    if (wider === order) receiver = other;
  }
  const { x, y } = (receiver ?? holder ?? player).pos;
  moveTo(match, player, (x + ball.pos.x) / 2, (y + ball.pos.y) / 2, BLOCK_TOLERANCE);
}

/** Whether the line from the ball to a keeper is more open than that to another one; ties go to the lower number. */
function isMoreOpen(match: Match, keeper: Player, other: Player): boolean {
  const angle = clearAngle(match, keeper);
  const otherAngle = clearAngle(match, other);
  return angle > otherAngle || (angle === otherAngle && keeper.index < other.index);
}

/** Smallest angle (radians) at the ball between a keeper and the takers that run to the ball. */
function clearAngle(match: Match, keeper: Player): number {
  const { pos } = match.world.ball;
  const way = direction(keeper.pos.x - pos.x, keeper.pos.y - pos.y);
  let least = Math.PI;
  for (const taker of match.world.players) {
    if (!taker.enabled || taker.side === keeper.side || rankAtBall(match, taker) >= CHASERS) continue;
    const angle = Math.abs(wrapAngle(direction(taker.pos.x - pos.x, taker.pos.y - pos.y) - way));
    if (angle < least) least = angle;
  }
  return least;
}
