/**
 * The catch of a goalie (spec 05 §15), which happens at once, when the command arrives, not in the step.
 *
 * The catchable area is a rectangle in the direction of the catch. Near the player the catch succeeds with `catch_probability`; at its far
 * end the probability falls linearly to 0, by the stretch of the player type. A failed draw inside the area is a punch: the ball bounces.
 *
 * Order: ban and play mode, area, draw, then the referee. Every attempt in an allowed mode starts the ban of `catch_ban_cycle`, also one
 * that fails.
 *
 * Surprising: a successful catch moves the goalie to the ball, not the ball to the goalie. A held ball is placed in front of the goalie at
 * the end of each step, and its velocity stays as it is.
 */
import { isShootoutMode, type Player, PlayerState, type World } from '@rcss/core';
import { clamp, cos, direction, EPS, hypot, rad, sin } from '@rcss/core/math';
import { bernoulli, type RandomStream } from '@rcss/core/random';
import { hasHeight, type MatchParams } from '@rcss/params';
import { bodyRadius, playerTypeOf } from './body.js';
import { resolveCollisions } from './collision.js';
import type { PhysicsContext } from './context.js';
import { placeBall } from './placement.js';

/**
 * Probability that a goalie with this stretch catches a ball `along` meters away along the catch direction, inside the
 * catchable area (spec 05 §15 point 5). Let l be `catchable_area_l` and d = l * (stretch - 1). The probability is
 * `catch_probability` up to l - d, and decreases linearly to 0 at l + d.
 */
export function catchProbability(params: MatchParams, stretch: number, along: number): number {
  const server = params.server;
  const delta = server.catchable_area_l * (stretch - 1);
  const longest = server.catchable_area_l + delta;
  const shortest = server.catchable_area_l - delta;
  const p = server.catch_probability;
  if (along <= shortest) return p;
  return clamp(p * (1 - (along - shortest) / (longest - shortest)), 0, 1);
}

/** Moves the goalie to the ball and turns it to the ball; then calls the listener (spec 05 §15 point 6). */
function holdBall(ctx: PhysicsContext, rng: RandomStream, goalie: Player, gx: number, gy: number): void {
  const { world, params, listener } = ctx;
  const shootout = isShootoutMode(world.playMode);
  const d = hypot(gx, gy);
  // If ball and goalie overlap, this is negative. The goalie then moves back and turns away from the ball
  // (spec 05 §23 Q14).
  const way = d - (params.server.ball_size + playerTypeOf(params, goalie).player_size);
  const f = way / (d > EPS ? d : EPS);
  const wx = gx * f;
  const wy = gy * f;
  goalie.pos.x += wx;
  goalie.pos.y += wy;
  goalie.bodyTarget = direction(wx, wy);
  goalie.vel.x = 0;
  goalie.vel.y = 0;
  if (!shootout) listener?.onCatchAnnounced(goalie);
  resolveCollisions(ctx, rng);
  // With height a caught ball is on the ground and at rest (spec 12 §7.3).
  if (hasHeight(params.server)) placeBall(world, world.ball.pos.x, world.ball.pos.y);
  listener?.onTouch(goalie);
  listener?.onCatch(goalie);
  if (world.playMode === 'free_kick_l' || world.playMode === 'free_kick_r') world.catcher = goalie.index;
}

/** Punches the ball: its velocity along the catch direction is reversed (spec 05 §15 point 7). */
function punchBall({ world, listener }: PhysicsContext, goalie: Player, c: number, s: number): void {
  goalie.state |= PlayerState.CATCH_FAULT;
  const { vel, accel } = world.ball;
  const along = -(vel.x * c + vel.y * s);
  const across = -vel.x * s + vel.y * c;
  accel.x += along * c - across * s - vel.x;
  accel.y += along * s + across * c - vel.y;
  listener?.onTouch(goalie);
  listener?.onPunch(goalie);
}

/** Executes `(catch D)`, degrees relative to the body, at once (spec 05 §15). The play mode may change. */
export function catchBall(ctx: PhysicsContext, rng: RandomStream, player: Player, dir: number): void {
  const { world, params } = ctx;
  if (player.bodyUsed) return;
  player.bodyUsed = true;
  player.state |= PlayerState.CATCH;
  const server = params.server;
  const mode = world.playMode;
  if (!player.goalie || player.catchBan > 0 || (mode !== 'play_on' && !isShootoutMode(mode))) {
    player.state |= PlayerState.CATCH_FAULT;
    return;
  }
  player.catchBan = server.catch_ban_cycle;

  const limited = clamp(dir, server.min_catch_angle, server.max_catch_angle);
  const d = clamp(limited, server.minmoment, server.maxmoment);
  const phi = player.body + rad(d);
  const c = cos(phi);
  const s = sin(phi);
  const gx = world.ball.pos.x - player.pos.x;
  const gy = world.ball.pos.y - player.pos.y;
  const along = gx * c + gy * s;
  const across = -gx * s + gy * c;
  const stretch = playerTypeOf(params, player).catchable_area_l_stretch;
  const longest = server.catchable_area_l + server.catchable_area_l * (stretch - 1);
  const isInside = along >= 0 && along <= longest && Math.abs(across) <= server.catchable_area_w / 2;
  if (!isInside || world.ball.z > server.player_height) {
    player.state |= PlayerState.CATCH_FAULT;
    return;
  }
  player.catchCount += 1;
  player.goalieMoves = 0;
  if (bernoulli(rng, catchProbability(params, stretch, along))) {
    holdBall(ctx, rng, player, gx, gy);
  } else {
    punchBall(ctx, player, c, s);
  }
}

/**
 * Places a caught ball in front of the goalie that holds it, at the end of the motion phase (spec 05 §8). The velocity
 * does not change.
 */
export function placeCaughtBall(world: World, params: MatchParams): void {
  if (world.catcher < 0) return;
  const goalie = world.players[world.catcher] as Player;
  const r = bodyRadius(params, goalie) + params.server.ball_size;
  world.ball.pos.x = goalie.pos.x + r * cos(goalie.body);
  world.ball.pos.y = goalie.pos.y + r * sin(goalie.body);
}
