import {
  type Ball,
  cos,
  distance2,
  EPS,
  norm,
  PI,
  PLAYER_COUNT,
  type Player,
  PlayerState,
  type RandomStream,
  sin,
  uniform,
  type World,
  wrapAngle,
} from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { sizeOf } from './body.js';
import type { PhysicsListener } from './listener.js';

/** Rounds of separation in one pass (05 §7). */
const MAX_ROUNDS = 10;
/** Velocity of a collided object is multiplied by this once per pass (05 §7 point 2, §23 Q6). */
const REBOUND = -0.1;
const STRETCH = 1.0001;
const MAX_STRETCHES = 10;

/**
 * Proposed places of one pass. Row i is player i, the last row is the ball: sum of x, sum of y, number of
 * proposals, and whether the object collided in the pass. Taken only when a pass finds an overlap, and owned by that
 * pass until its end, because a listener told of a touch may start another pass.
 */
interface Proposals {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: Uint8Array;
  readonly collided: Uint8Array;
}

const ROWS = PLAYER_COUNT + 1;
/** Proposals that no pass owns at the moment, all zero. */
const spare: Proposals[] = [];

function takeProposals(): Proposals {
  return (
    spare.pop() ?? {
      x: new Float64Array(ROWS),
      y: new Float64Array(ROWS),
      count: new Uint8Array(ROWS),
      collided: new Uint8Array(ROWS),
    }
  );
}

function propose(p: Proposals, row: number, x: number, y: number): void {
  p.x[row] = (p.x[row] as number) + x;
  p.y[row] = (p.y[row] as number) + y;
  p.count[row] = (p.count[row] as number) + 1;
  p.collided[row] = 1;
}

/** Proposes places for two overlapping objects: away from their middle by half the sum of their radii (05 §7). */
function separate(
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
  const distA = norm(ax - midX, ay - midY);
  const distB = norm(bx - midX, by - midY);
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
    offAx *= STRETCH;
    offAy *= STRETCH;
    offBx *= STRETCH;
    offBy *= STRETCH;
  }
  propose(p, rowA, midX + offAx, midY + offAy);
  propose(p, rowB, midX + offBx, midY + offBy);
}

/** Outside play_on the ball keeps its place and the player alone gives way (05 §7). */
function pushFromBall(
  p: Proposals,
  ballRow: number,
  ball: Ball,
  player: Player,
  reach: number,
  rng: RandomStream,
): void {
  const bx = ball.pos.x;
  const by = ball.pos.y;
  const dx = player.pos.x - bx;
  const dy = player.pos.y - by;
  propose(p, ballRow, bx, by);
  if (dx === 0 && dy === 0) {
    const t = uniform(rng, -PI, PI);
    propose(p, player.index, bx + (reach + EPS) * cos(t), by + (reach + EPS) * sin(t));
  } else {
    const d = norm(dx, dy);
    const f = (reach + EPS) / (d > EPS ? d : EPS);
    propose(p, player.index, bx + dx * f, by + dy * f);
  }
}

// Filled and read without a call to the outside between, never kept.
const rows = new Uint8Array(PLAYER_COUNT);
const xs = new Float64Array(PLAYER_COUNT);
const ys = new Float64Array(PLAYER_COUNT);
const sizes = new Float64Array(PLAYER_COUNT);

/**
 * One collision pass between ball and players (05 §7): overlapping objects are moved apart, at most ten rounds, and
 * each object that collided gets -0.1 times its velocity, once. The listener is told of each touch of the ball before
 * the separation is computed, and may place the ball or change the play mode. Posts play no part here.
 */
export function collide(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  listener: PhysicsListener | null,
): void {
  const players = world.players;
  const ball = world.ball;
  const ballRow = players.length;
  const ballSize = params.server.ball_size;
  let work: Proposals | null = null;

  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found = false;

    for (let i = 0; i < players.length; i++) {
      const player = players[i] as Player;
      if (!player.enabled || world.catcher === i) continue;
      const size = sizeOf(params, player);
      const reach = ballSize + size;
      if (!(distance2(ball.pos, player.pos) < reach * reach)) continue;
      found = true;
      work ??= takeProposals();
      player.state |= PlayerState.BALL_TO_PLAYER | PlayerState.BALL_COLLIDE;
      player.collidedWithBall = true;
      listener?.touched(player);
      if (world.playMode === 'play_on') separate(work, ballRow, ball, ballSize, i, player, size, rng);
      else pushFromBall(work, ballRow, ball, player, reach, rng);
    }

    // Side by side in three short arrays: most of a pass is this comparison of all pairs.
    let n = 0;
    for (let i = 0; i < players.length; i++) {
      const player = players[i] as Player;
      if (!player.enabled) continue;
      rows[n] = i;
      xs[n] = player.pos.x;
      ys[n] = player.pos.y;
      sizes[n] = sizeOf(params, player);
      n += 1;
    }
    for (let i = 0; i < n; i++) {
      const ax = xs[i] as number;
      const ay = ys[i] as number;
      const sizeA = sizes[i] as number;
      for (let j = i + 1; j < n; j++) {
        const dx = ax - (xs[j] as number);
        const dy = ay - (ys[j] as number);
        const sum = sizeA + (sizes[j] as number);
        if (!(dx * dx + dy * dy < sum * sum)) continue;
        found = true;
        work ??= takeProposals();
        const a = players[rows[i] as number] as Player;
        const b = players[rows[j] as number] as Player;
        a.state |= PlayerState.PLAYER_COLLIDE;
        a.collidedWithPlayer = true;
        b.state |= PlayerState.PLAYER_COLLIDE;
        b.collidedWithPlayer = true;
        separate(work, a.index, a, sizeA, b.index, b, sizes[j] as number, rng);
      }
    }

    if (!found || work === null) break;
    for (let row = 0; row <= ballRow; row++) {
      const proposed = work.count[row] as number;
      if (proposed === 0) continue;
      const pos = row === ballRow ? ball.pos : (players[row] as Player).pos;
      pos.x = (work.x[row] as number) / proposed;
      pos.y = (work.y[row] as number) / proposed;
      work.x[row] = 0;
      work.y[row] = 0;
      work.count[row] = 0;
    }
  }

  if (work === null) return;
  for (let row = 0; row <= ballRow; row++) {
    if (work.collided[row] === 0) continue;
    work.collided[row] = 0;
    const vel = row === ballRow ? ball.vel : (players[row] as Player).vel;
    vel.x *= REBOUND;
    vel.y *= REBOUND;
  }
  spare.push(work);
}
