import type { Ball, Player, Side } from '@rcss/core';
import { clamp, deg, direction, hypot, sqrt, wrapAngle } from '@rcss/core/math';
import { hasHeight, type PlayerType, type ServerParams } from '@rcss/params';
import { advanceFlight, isBallKickable, kickRateAt } from '@rcss/physics/predict';
import { applyPlayerCommand, type Match } from '@rcss/simulator';

/*
 * Commands of scripted players and of macro actions. They read the true state of the match. The command objects are
 * reused, because a match that is not recorded does not keep them.
 */

/** Dash; power in percent, direction in degrees relative to the body. */
const dashCommand = { type: 'dash' as const, power: 0.5, dir: 0.5 };
/** Turn; moment in degrees. */
const turnCommand = { type: 'turn' as const, moment: 0.5 };
/** Turn of the neck; moment in degrees. */
const neckCommand = { type: 'turn_neck' as const, moment: 0.5 };
/** Kick; power in percent, direction in degrees relative to the body. */
const kickCommand = { type: 'kick' as const, power: 0.5, dir: 0.5 };
/** Kick into the air; power in percent, direction in degrees relative to the body, loft in degrees above the ground. */
const loftCommand = { type: 'kick_loft' as const, power: 0.5, dir: 0.5, loft: 0.5 };
const chestTrapCommand = { type: 'chest_trap' as const };
/** Tackle; direction in degrees relative to the body. */
const tackleCommand = { type: 'tackle' as const, angle: 0.5, foul: false };
/** Catch; direction in degrees relative to the body. */
const catchCommand = { type: 'catch' as const, dir: 0.5 };
/** One leg of a bipedal dash; power in percent, direction in degrees relative to the body. */
const dashLegCommand = { type: 'dash_leg' as const, leg: 'l' as Side, power: 0.5, dir: 0.5 };

/** Power in percent, direction in degrees relative to the body. */
export function applyDashCommand(match: Match, player: Player, power: number, dir: number): void {
  dashCommand.power = power;
  dashCommand.dir = dir;
  applyPlayerCommand(match, player.index, dashCommand);
}

/** One leg of a bipedal dash; power in percent, direction in degrees relative to the body. */
export function applyDashLeg(match: Match, player: Player, leg: Side, power: number, dir: number): void {
  dashLegCommand.leg = leg;
  dashLegCommand.power = power;
  dashLegCommand.dir = dir;
  applyPlayerCommand(match, player.index, dashLegCommand);
}

/** Moment of the neck in degrees. */
export function applyTurnNeck(match: Match, player: Player, moment: number): void {
  neckCommand.moment = moment;
  applyPlayerCommand(match, player.index, neckCommand);
}

/** Moment in degrees; the body turns less if the player moves. */
export function applyTurn(match: Match, player: Player, moment: number): void {
  turnCommand.moment = moment;
  applyPlayerCommand(match, player.index, turnCommand);
}

/** Power in percent, direction in degrees relative to the body, loft in degrees above the ground. */
export function applyKick(match: Match, player: Player, power: number, dir: number, loft = 0): void {
  if (loft > 0) {
    loftCommand.power = power;
    loftCommand.dir = dir;
    loftCommand.loft = loft;
    applyPlayerCommand(match, player.index, loftCommand);
    return;
  }
  kickCommand.power = power;
  kickCommand.dir = dir;
  applyPlayerCommand(match, player.index, kickCommand);
}

/** Puts a ball in reach on the ground, at rest. */
export function applyChestTrap(match: Match, player: Player): void {
  applyPlayerCommand(match, player.index, chestTrapCommand);
}

/** Direction in degrees relative to the body. */
export function applyTackle(match: Match, player: Player, angle: number): void {
  tackleCommand.angle = angle;
  applyPlayerCommand(match, player.index, tackleCommand);
}

/** Direction in degrees relative to the body. */
export function applyCatch(match: Match, player: Player, dir: number): void {
  catchCommand.dir = dir;
  applyPlayerCommand(match, player.index, catchCommand);
}

/** Whether the player can kick the ball. */
export function canKick(match: Match, player: Player): boolean {
  return isBallKickable(match.params, match.world.ball, player);
}

function playerTypeOf(match: Match, player: Player): PlayerType {
  return match.params.types[player.typeId] as PlayerType;
}

/** Turns towards a point; the moment takes the inertia of the moving body into account. */
export function applyTurnTo(match: Match, player: Player, x: number, y: number): void {
  const angle = wrapAngle(direction(x - player.pos.x, y - player.pos.y) - player.body);
  const speed = hypot(player.vel.x, player.vel.y);
  applyTurn(
    match,
    player,
    clamp(deg(angle) * (1 + playerTypeOf(match, player).inertia_moment * speed), -180, 180),
  );
}

/** A direction (radians) within which a player runs without turning first. */
const RUN_ANGLE = 0.25;
/** Distance in meters below which a player dashes in any direction instead of turning. */
const STEP_DISTANCE = 1.2;

/** Turns to a point or dashes to it, slower when it is near. Returns whether the point is within `tolerance` meters. */
export function moveTo(
  match: Match,
  player: Player,
  x: number,
  y: number,
  tolerance = 0.3,
  power = 100,
): boolean {
  const dx = x - player.pos.x;
  const dy = y - player.pos.y;
  const distance = hypot(dx, dy);
  if (distance <= tolerance) return true;
  const angle = wrapAngle(direction(dx, dy) - player.body);
  const isAhead = Math.abs(angle) < RUN_ANGLE;
  if (distance < STEP_DISTANCE || isAhead)
    applyDashCommand(match, player, Math.min(power, 20 + 80 * distance), deg(angle));
  else applyTurnTo(match, player, x, y);
  return false;
}

/** Cycles that predictions of the ball cover. */
const MAX_CYCLES = 40;

/** Mark of a path without heights: no upward speed. */
const FLAT: number = Number.POSITIVE_INFINITY;

/** Places of the ball in the next cycles, if no player kicks it. Each player asks for them, so the last ones are kept. */
const path = {
  x: new Float64Array(MAX_CYCLES),
  y: new Float64Array(MAX_CYCLES),
  /** Height, meters; 0 in matches without heights. */
  z: new Float64Array(MAX_CYCLES),
  /** Velocity of the ball, its decay and its upward speed, from which the places follow. */
  from: new Float64Array(4),
  /** Parameters of the last prediction of a flight. */
  server: null as ServerParams | null,
};

function predictBall({ world, params }: Match): void {
  if (hasHeight(params.server)) {
    predictFlight(world.ball, params.server);
    return;
  }
  const { pos, vel } = world.ball;
  const { ball_decay } = params.server;
  const { x, y, from } = path;
  const isSame = x[0] === pos.x && y[0] === pos.y && from[0] === vel.x && from[1] === vel.y;
  if (isSame && from[2] === ball_decay && from[3] === FLAT) return;
  path.z.fill(0);
  x[0] = pos.x;
  y[0] = pos.y;
  from[0] = vel.x;
  from[1] = vel.y;
  from[2] = ball_decay;
  from[3] = FLAT;
  let vx = vel.x;
  let vy = vel.y;
  for (let cycle = 1; cycle < MAX_CYCLES; cycle++) {
    x[cycle] = (x[cycle - 1] as number) + vx;
    y[cycle] = (y[cycle - 1] as number) + vy;
    vx *= ball_decay;
    vy *= ball_decay;
  }
}

const aheadBall: Ball = {
  pos: { x: 0.5, y: 0.5 },
  vel: { x: 0.5, y: 0.5 },
  accel: { x: 0.5, y: 0.5 },
  z: 0.5,
  vz: 0.5,
  az: 0.5,
};

/** Predicts a ball that can leave the ground. */
function predictFlight({ pos, vel, z, vz }: Ball, server: ServerParams): void {
  const { from } = path;
  const isSame = path.x[0] === pos.x && path.y[0] === pos.y && from[0] === vel.x && from[1] === vel.y;
  if (isSame && server === path.server && path.z[0] === z && from[3] === vz) return;
  path.server = server;
  from.set([vel.x, vel.y, server.ball_decay, vz]);
  Object.assign(aheadBall.pos, pos);
  Object.assign(aheadBall.vel, vel);
  aheadBall.z = z;
  aheadBall.vz = vz;
  aheadBall.az = 0;
  for (let cycle = 0; cycle < MAX_CYCLES; cycle++) {
    path.x[cycle] = aheadBall.pos.x;
    path.y[cycle] = aheadBall.pos.y;
    path.z[cycle] = aheadBall.z;
    advanceFlight(aheadBall, server);
  }
}

/** Number of cycles in which a player reaches the ball, without turning, at its greatest speed. `MAX_CYCLES` if it is longer. */
export function cyclesToBall(match: Match, player: Player): number {
  predictBall(match);
  const { x, y } = path;
  const type = playerTypeOf(match, player);
  const reach = type.player_size + type.kickable_margin;
  const { player_height } = match.params.server;
  for (let cycle = 0; cycle < MAX_CYCLES; cycle++) {
    if ((path.z[cycle] as number) > player_height) continue;
    const dx = (x[cycle] as number) - player.pos.x;
    const dy = (y[cycle] as number) - player.pos.y;
    const reachable = reach + type.player_speed_max * 0.9 * cycle;
    if (dx * dx + dy * dy <= reachable * reachable) return cycle;
  }
  return MAX_CYCLES;
}

/** Runs to the place at which the player reaches the ball first. */
export function applyIntercept(match: Match, player: Player): void {
  const cycles = cyclesToBall(match, player);
  const { ball } = match.world;
  const { ball_decay } = match.params.server;
  if (hasHeight(match.params.server)) {
    const last = Math.min(cycles, MAX_CYCLES - 1);
    moveTo(match, player, path.x[last] as number, path.y[last] as number, 0.05);
    return;
  }
  // Sum of a geometric sequence.
  let traveled = 0;
  let factor = 1;
  for (let i = 0; i < cycles; i++) {
    traveled += factor;
    factor *= ball_decay;
  }
  moveTo(match, player, ball.pos.x + ball.vel.x * traveled, ball.pos.y + ball.vel.y * traveled, 0.05);
}

/** Kicks so that the ball has a speed (m/cycle) towards a point, as far as the power allows. */
export function applyKickTo(match: Match, player: Player, x: number, y: number, speed: number): void {
  const { ball } = match.world;
  const dx = x - ball.pos.x;
  const dy = y - ball.pos.y;
  const distance = Math.max(hypot(dx, dy), 1e-6);
  const ax = (dx / distance) * speed - ball.vel.x;
  const ay = (dy / distance) * speed - ball.vel.y;
  const rate = kickRateAt(
    playerTypeOf(match, player),
    match.params.server.ball_size,
    ball.pos.x - player.pos.x,
    ball.pos.y - player.pos.y,
    player.body,
  );
  const power = Math.min(100, hypot(ax, ay) / Math.max(rate, 1e-6));
  applyKick(match, player, power, deg(wrapAngle(direction(ax, ay) - player.body)));
}

/** Speed in m/cycle with which a ball rolls a distance (meters) and is still moving with `endSpeed` there. */
export function passSpeed(match: Match, distance: number, endSpeed: number): number {
  const { ball_decay, ball_speed_max } = match.params.server;
  return Math.min(ball_speed_max, endSpeed + distance * (1 - ball_decay));
}

/** Keeps the ball near and stops it. */
export function holdBall(match: Match, player: Player): void {
  const { ball } = match.world;
  const speed = hypot(ball.vel.x, ball.vel.y);
  const nearest = nearestOpponent(match, player);
  // Away from the nearest opponent, at 0.6 m from the center of the player.
  const from = nearest ?? player;
  const away = hypot(player.pos.x - from.pos.x, player.pos.y - from.pos.y);
  const ux = away > 1e-6 ? (player.pos.x - from.pos.x) / away : 1;
  const uy = away > 1e-6 ? (player.pos.y - from.pos.y) / away : 0;
  const x = player.pos.x + player.vel.x + 0.6 * ux;
  const y = player.pos.y + player.vel.y + 0.6 * uy;
  const gap = hypot(x - ball.pos.x, y - ball.pos.y);
  if (gap < 0.15 && speed < 0.05) applyTurnTo(match, player, ball.pos.x, ball.pos.y);
  else applyKickTo(match, player, x, y, Math.min(gap, 0.7));
}

/** The enabled opponent next to a player, or undefined. */
export function nearestOpponent(match: Match, player: Player): Player | undefined {
  let nearest: Player | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of match.world.players) {
    if (!other.enabled || other.side === player.side) continue;
    const dx = other.pos.x - player.pos.x;
    const dy = other.pos.y - player.pos.y;
    const squared = dx * dx + dy * dy;
    if (squared < least) {
      least = squared;
      nearest = other;
    }
  }
  return nearest;
}

/** Distance in meters of the opponents from the line between two points: how open a pass is. */
export function openness(match: Match, player: Player, x: number, y: number): number {
  const { pos } = match.world.ball;
  const dx = x - pos.x;
  const dy = y - pos.y;
  const length = Math.max(hypot(dx, dy), 1e-6);
  let least = 50;
  for (const other of match.world.players) {
    if (!other.enabled || other.side === player.side) continue;
    const ox = other.pos.x - pos.x;
    const oy = other.pos.y - pos.y;
    const along = clamp((ox * dx + oy * dy) / length, 0, length);
    const px = ox - (dx / length) * along;
    const py = oy - (dy / length) * along;
    const gap = sqrt(px * px + py * py);
    if (gap < least) least = gap;
  }
  return least;
}
