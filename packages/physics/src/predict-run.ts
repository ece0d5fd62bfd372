import {
  atan2,
  type Ball,
  createPlayer,
  deg,
  distance,
  length,
  type Player,
  type RandomStream,
  rad,
  type Vec2,
  vec2,
  wrapAngle,
} from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { kickableDistance, playerTypeOf, slowness } from './body.js';
import { resetCycle } from './cycle.js';
import { applyDash, dash } from './dash.js';
import { accelerate } from './motion.js';
import { coast } from './predict-ball.js';
import { updatePlayerStamina } from './stamina.js';
import { turn } from './turn.js';

/** What running depends on: place, velocity, body direction in radians, type and stamina values. Players are such. */
export type Runner = Pick<
  Player,
  'side' | 'pos' | 'vel' | 'body' | 'typeId' | 'stamina' | 'effort' | 'recovery' | 'staminaCapacity'
>;

/** Predictions know no chance: noise rates are 0, and then nothing is drawn. */
const noChance: RandomStream = {
  next: () => 0.5,
  state: () => ({ c: 0, s0: 0, s1: 0, s2: 0 }),
  restore: () => {},
};

function imagine(runner: Runner): Player {
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

/** Dash forward as hard as the stamina lets him without turning from exhaustion (spec 05 §10.3). */
function dashForward(params: MatchParams, player: Player): void {
  dash(params, player, player.stamina + playerTypeOf(params, player).extra_stamina, 0);
}

/** One cycle of an imagined player: the motion of spec 05 §6 without noise, wind, posts and collisions, then stamina. */
function imagineStep(params: MatchParams, player: Player): void {
  const type = playerTypeOf(params, player);
  applyDash(params, noChance, player);
  resetCycle(player);
  const slow = slowness(params, player);
  accelerate(player.vel, player.accel, params.server.player_accel_max * slow, type.player_speed_max * slow);
  player.accel.x = 0;
  player.accel.y = 0;
  player.body = player.bodyTarget;
  player.pos.x += player.vel.x;
  player.pos.y += player.vel.y;
  player.vel.x *= type.player_decay;
  player.vel.y *= type.player_decay;
  updatePlayerStamina(params, player);
}

/** Metres that a player gets forward by so many full dashes along his body, stamina included (spec 05 §6, §10, §18). */
export function dashReach(params: MatchParams, runner: Runner, cycles: number): number {
  const player = imagine(runner);
  for (let i = 0; i < cycles; i++) {
    dashForward(params, player);
    imagineStep(params, player);
  }
  return distance(player.pos, runner.pos);
}

/**
 * A disc that a player cannot leave in so many cycles, whatever he commands (noise, collisions and relocations
 * aside): its centre is where he would coast to, its radius what full acceleration in the best direction adds
 * (spec 05 §6.1, §10.2). He must not be faster than his speed limit now.
 */
export function reachBound(
  params: MatchParams,
  runner: Runner,
  cycles: number,
): { centre: Vec2; radius: number } {
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
  return { centre: coast(runner, cycles, type.player_decay).pos, radius };
}

/**
 * Fewest cycles, up to `within`, in which a player who first turns and then dashes forward comes within `radius`
 * metres of a point; undefined when he does not. He turns whenever his way would pass the point by more than the
 * radius, or by more than ten degrees when that is less; a plan that mixes sideway dashes may be quicker (spec 05 §6, §10, §11, §18).
 */
export function cyclesToPoint(
  params: MatchParams,
  runner: Runner,
  point: Readonly<Vec2>,
  radius: number,
  within: number,
): number | undefined {
  const player = imagine(runner);
  const decay = playerTypeOf(params, player).player_decay;
  for (let n = 0; ; n++) {
    const far = distance(player.pos, point);
    if (far <= radius) return n;
    if (n >= within) return undefined;
    // Where he coasts to while he turns is where he dashes from.
    const from = coast(player, 1, decay).pos;
    const wanted = atan2(point.y - from.y, point.x - from.x);
    const off = wrapAngle(wanted - player.body);
    const allowed = far > radius ? Math.max(rad(10), atan2(radius, far)) : Math.PI;
    if (Math.abs(off) > allowed) {
      turn(
        params,
        noChance,
        player,
        deg(off) * (1 + playerTypeOf(params, player).inertia_moment * length(player.vel)),
      );
    } else dashForward(params, player);
    imagineStep(params, player);
  }
}

/** When and where a player meets the ball. */
export interface Interception {
  readonly cycles: number;
  /** Place of the ball then, metres. */
  readonly point: Vec2;
}

/**
 * Earliest cycle, up to `within`, in which the coasting ball is within the kickable distance of a player who runs
 * there as in {@link cyclesToPoint}; undefined when he does not get it.
 */
export function interceptBall(
  params: MatchParams,
  runner: Runner,
  ball: Pick<Ball, 'pos' | 'vel'>,
  within: number,
): Interception | undefined {
  const reach = kickableDistance(params, runner as Player);
  for (let n = 0; n <= within; n++) {
    const point = coast(ball, n, params.server.ball_decay).pos;
    if (distance(point, runner.pos) > reach + dashBound(params, runner, n)) continue;
    const cycles = cyclesToPoint(params, runner, point, reach, n);
    if (cycles !== undefined) return { cycles: n, point: vec2(point.x, point.y) };
  }
  return undefined;
}

/** No player gets farther than this in so many cycles, noise aside; spares predictions that cannot succeed. */
function dashBound(params: MatchParams, runner: Runner, cycles: number): number {
  const type = playerTypeOf(params, runner as Player);
  return cycles * Math.max(type.player_speed_max, length(runner.vel));
}
