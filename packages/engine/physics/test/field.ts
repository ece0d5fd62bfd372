import { type Ball, createWorld, type Player, type PlayMode, playerOf, type Side } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createRandomStream, type RandomStream } from '@rcss/core/random';
import {
  createMatchParams,
  createPlayerParams,
  createServerParams,
  type MatchParams,
  type PlayerParams,
  type ServerParams,
} from '@rcss/params';
import { createPhysicsContext, type PhysicsContext, type PhysicsListener } from '../src/context.js';
import { applyDashes, clearCycleStates } from '../src/cycle.js';
import { moveBodies, updatePlayers } from '../src/move-bodies.js';
import { enterField, initializePlayers } from '../src/roster.js';

/** Parameter values that disable all physics noise. */
export const NO_NOISE: Partial<ServerParams> = { player_rand: 0, ball_rand: 0, kick_rand: 0 };

/** Parameters of a match for tests: defaults with the given changes. */
export function createTestParams(
  server: Partial<ServerParams> = NO_NOISE,
  player: Partial<PlayerParams> = { player_types: 1 },
): MatchParams {
  return createMatchParams(createServerParams(server), createPlayerParams(player), 1);
}

/** A field with players for a test, and the functions that it needs. */
export interface TestField extends PhysicsContext {
  readonly rng: RandomStream;
  /** Reported events of the physics, in order. */
  readonly events: [name: string, player: string, ...data: unknown[]][];
  readonly listener: PhysicsListener;
  readonly ball: Ball;
}

/** Creates an empty field in a play mode. `react` is called with each event after it was recorded. */
export function createTestField(
  params: MatchParams = createTestParams(),
  mode: PlayMode = 'play_on',
  react?: (event: string, player: Player) => void,
): TestField {
  const world = createWorld();
  world.playMode = mode;
  initializePlayers(world, params);
  const events: TestField['events'] = [];
  const note = (name: string, player: Player, ...data: unknown[]) => {
    events.push([name, `${player.side}${player.unum}`, ...data]);
    react?.(name, player);
  };
  const listener: PhysicsListener = {
    onKick: (p, strength) => note('kicked', p, strength),
    onKickMiss: (p) => note('kickMissed', p),
    onTackle: (p, strength, foul) => note('tackled', p, strength, foul),
    onTackleMiss: (p, foul) => note('tackleMissed', p, foul),
    onTouch: (p) => note('touched', p),
    onCatchAnnounced: (p) => note('catchAnnounced', p),
    onCatch: (p) => note('caught', p),
    onPunch: (p) => note('punched', p),
  };
  return {
    ...createPhysicsContext(world, params, listener),
    listener,
    rng: createRandomStream(1, 'physics'),
    events,
    ball: world.ball,
  };
}

/** Pose of a player in a test; body in degrees, version 19 by default. */
export interface TestPose {
  readonly x?: number;
  readonly y?: number;
  readonly body?: number;
  readonly vx?: number;
  readonly vy?: number;
  readonly version?: number;
  readonly goalie?: boolean;
}

/** Connects a player and places it. */
export function addPlayer(field: TestField, side: Side, unum: number, pose: TestPose = {}): Player {
  const player = playerOf(field.world, side, unum) as Player;
  player.version = pose.version ?? 19;
  enterField(field.params, player, pose.goalie ?? false);
  player.pos.x = pose.x ?? player.pos.x;
  player.pos.y = pose.y ?? player.pos.y;
  player.vel.x = pose.vx ?? 0;
  player.vel.y = pose.vy ?? 0;
  if (pose.body !== undefined) {
    player.body = rad(pose.body);
    player.bodyTarget = player.body;
  }
  return player;
}

export function placeTestBall(field: TestField, x: number, y: number, vx = 0, vy = 0): Ball {
  const { pos, vel, accel } = field.ball;
  pos.x = x;
  pos.y = y;
  vel.x = vx;
  vel.y = vy;
  accel.x = 0;
  accel.y = 0;
  return field.ball;
}

/** Runs one step as the simulator does, without referee and clocks; `show` is called before states are cleared. */
export function runStep(field: TestField, show?: () => void): void {
  const { world, params, rng } = field;
  applyDashes(world, params, rng);
  moveBodies(field, rng);
  updatePlayers(world, params);
  show?.();
  clearCycleStates(world);
}

/** x rounded to six significant digits. An exact tie goes to the even digit; `toExponential` would round it up. */
function roundToSixDigits(x: number): number {
  const [digits, exponent] = x.toExponential(60).split('e') as [string, string];
  const end = digits.indexOf('.') + 6;
  const even = Number(digits[end - 1]) % 2 === 0;
  if (even && /^50*$/.test(digits.slice(end))) return Number(`${digits.slice(0, end)}e${exponent}`);
  return Number(x.toExponential(5));
}

/** Formats a number with six significant digits, as the server and the tables of the specification do. */
export function formatSixDigits(x: number): string {
  if (Object.is(x, -0)) return '-0';
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const r = roundToSixDigits(x);
  const [mantissa, exponent] = r.toExponential(5).split('e') as [string, string];
  const e = Number(exponent);
  const strip = (s: string) => (s.includes('.') ? s.replace(/0+$/, '').replace(/\.$/, '') : s);
  if (e < -4 || e >= 6) {
    const sign = e < 0 ? '-' : '+';
    return `${strip(mantissa)}e${sign}${String(Math.abs(e)).padStart(2, '0')}`;
  }
  return strip(r.toFixed(5 - e));
}

/** Formats the numbers of a vector with six digits; rounding residues below 1e-9 are written as 0, as in the tables. */
export function formatVector(...numbers: number[]): string {
  return numbers.map((x) => formatSixDigits(Math.abs(x) < 1e-9 ? 0 : x)).join(' ');
}

/** Formats x with as many decimals as the printed number has, to compare with tables of the specification. */
export function formatLike(x: number, printed: number | string): string {
  const text = String(printed);
  const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const r = x.toFixed(decimals);
  return Number(r) === 0 ? (0).toFixed(decimals) : r;
}
