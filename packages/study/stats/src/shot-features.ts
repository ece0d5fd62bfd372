/** The situation of a shot as numbers, from which expected goals are computed (docs/inside/expected-goals.md). */
import { playModeOfId, type Side, sideSign, TEAM_SIZE } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ServerParams } from '@rcss/params';
import { type Columns, OBJECT_COUNT } from './columns.js';

/** Names of the features of a shot, in the order of the values of {@link measureShot}. */
export const SHOT_FEATURES = [
  'distance',
  'angle',
  'openness',
  'logOpenness',
  'goalieDistance',
  'goalieOffset',
  'goalieSide',
  'goalieAngle',
  'goalieDepth',
  'goalieSpeed',
  'pressure',
  'opponentsInCone',
  'ballSpeed',
  'ballApproach',
  'ballLead',
  'setPlay',
] as const;
/** Name of a feature of a shot. */
export type ShotFeature = (typeof SHOT_FEATURES)[number];

/** Parts of an analysis that {@link measureShot} reads. */
export interface ShotContext {
  readonly server: Pick<ServerParams, 'ball_decay' | 'ball_speed_max' | 'goal_width'>;
  readonly columns: Columns;
  /** Goalie of each side: index of the player, 0 to 21; -1 if it is not known. */
  readonly goalies: { readonly l: number; readonly r: number };
}

/** Distance in which opponents count as pressure, and beyond which the goalie counts as absent, m. */
const MAX_PRESSURE_DISTANCE = 10;
const MAX_GOALIE_DISTANCE = 40;
/**
 * Movement of an opponent towards the path of a shot: cycles until it reacts, then speed, m per cycle. Turns are part of it, so that it is slower than a player
 * that runs straight on. These values and the reach of the goalie gave the best prediction of the goals of the model's matches.
 */
const OPPONENT_DELAY = 3;
const OPPONENT_SPEED = 0.4;
/** Distance at which an opponent plays a passing ball, and at which the goalie does, m. */
const REACH = 1;
const GOALIE_REACH = 1.6;
/** The kick of a shot has this share of the highest speed of the ball. */
const SHOT_SPEED_SHARE = 0.9;
/** Steepness with which a margin, m, becomes the chance that the shot passes. */
const MARGIN_STEEPNESS = 2;
/** Count of the points of the goal line between the posts at which a shot is aimed. */
const AIM_COUNT = 15;
/** Distance of the outermost aims from the posts, m. */
const POST_MARGIN = 0.3;
/** Limits of the logarithm of the openness, and of a margin, m. */
const MIN_OPENNESS = 0.02;
const MAX_MARGIN = 4;
/** A ball or a player that moves farther in one cycle was placed, m. */
const MAX_BALL_STEP = 4;
const MAX_PLAYER_STEP = 2;
/** Largest deviation of the goalie from the middle of the goal, as a share of half of the goal's angle. */
const MAX_GOALIE_ANGLE = 1.5;
/** The goal is seen at this angle at least, radians. */
const MIN_GOAL_ANGLE = 0.1;
/** Limit of the lead of the ball, m. */
const MAX_BALL_LEAD = 3;

/** Positions of a show in the frame of the attack: x towards the opponents' goal. */
class Scene {
  readonly #columns: Columns;
  readonly #row: number;
  readonly #sign: number;

  constructor(columns: Columns, row: number, side: Side) {
    this.#columns = columns;
    this.#row = row * OBJECT_COUNT;
    this.#sign = sideSign(side);
  }

  /** X of the ball (0) or of player `object - 1`, m; NaN if it is not connected. */
  x(object: number): number {
    return this.#sign * this.#columns.x[this.#row + object]!;
  }

  /** Y likewise. */
  y(object: number): number {
    return this.#sign * this.#columns.y[this.#row + object]!;
  }
}

/** Returns the angle at which the goal is seen from (x, y), radians. */
function goalAngle(x: number, y: number, halfWidth: number): number {
  const depth = Math.max(0, PITCH_HALF_LENGTH - x);
  return Math.atan2(y + halfWidth, depth) - Math.atan2(y - halfWidth, depth);
}

/**
 * Returns how far the nearest opponent remains from a ball that is shot at `aimY` on the goal line, m: the smallest distance between ball and
 * opponent, less reach and run of the opponent. Negative if an opponent reaches the ball.
 */
function shotMargin(
  scene: Scene,
  opponents: readonly number[],
  goalie: number,
  aimY: number,
  server: ShotContext['server'],
): number {
  const x0 = scene.x(0);
  const y0 = scene.y(0);
  const length = Math.hypot(PITCH_HALF_LENGTH - x0, aimY - y0);
  const dx = (PITCH_HALF_LENGTH - x0) / length;
  const dy = (aimY - y0) / length;
  let speed = SHOT_SPEED_SHARE * server.ball_speed_max;
  if (speed / (1 - server.ball_decay) <= length) return -MAX_MARGIN;
  let least = MAX_MARGIN;
  let rolled = 0;
  for (let cycle = 1; rolled < length; cycle++) {
    rolled = Math.min(length, rolled + speed);
    speed *= server.ball_decay;
    const x = x0 + dx * rolled;
    const y = y0 + dy * rolled;
    for (const object of opponents) {
      const reach = object === goalie ? GOALIE_REACH : REACH;
      const distance = Math.hypot(scene.x(object) - x, scene.y(object) - y);
      const margin = distance - reach - OPPONENT_SPEED * Math.max(0, cycle - OPPONENT_DELAY);
      if (margin < least) least = margin;
    }
    if (least <= -MAX_MARGIN) return -MAX_MARGIN;
  }
  return least;
}

function isInCone(scene: Scene, object: number, halfWidth: number): boolean {
  const x0 = scene.x(0);
  const share = (scene.x(object) - x0) / (PITCH_HALF_LENGTH - x0);
  if (!(share > 0 && share <= 1)) return false;
  const middle = scene.y(0) * (1 - share);
  return Math.abs(scene.y(object) - middle) <= halfWidth * share;
}

/** Position of the goalie in relation to ball and goal. */
interface GoalieFeatures {
  /** Distance from the ball, m. */
  readonly distance: number;
  /** Distance from the line between ball and middle of the goal, m; positive on the side of the post that is nearer to the ball. */
  readonly side: number;
  /** Angle from the middle of the goal mouth, seen from the ball, as a share of half of the angle of the goal mouth. */
  readonly angle: number;
  /** Distance from the goal line, m. */
  readonly depth: number;
  /** Distance that it moved in the cycle before, m. */
  readonly speed: number;
}

/** Values for a team without goalie. */
const NO_GOALIE: GoalieFeatures = {
  distance: MAX_GOALIE_DISTANCE,
  side: MAX_PRESSURE_DISTANCE,
  angle: MAX_GOALIE_ANGLE,
  depth: MAX_GOALIE_DISTANCE,
  speed: 0,
};

/** Measures the goalie, seen from a ball at (x, y). */
function measureGoalie(
  scene: Scene,
  before: Scene,
  goalie: number,
  x: number,
  y: number,
  halfWidth: number,
): GoalieFeatures {
  const goalieX = scene.x(goalie);
  const goalieY = scene.y(goalie);
  const distance = Math.hypot(PITCH_HALF_LENGTH - x, y);
  const cross = (goalieY - y) * (PITCH_HALF_LENGTH - x) + (goalieX - x) * y;
  const side = y === 0 ? Math.abs(cross / distance) : (cross / distance) * Math.sign(y);
  const depth = PITCH_HALF_LENGTH - x;
  const nearPost = Math.atan2(halfWidth - y, depth);
  const farPost = Math.atan2(-halfWidth - y, depth);
  const deviation = Math.abs(Math.atan2(goalieY - y, goalieX - x) - (nearPost + farPost) / 2);
  const step = Math.hypot(goalieX - before.x(goalie), goalieY - before.y(goalie));
  return {
    distance: Math.min(MAX_GOALIE_DISTANCE, Math.hypot(goalieX - x, goalieY - y)),
    side: Math.max(-MAX_PRESSURE_DISTANCE, Math.min(MAX_PRESSURE_DISTANCE, side)),
    angle: Math.min(
      MAX_GOALIE_ANGLE,
      deviation / (Math.max(MIN_GOAL_ANGLE, Math.abs(nearPost - farPost)) / 2),
    ),
    depth: Math.min(MAX_GOALIE_DISTANCE, PITCH_HALF_LENGTH - goalieX),
    speed: step <= MAX_PLAYER_STEP ? step : 0,
  };
}

/** Returns how far the ball is before the nearest of the players, in the direction of the goal, m. */
function measureBallLead(scene: Scene, players: readonly number[]): number {
  const x = scene.x(0);
  const y = scene.y(0);
  const gapTo = (object: number): number => Math.hypot(scene.x(object) - x, scene.y(object) - y);
  const nearest = players.reduce(
    (best, object) => (gapTo(object) < gapTo(best) ? object : best),
    players[0] ?? 0,
  );
  const direction = Math.atan2(-y, PITCH_HALF_LENGTH - x);
  const lead = (x - scene.x(nearest)) * Math.cos(direction) + (y - scene.y(nearest)) * Math.sin(direction);
  return Math.max(-MAX_BALL_LEAD, Math.min(MAX_BALL_LEAD, lead));
}

/** Returns how far the ball moved in the cycle before a row, m: its distance, and that towards the middle of the goal. */
function measureBallStep(
  scene: Scene,
  before: Scene,
): { readonly distance: number; readonly approach: number } {
  const dx = scene.x(0) - before.x(0);
  const dy = scene.y(0) - before.y(0);
  const distance = Math.hypot(dx, dy);
  if (distance === 0 || distance > MAX_BALL_STEP) return { distance: 0, approach: 0 };
  const goalX = PITCH_HALF_LENGTH - before.x(0);
  const goalY = -before.y(0);
  return { distance, approach: (dx * goalX + dy * goalY) / Math.max(0.01, Math.hypot(goalX, goalY)) };
}

/**
 * Measures the situation in which a shot is taken, before the kick: where the ball and the players are, not where the shot goes.
 *
 * @param show Show of the kick of the shot; the situation is that of the show before.
 * @param side Side of the player that shoots.
 * @returns Values in the order of {@link SHOT_FEATURES}: distances in m, angles in rad, speeds in m per cycle.
 */
export function measureShot(context: ShotContext, show: number, side: Side): number[] {
  const { columns, server } = context;
  const row = Math.max(0, show - 1);
  const scene = new Scene(columns, row, side);
  const halfWidth = server.goal_width / 2;
  // A ball on the goal line or beyond it is measured from just before it.
  const x = Math.min(scene.x(0), PITCH_HALF_LENGTH - 0.01);
  const y = scene.y(0);
  const before = new Scene(columns, Math.max(0, row - 1), side);
  const isPresent = (object: number): boolean => !Number.isNaN(scene.x(object));
  const leftPlayers = Array.from({ length: TEAM_SIZE }, (_, i) => i + 1);
  const rightPlayers = leftPlayers.map((object) => object + TEAM_SIZE);
  const [team, others] = side === 'l' ? [leftPlayers, rightPlayers] : [rightPlayers, leftPlayers];
  const opponents = others.filter(isPresent);
  const goalie = context.goalies[side === 'l' ? 'r' : 'l'] + 1;
  let pressure = MAX_PRESSURE_DISTANCE;
  let inCone = 0;
  for (const object of opponents) {
    if (object === goalie) continue;
    pressure = Math.min(pressure, Math.hypot(scene.x(object) - x, scene.y(object) - y));
    if (isInCone(scene, object, halfWidth)) inCone++;
  }
  let open = 0;
  for (let i = 0; i < AIM_COUNT; i++) {
    const aimY = (halfWidth - POST_MARGIN) * ((2 * i) / (AIM_COUNT - 1) - 1);
    const margin = shotMargin(scene, opponents, goalie, aimY, server);
    open += 1 / (1 + Math.exp(-MARGIN_STEEPNESS * margin));
  }
  const openness = open / AIM_COUNT;
  const keeper = opponents.includes(goalie)
    ? measureGoalie(scene, before, goalie, x, y, halfWidth)
    : NO_GOALIE;
  const ballStep = measureBallStep(scene, before);
  const mode = playModeOfId(columns.mode[row]!);
  return [
    Math.hypot(PITCH_HALF_LENGTH - x, y),
    goalAngle(x, y, halfWidth),
    openness,
    Math.log(Math.max(MIN_OPENNESS, openness)),
    keeper.distance,
    Math.abs(keeper.side),
    keeper.side,
    keeper.angle,
    keeper.depth,
    keeper.speed,
    pressure,
    inCone,
    ballStep.distance,
    ballStep.approach,
    measureBallLead(scene, team.filter(isPresent)),
    mode === 'play_on' ? 0 : 1,
  ];
}
