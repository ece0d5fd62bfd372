/** Predictions of runs: distances, times and interceptions of a player, without noise, with its stamina taken into account (spec 05 §6, §10, §18). */
import { type Ball, createPlayer, type Player, type Vec2 } from '@rcss/core';
import { atan2, deg, rad, wrapAngle } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';
import { kickableDistance, playerTypeOf, upperHalfSlowness } from './body.js';
import { resetCommands } from './cycle.js';
import { applyDash, dash } from './dash.js';
import { applyAcceleration } from './motion.js';
import { coast } from './predict-ball.js';
import { updatePlayerStamina } from './stamina.js';
import { turn } from './turn.js';

/** Properties of a player that running depends on: position, velocity, body direction in radians, type, stamina. */
export type Runner = Pick<
  Player,
  'side' | 'pos' | 'vel' | 'body' | 'typeId' | 'stamina' | 'effort' | 'recovery' | 'staminaCapacity'
>;

/** Stream for predictions: noise rates are 0, so no function draws from it. */
const unusedRng: RandomStream = {
  next: () => 0.5,
  state: () => ({ c: 0, s0: 0, s1: 0, s2: 0 }),
  restore: () => {},
};

function createPredictedPlayer(runner: Runner): Player {
  const player = createPlayer(runner.side, 1);
  player.pos.x = runner.pos.x;
  player.pos.y = runner.pos.y;
  player.vel.x = runner.vel.x;
  player.vel.y = runner.vel.y;
  player.body = runner.body;
  player.bodyTarget = runner.body;
  player.typeId = runner.typeId;
  player.stamina = runner.stamina;
  player.effort = runner.effort;
  player.recovery = runner.recovery;
  player.staminaCapacity = runner.staminaCapacity;
  return player;
}

/** Dashes forward with the greatest power that does not turn an exhausted player (spec 05 §10.3). */
function dashForward(params: MatchParams, player: Player): void {
  dash(params, player, player.stamina + playerTypeOf(params, player).extra_stamina, 0);
}

/** Simulates one cycle of a copied player: motion without noise, wind, posts and collisions, then stamina (spec 05 §6). */
function simulateStep(params: MatchParams, player: Player): void {
  const type = playerTypeOf(params, player);
  applyDash(params, unusedRng, player);
  resetCommands(player);
  const slow = upperHalfSlowness(params, player);
  applyAcceleration(
    player.vel,
    player.accel,
    params.server.player_accel_max * slow,
    type.player_speed_max * slow,
  );
  player.accel.x = 0;
  player.accel.y = 0;
  player.body = player.bodyTarget;
  player.pos.x += player.vel.x;
  player.pos.y += player.vel.y;
  player.vel.x *= type.player_decay;
  player.vel.y *= type.player_decay;
  updatePlayerStamina(params, player);
}

/**
 * Distance in meters that a player covers with a number of full dashes forward, with its stamina taken into account
 * (spec 05 §6, §10, §18).
 */
export function dashDistance(params: MatchParams, runner: Runner, cycles: number): number {
  const player = createPredictedPlayer(runner);
  for (let i = 0; i < cycles; i++) {
    dashForward(params, player);
    simulateStep(params, player);
  }
  return vec2.distance(player.pos, runner.pos);
}

/**
 * Returns a disc that a player cannot leave in a number of cycles by any commands, without noise, collisions and
 * relocations. Its center is the point to which the player would coast; its radius is the distance that full
 * acceleration in the best direction adds (spec 05 §6.1, §10.2). The player must not be faster than its speed limit
 * now.
 */
export function reachBound(
  params: MatchParams,
  runner: Runner,
  cycles: number,
): { center: Vec2; radius: number } {
  const type = playerTypeOf(params, runner as Player);
  const server = params.server;
  const power = Math.max(Math.abs(server.min_dash_power), Math.abs(server.max_dash_power));
  const { slowness_on_top_for_left_team: l, slowness_on_top_for_right_team: r } = server;
  const most = Math.min(
    server.player_accel_max * Math.max(1, l, r),
    (type.effort_max * power * type.dash_power_rate) / Math.min(1, l, r),
  );
  let radius = 0;
  let speed = 0;
  for (let i = 0; i < cycles; i++) {
    speed += most;
    radius += speed;
    speed *= type.player_decay;
  }
  return { center: coast(runner, cycles, type.player_decay).pos, radius };
}

/**
 * Smallest number of cycles, up to `within`, in which a player that first turns and then dashes forward comes
 * within `radius` meters of a point; undefined if it does not. The player turns if its body is more than ten
 * degrees off the direction to the point, and also more than atan(`radius` / distance) off it. A plan with
 * sideways dashes may be faster (spec 05 §6, §10, §11, §18).
 */
export function cyclesToPoint(
  params: MatchParams,
  runner: Runner,
  point: Readonly<Vec2>,
  radius: number,
  within: number,
): number | undefined {
  const player = createPredictedPlayer(runner);
  const decay = playerTypeOf(params, player).player_decay;
  for (let n = 0; ; n++) {
    const far = vec2.distance(player.pos, point);
    if (far <= radius) return n;
    if (n >= within) return undefined;
    // The player dashes from the point to which it coasts while it turns.
    const from = coast(player, 1, decay).pos;
    const wanted = atan2(point.y - from.y, point.x - from.x);
    const off = wrapAngle(wanted - player.body);
    const allowed = far > radius ? Math.max(rad(10), atan2(radius, far)) : Math.PI;
    if (Math.abs(off) > allowed) {
      turn(
        params,
        unusedRng,
        player,
        deg(off) * (1 + playerTypeOf(params, player).inertia_moment * vec2.length(player.vel)),
      );
    } else dashForward(params, player);
    simulateStep(params, player);
  }
}

/** Time and position at which a player reaches the ball. */
export interface Interception {
  readonly cycles: number;
  /** Position of the ball at that time, meters. */
  readonly point: Vec2;
}

/**
 * Earliest cycle, up to `within`, in which the coasting ball is within the kickable distance of a player that runs
 * there as in {@link cyclesToPoint}; undefined if the player does not reach it.
 *
 * @param delay Cycles after which the player begins to run.
 */
export function interceptBall(
  params: MatchParams,
  runner: Runner,
  ball: Pick<Ball, 'pos' | 'vel'>,
  within: number,
  delay = 0,
): Interception | undefined {
  const reach = kickableDistance(params, runner as Player);
  for (let n = 0; n <= within; n++) {
    const point = coast(ball, n, params.server.ball_decay).pos;
    const running = Math.max(0, n - delay);
    if (vec2.distance(point, runner.pos) > reach + maxRunDistance(params, runner, running)) continue;
    const cycles = cyclesToPoint(params, runner, point, reach, running);
    if (cycles !== undefined) return { cycles: n, point: vec2.create(point.x, point.y) };
  }
  return undefined;
}

/**
 * Upper bound of the distance in meters that a player covers in a number of cycles, without noise. The caller uses
 * it to skip predictions that cannot succeed.
 */
function maxRunDistance(params: MatchParams, runner: Runner, cycles: number): number {
  const type = playerTypeOf(params, runner as Player);
  return cycles * Math.max(type.player_speed_max, vec2.length(runner.vel));
}
