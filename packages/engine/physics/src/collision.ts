/**
 * Overlapping bodies are pulled apart (spec 05 §7). Nothing here pushes: contact costs speed and changes places.
 *
 * All overlaps are found first; each proposes a place for both partners, half the sum of the radii from the middle between them. Then every
 * object moves to the mean of its proposals. This is one round; rounds repeat until nothing overlaps, at most ten times. Ball contacts are
 * found before contacts of players.
 *
 * Invariant: an object that collided in the pass has its velocity multiplied by -0.1 exactly once, however many rounds it took.
 *
 * Surprising: outside play_on the ball does not give way, only the player. The listener (the referee) hears of each touch before the places
 * change, and may place the ball or stop play, or even start another pass.
 */
import { type Ball, PLAYER_COUNT, type Player, PlayerState, type World } from '@rcss/core';
import { cos, EPS, hypot, PI, sin, wrapAngle } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import { bodyRadius } from './body.js';
import type { PhysicsContext, Proposals } from './context.js';

/** Greatest number of separation rounds in one pass (spec 05 §7). */
const MAX_ROUNDS = 10;
/** Factor on the velocity of a collided object, once per pass (spec 05 §7 point 2, spec 05 §23 Q6). */
const REBOUND_FACTOR = -0.1;
const STRETCH_FACTOR = 1.0001;
const MAX_STRETCHES = 10;

const ROW_COUNT = PLAYER_COUNT + 1;
const BALL_ROW = PLAYER_COUNT;

function createProposals(): Proposals {
  return {
    x: new Float64Array(ROW_COUNT),
    y: new Float64Array(ROW_COUNT),
    count: new Uint8Array(ROW_COUNT),
    collided: new Uint8Array(ROW_COUNT),
  };
}

function addProposal(p: Proposals, row: number, x: number, y: number): void {
  p.x[row] = (p.x[row] as number) + x;
  p.y[row] = (p.y[row] as number) + y;
  p.count[row] = (p.count[row] as number) + 1;
  p.collided[row] = 1;
}

/**
 * Proposes places for two overlapping objects. Each place is half the sum of the radii away from the point in the
 * middle between the objects (spec 05 §7).
 */
function proposeSeparation(
  p: Proposals,
  rowA: number,
  a: Ball | Player,
  sizeA: number,
  rowB: number,
  b: Ball | Player,
  sizeB: number,
  rng: RandomStream,
): void {
  const ax = a.pos.x;
  const ay = a.pos.y;
  const bx = b.pos.x;
  const by = b.pos.y;
  const sum = sizeA + sizeB;
  const half = sum / 2 + EPS;
  const midX = (ax + bx) / 2;
  const midY = (ay + by) / 2;
  const distA = hypot(ax - midX, ay - midY);
  const distB = hypot(bx - midX, by - midY);
  let offAx: number;
  let offAy: number;
  let offBx: number;
  let offBy: number;
  if ((ax === bx && ay === by) || (distA < EPS && distB < EPS)) {
    const t = uniform(rng, -PI, PI);
    const u = wrapAngle(t + PI);
    offAx = half * cos(t);
    offAy = half * sin(t);
    offBx = half * cos(u);
    offBy = half * sin(u);
  } else {
    const fa = half / (distA > EPS ? distA : EPS);
    const fb = half / (distB > EPS ? distB : EPS);
    offAx = (ax - midX) * fa;
    offAy = (ay - midY) * fa;
    offBx = (bx - midX) * fb;
    offBy = (by - midY) * fb;
  }
  for (let i = 0; i < MAX_STRETCHES; i++) {
    const dx = midX + offAx - (midX + offBx);
    const dy = midY + offAy - (midY + offBy);
    if (!(dx * dx + dy * dy < sum * sum)) break;
    offAx *= STRETCH_FACTOR;
    offAy *= STRETCH_FACTOR;
    offBx *= STRETCH_FACTOR;
    offBy *= STRETCH_FACTOR;
  }
  addProposal(p, rowA, midX + offAx, midY + offAy);
  addProposal(p, rowB, midX + offBx, midY + offBy);
}

/** Proposes a place for the player only: outside play_on the ball keeps its place (spec 05 §7). */
function proposeBesideBall(p: Proposals, ball: Ball, player: Player, reach: number, rng: RandomStream): void {
  const bx = ball.pos.x;
  const by = ball.pos.y;
  const dx = player.pos.x - bx;
  const dy = player.pos.y - by;
  addProposal(p, BALL_ROW, bx, by);
  if (dx === 0 && dy === 0) {
    const t = uniform(rng, -PI, PI);
    addProposal(p, player.index, bx + (reach + EPS) * cos(t), by + (reach + EPS) * sin(t));
  } else {
    const d = hypot(dx, dy);
    const f = (reach + EPS) / (d > EPS ? d : EPS);
    addProposal(p, player.index, bx + dx * f, by + dy * f);
  }
}

/**
 * Runs one collision pass between ball and players (spec 05 §7). It separates overlapping objects in at most ten
 * rounds. The velocity of each object that collided is multiplied by -0.1 once. The listener is called for each touch
 * of the ball before the separation is computed; it may place the ball, change the play mode or start another pass.
 * Goal posts are not part of it.
 */
export function resolveCollisions(ctx: PhysicsContext, rng: RandomStream): void {
  const spare = ctx.scratch.proposals;
  const proposals = spare.pop() ?? createProposals();
  let collided = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const touched = separateFromBall(ctx, rng, proposals);
    const overlapped = separatePlayers(ctx, rng, proposals);
    if (!touched && !overlapped) break;
    collided = true;
    applyProposals(ctx.world, proposals);
  }
  if (collided) applyRebound(ctx.world, proposals);
  spare.push(proposals);
}

/** Proposes places for the ball and the players that touch it. Returns whether any player touches it. */
function separateFromBall(ctx: PhysicsContext, rng: RandomStream, proposals: Proposals): boolean {
  const { world, params, listener } = ctx;
  const { players, ball } = world;
  // The ball flies over all players (spec 12 §7.4).
  if (ball.z > params.server.player_height) return false;
  const ballSize = params.server.ball_size;
  let found = false;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (!player.enabled || world.catcher === i) continue;
    const size = bodyRadius(params, player);
    const reach = ballSize + size;
    if (!(vec2.distanceSquared(ball.pos, player.pos) < reach * reach)) continue;
    found = true;
    player.state |= PlayerState.BALL_TO_PLAYER | PlayerState.BALL_COLLIDE;
    player.collidedWithBall = true;
    listener?.onTouch(player);
    if (world.playMode === 'play_on')
      proposeSeparation(proposals, BALL_ROW, ball, ballSize, i, player, size, rng);
    else proposeBesideBall(proposals, ball, player, reach, rng);
  }
  return found;
}

/** Proposes places for overlapping pairs of players. Returns whether any overlap. */
function separatePlayers(ctx: PhysicsContext, rng: RandomStream, proposals: Proposals): boolean {
  const { players } = ctx.world;
  // Compact arrays, because this comparison of all pairs takes most of the time of a pass.
  const { rows, xs, ys, sizes } = ctx.scratch;
  const n = collectEnabledPlayers(ctx);
  let found = false;
  for (let i = 0; i < n; i++) {
    const x = xs[i] as number;
    const y = ys[i] as number;
    const size = sizes[i] as number;
    for (let j = i + 1; j < n; j++) {
      const dx = x - (xs[j] as number);
      const dy = y - (ys[j] as number);
      const sum = size + (sizes[j] as number);
      if (!(dx * dx + dy * dy < sum * sum)) continue;
      found = true;
      const a = players[rows[i] as number] as Player;
      const b = players[rows[j] as number] as Player;
      a.state |= PlayerState.PLAYER_COLLIDE;
      a.collidedWithPlayer = true;
      b.state |= PlayerState.PLAYER_COLLIDE;
      b.collidedWithPlayer = true;
      proposeSeparation(proposals, a.index, a, size, b.index, b, sizes[j] as number, rng);
    }
  }
  return found;
}

/** Fills the working memory with the enabled players and returns their number. */
function collectEnabledPlayers(ctx: PhysicsContext): number {
  const { players } = ctx.world;
  const { rows, xs, ys, sizes } = ctx.scratch;
  let n = 0;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (!player.enabled) continue;
    rows[n] = i;
    xs[n] = player.pos.x;
    ys[n] = player.pos.y;
    sizes[n] = bodyRadius(ctx.params, player);
    n += 1;
  }
  return n;
}

/** Moves every object with proposals to the mean of its proposals, and clears the proposals. */
function applyProposals(world: World, proposals: Proposals): void {
  for (let row = 0; row < ROW_COUNT; row++) {
    const count = proposals.count[row] as number;
    if (count === 0) continue;
    const pos = row === BALL_ROW ? world.ball.pos : (world.players[row] as Player).pos;
    pos.x = (proposals.x[row] as number) / count;
    pos.y = (proposals.y[row] as number) / count;
    proposals.x[row] = 0;
    proposals.y[row] = 0;
    proposals.count[row] = 0;
  }
}

/** Applies the rebound factor to every object that collided in the pass, and clears the marks. */
function applyRebound(world: World, proposals: Proposals): void {
  for (let row = 0; row < ROW_COUNT; row++) {
    if (proposals.collided[row] === 0) continue;
    proposals.collided[row] = 0;
    const vel = row === BALL_ROW ? world.ball.vel : (world.players[row] as Player).vel;
    vel.x *= REBOUND_FACTOR;
    vel.y *= REBOUND_FACTOR;
  }
}
