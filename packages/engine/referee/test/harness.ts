import {
  createWorld,
  isShootoutMode,
  type Player,
  PlayerState,
  type PlayMode,
  playModeClock,
  type Side,
  type Vec2,
  type World,
} from '@rcss/core';
import { cos, direction, EPS, hypot, rad, wrapAngle } from '@rcss/core/math';
import { BENCH_Y, benchX } from '@rcss/core/pitch';
import { createRandomStream, type RandomStream } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import {
  type Corrections,
  createDefaultPlayerType,
  createMatchParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  type MatchParams,
  type ServerParams,
} from '@rcss/params';
import type { RefereeContext } from '../src/context.js';
import {
  announceCatch,
  evaluateRules,
  reportCatch,
  reportKick,
  reportKickMiss,
  reportPunch,
  reportTackle,
  reportTouch,
} from '../src/events.js';
import { setPlayMode } from '../src/play-mode-change.js';
import { createRefereeContext } from '../src/referee.js';
import type { RefereeHost } from '../src/referee-host.js';

/**
 * A match without noise for tests of the rules: simple motion, collisions and commands (spec 05 §6, §7, §10,
 * §12, §13, §15), and a host that records what the referee does.
 */
export interface TestMatch {
  readonly world: World;
  readonly params: MatchParams;
  readonly ctx: RefereeContext;
  readonly rng: RandomStream;
  /** Calls of the referee, each as `T call`. */
  readonly calls: string[];
  /** One entry per show. */
  readonly shows: Show[];
  readonly console: string[];
  readonly keepaway: string[];
  readonly counts: { recoverAll: number; refillCapacity: number; assignPlayerTypes: number };
  wallSeconds: number;
}

export interface Show {
  readonly setMode: PlayMode;
  readonly time: number;
  readonly stoppage: number;
  readonly x: number;
  readonly y: number;
}

export interface TestMatchOptions {
  readonly server?: Partial<ServerParams>;
  readonly left?: number;
  readonly right?: number;
  /** Sides whose player 1 is a goalie. */
  readonly goalies?: readonly Side[];
  readonly seed?: number;
  readonly corrections?: Corrections;
}

export function createTestParams(server: Partial<ServerParams> = {}): MatchParams {
  const full = createServerParams({ ...server });
  return createMatchParams(full, DEFAULT_PLAYER_PARAMS, 1, [createDefaultPlayerType(full)]);
}

export function createTestMatch(setup: TestMatchOptions = {}): TestMatch {
  const { left = 2, right = 2, goalies = [], seed = 1 } = setup;
  const { corrections } = setup;
  const params = { ...createTestParams(setup.server), ...(corrections && { corrections }) };
  const world = createWorld(params.server.start_goal_l, params.server.start_goal_r);
  const rng = createRandomStream(seed, 'referee');
  if (left > 0) world.left.name = 'L';
  if (right > 0) world.right.name = 'R';
  for (const player of world.players) {
    player.kickedCount = -1;
    player.dashedCount = -1;
    if (player.unum > (player.side === 'l' ? left : right)) continue;
    player.enabled = true;
    player.state = PlayerState.STAND;
    if (player.unum === 1 && goalies.includes(player.side)) {
      player.goalie = true;
      player.state |= PlayerState.GOALIE;
    }
  }
  const match: Omit<TestMatch, 'ctx'> & { ctx?: RefereeContext } = {
    world,
    params,
    rng,
    calls: [],
    shows: [],
    console: [],
    keepaway: [],
    counts: { recoverAll: 0, refillCapacity: 0, assignPlayerTypes: 0 },
    wallSeconds: 0,
  };
  match.ctx = createRefereeContext(world, params, rng, testHost(match as TestMatch));
  return match as TestMatch;
}

function testHost(m: TestMatch): RefereeHost {
  return {
    announce: (text) => m.calls.push(`${m.world.time} ${text}`),
    resolveCollisions: () => collide(m),
    recoverAllPlayers: () => {
      m.counts.recoverAll += 1;
    },
    refillStaminaCapacity: () => {
      m.counts.refillCapacity += 1;
    },
    assignPlayerTypes: () => {
      m.counts.assignPlayerTypes += 1;
    },
    sendOff: (player) => {
      if (m.world.catcher === player.index) m.world.catcher = -1;
      player.enabled = false;
      player.state &= PlayerState.YELLOW_CARD | PlayerState.RED_CARD;
      place(m, player, benchX(player.side, player.unum), BENCH_Y);
      player.vel.x = 0;
      player.vel.y = 0;
    },
    writeKeepawayLog: (line) => m.keepaway.push(line),
    writeConsole: (text) => m.console.push(text),
    wallSeconds: () => m.wallSeconds,
  };
}

/** Returns the player named `l1`, `r11` ... */
export function player(m: TestMatch, name: string): Player {
  return m.world.players[(name[0] === 'l' ? 0 : 11) + Number(name.slice(1)) - 1] as Player;
}

export function place(m: TestMatch, who: Player | string, x: number, y: number, degrees?: number): void {
  const p = typeof who === 'string' ? player(m, who) : who;
  p.pos.x = x;
  p.pos.y = y;
  if (degrees !== undefined) {
    p.body = rad(degrees);
    p.bodyTarget = p.body;
  }
}

/** Moves a player as the trainer does: at rest, with a collision pass (spec 06 §18.3). */
export function placeAsTrainer(m: TestMatch, who: string, x: number, y: number, degrees = 0): void {
  place(m, who, x, y, degrees);
  player(m, who).vel.x = 0;
  player(m, who).vel.y = 0;
  collide(m);
}

export function moveBall(m: TestMatch, x: number, y: number, vx = 0, vy = 0): void {
  const { ball } = m.world;
  m.world.catcher = -1;
  ball.pos.x = x;
  ball.pos.y = y;
  ball.vel.x = vx;
  ball.vel.y = vy;
  ball.accel.x = 0;
  ball.accel.y = 0;
}

export function mode(m: TestMatch, name: PlayMode): void {
  setPlayMode(m.ctx, name);
}

const SIZE = 0.3;
const KICKABLE = 1.085;

function actsOnBall(m: TestMatch): boolean {
  return playModeClock(m.world.playMode) === 'running';
}

export function kick(m: TestMatch, who: string, power: number, degrees = 0): void {
  const p = player(m, who);
  const { ball } = m.world;
  p.state |= PlayerState.KICK;
  if (!actsOnBall(m)) return;
  const dx = ball.pos.x - p.pos.x;
  const dy = ball.pos.y - p.pos.y;
  if (hypot(dx, dy) > KICKABLE) {
    reportKickMiss(m.ctx, p);
    return;
  }
  const theta = Math.abs(wrapAngle(direction(dx, dy) - p.body));
  const b = hypot(dx, dy) - SIZE - m.params.server.ball_size;
  const strength = power * 0.027 * (1 - (0.25 * theta) / Math.PI - (0.25 * b) / 0.7);
  push(m, strength, p.body + rad(degrees));
  m.world.catcher = -1;
  reportKick(m.ctx, p, Math.abs(strength));
}

function push(m: TestMatch, strength: number, angle: number): void {
  const a = vec2.setPolar(vec2.create(), strength, angle);
  m.world.ball.accel.x += a.x;
  m.world.ball.accel.y += a.y;
}

export function tackle(m: TestMatch, who: string, foul = false): void {
  const p = player(m, who);
  p.state |= PlayerState.TACKLE;
  if (!actsOnBall(m) && !m.world.playMode.startsWith('catch_fault')) return;
  const near = m.world.players.some(
    (o) =>
      o.enabled && o.side !== p.side && vec2.distanceSquared(o.pos, m.world.ball.pos) <= KICKABLE * KICKABLE,
  );
  push(m, 2.7, p.body);
  m.world.catcher = -1;
  reportTackle(m.ctx, p, 2.7, foul && near);
}

export function dash(m: TestMatch, who: string, power: number): void {
  const p = player(m, who);
  const a = vec2.setPolar(vec2.create(), power * 0.006, p.body);
  p.accel.x += a.x;
  p.accel.y += a.y;
  p.dashCount += 1;
  p.dashedCount = 1;
}

/** Catches the ball if it is less than two meters away (spec 05 §15 point 6). */
export function catchBall(m: TestMatch, who: string): void {
  const p = player(m, who);
  const { ball } = m.world;
  if (m.world.playMode !== 'play_on' && !isShootoutMode(m.world.playMode)) return;
  const gx = ball.pos.x - p.pos.x;
  const gy = ball.pos.y - p.pos.y;
  const d = hypot(gx, gy);
  const way = d - SIZE - m.params.server.ball_size;
  p.pos.x += (gx / d) * way;
  p.pos.y += (gy / d) * way;
  p.body = direction(gx, gy);
  p.vel.x = 0;
  p.vel.y = 0;
  announceCatch(m.ctx, p);
  collide(m);
  reportTouch(m.ctx, p);
  reportCatch(m.ctx, p);
  if (m.world.playMode === 'free_kick_l' || m.world.playMode === 'free_kick_r') m.world.catcher = p.index;
}

export function punch(m: TestMatch, who: string): void {
  const p = player(m, who);
  reportTouch(m.ctx, p);
  reportPunch(m.ctx, p);
}

/** Runs one collision pass (spec 05 §7). */
export function collide(m: TestMatch): void {
  const { world } = m;
  const ball = world.ball;
  const reach = SIZE + m.params.server.ball_size;
  const hit = new Set<{ vel: Vec2 }>();
  for (let i = 0; i < 10; i++) {
    const moves = new Map<Vec2, Vec2[]>();
    const propose = (who: { pos: Vec2; vel: Vec2 }, x: number, y: number): void => {
      hit.add(who);
      moves.set(who.pos, [...(moves.get(who.pos) ?? []), vec2.create(x, y)]);
    };
    const enabled = world.players.filter((p) => p.enabled);
    for (const p of enabled) {
      if (p.index === world.catcher || vec2.distanceSquared(p.pos, ball.pos) >= reach * reach) continue;
      p.state |= PlayerState.BALL_COLLIDE | PlayerState.BALL_TO_PLAYER;
      reportTouch(m.ctx, p);
      const u = unitVector(m, p.pos, ball.pos);
      if (world.playMode === 'play_on') {
        const mx = (p.pos.x + ball.pos.x) / 2;
        const my = (p.pos.y + ball.pos.y) / 2;
        const half = reach / 2 + EPS;
        propose(ball, mx - u.x * half, my - u.y * half);
        propose(p, mx + u.x * half, my + u.y * half);
      } else {
        propose(ball, ball.pos.x, ball.pos.y);
        propose(p, ball.pos.x + u.x * (reach + EPS), ball.pos.y + u.y * (reach + EPS));
      }
    }
    for (const a of enabled) {
      for (const b of enabled) {
        if (b.index <= a.index || vec2.distanceSquared(a.pos, b.pos) >= 4 * SIZE * SIZE) continue;
        const u = unitVector(m, b.pos, a.pos);
        const mx = (a.pos.x + b.pos.x) / 2;
        const my = (a.pos.y + b.pos.y) / 2;
        propose(a, mx - u.x * (SIZE + EPS), my - u.y * (SIZE + EPS));
        propose(b, mx + u.x * (SIZE + EPS), my + u.y * (SIZE + EPS));
      }
    }
    if (moves.size === 0) break;
    for (const [pos, places] of moves) {
      pos.x = places.reduce((s, p) => s + p.x, 0) / places.length;
      pos.y = places.reduce((s, p) => s + p.y, 0) / places.length;
    }
  }
  for (const who of hit) {
    who.vel.x *= -0.1;
    who.vel.y *= -0.1;
  }
}

/** Returns the unit vector from b to a; its direction is random if they are at the same position. */
function unitVector(m: TestMatch, a: Vec2, b: Vec2): Vec2 {
  const d = hypot(a.x - b.x, a.y - b.y);
  return d < EPS
    ? vec2.setPolar(vec2.create(), 1, (m.rng.next() * 2 - 1) * Math.PI)
    : vec2.create((a.x - b.x) / d, (a.y - b.y) / d);
}

function moveBodies(m: TestMatch): void {
  const { world } = m;
  moveBody(world.ball, 3, 0.94);
  for (const p of world.players) if (p.enabled) moveBody(p, 1.05, 0.4);
  collide(m);
  const holder = world.players[world.catcher];
  if (holder === undefined) return;
  const reach = SIZE + m.params.server.ball_size;
  world.ball.pos.x = holder.pos.x + reach * cos(holder.body);
  world.ball.pos.y = holder.pos.y + vec2.setPolar(vec2.create(), reach, holder.body).y;
}

function moveBody(o: { pos: Vec2; vel: Vec2; accel: Vec2 }, speedMax: number, decay: number): void {
  o.vel.x += o.accel.x;
  o.vel.y += o.accel.y;
  const v = hypot(o.vel.x, o.vel.y);
  if (v > speedMax) {
    o.vel.x *= speedMax / v;
    o.vel.y *= speedMax / v;
  }
  o.pos.x += o.vel.x;
  o.pos.y += o.vel.y;
  o.vel.x *= decay;
  o.vel.y *= decay;
  o.accel.x = 0;
  o.accel.y = 0;
}

/** Runs one step with its show (spec 06 §4.1). */
export function step(m: TestMatch): void {
  const { world } = m;
  for (const p of world.players) {
    if (p.dashedCount >= 0) p.dashedCount -= 1;
    if (p.foulCharged > 0) p.foulCharged -= 1;
    p.bodyUsed = p.foulCharged > 0;
  }
  const before = world.playMode;
  switch (playModeClock(before)) {
    case 'before':
      for (const p of world.players) {
        p.vel.x = 0;
        p.vel.y = 0;
        p.accel.x = 0;
        p.accel.y = 0;
      }
      world.stoppageTime += 1;
      evaluateRules(m.ctx);
      break;
    case 'stopped':
      world.catcher = -1;
      moveBodies(m);
      world.stoppageTime += 1;
      evaluateRules(m.ctx);
      if (world.playMode !== before) {
        world.time += 1;
        world.stoppageTime = 0;
      }
      break;
    case 'running':
      moveBodies(m);
      world.time += 1;
      world.stoppageTime = 0;
      evaluateRules(m.ctx);
      break;
    case 'over':
      world.stoppageTime += 1;
      break;
  }
  m.shows.push({
    setMode: world.playMode,
    time: world.time,
    stoppage: world.stoppageTime,
    x: world.ball.pos.x,
    y: world.ball.pos.y,
  });
}

/** Clears the momentary state bits after a show (spec 05 §4.3). */
export function clearStates(m: TestMatch): void {
  const kept = PlayerState.STAND | PlayerState.GOALIE | PlayerState.YELLOW_CARD | PlayerState.RED_CARD;
  for (const p of m.world.players) {
    p.state &= p.foulCharged > 0 ? kept | PlayerState.FOUL_CHARGED : kept;
  }
}

export type Actions = { readonly [step: number]: (m: TestMatch) => void };

/** Runs steps 1..n; the action with key k runs after step k (spec 06 §23.1). */
export function run(m: TestMatch, n: number, script: Actions = {}): void {
  for (let k = 0; k < n; k++) {
    script[k]?.(m);
    step(m);
    clearStates(m);
  }
}

/**
 * Returns the shows in the form of the scenario vectors: `kick_off_l 1.0..99.0 x99 | play_on 100.0..102.0 x3`
 * (spec 06 §23.1).
 */
export function formatShows(m: TestMatch): string {
  const parts: string[] = [];
  let i = 0;
  while (i < m.shows.length) {
    let j = i;
    while (m.shows[j + 1]?.setMode === m.shows[i]?.setMode) j += 1;
    const a = m.shows[i] as Show;
    const b = m.shows[j] as Show;
    parts.push(`${a.setMode} ${a.time}.${a.stoppage}..${b.time}.${b.stoppage} x${j - i + 1}`);
    i = j + 1;
  }
  return parts.join(' | ');
}

/** Returns the calls grouped by time, in the form of the vectors: `0 kick_off_l | 2 play_on`. */
export function formatCalls(m: TestMatch): string {
  const groups: string[] = [];
  let last = '';
  for (const call of m.calls) {
    const [time, ...text] = call.split(' ') as [string, ...string[]];
    if (time === last) groups[groups.length - 1] += ` ${text.join(' ')}`;
    else groups.push(call);
    last = time;
  }
  return groups.join(' | ');
}

export function ballAt(m: TestMatch): [number, number] {
  return [m.world.ball.pos.x, m.world.ball.pos.y];
}

export function positionOf(m: TestMatch, name: string): [number, number] {
  return [player(m, name).pos.x, player(m, name).pos.y];
}
