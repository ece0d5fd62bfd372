import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';
import type { PicturePlayer } from '../scene.js';

/** What the camera shows: its center, meters, and its zoom; 1 is the whole field. */
export interface CameraShot {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const WHOLE_FIELD: CameraShot = { x: 0, y: 0, zoom: 1 };
/** Distance of the ball from the goal line at which the camera cuts to the side of the goal, m, and at which it leaves it. */
const GOAL_METERS = 20;
const LEAVE_METERS = 27;
/** Part of the picture in which the ball is, as far as the camera has reached its place. */
const INNER_SHARE = 0.7;
/** Smallest and largest zoom of the play in midfield. */
const PLAY_ZOOM = [1.15, 1.6] as const;
/** Distance of the ball and of the other players from the edge of the picture, m. */
const BALL_MARGIN = 15;
const SHAPE_MARGIN = 3;
/** Players at each end who are not counted: one who is far away does not make the others small. */
const FAR_PLAYERS = 2;
/** Time that the camera looks ahead of the ball, cycles. */
const AHEAD_CYCLES = 8;

/** Position and velocity of the ball: meters, meters per cycle. */
export interface BallMotion {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
}

/** A part of the field, meters. */
export interface FieldBox {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** Returns where the field players of both teams are, without the outermost ones; null if there are too few. */
export function findShape(
  players: readonly Pick<PicturePlayer, 'x' | 'y' | 'isPresent' | 'isGoalie'>[],
): FieldBox | null {
  const shown = players.filter(({ isPresent, isGoalie }) => isPresent && !isGoalie);
  if (shown.length <= 2 * FAR_PLAYERS) return null;
  const [xs, ys] = (['x', 'y'] as const).map((axis) =>
    shown.map((player) => player[axis]).sort((a, b) => a - b),
  ) as [number[], number[]];
  return {
    minX: xs.at(FAR_PLAYERS)!,
    maxX: xs.at(-1 - FAR_PLAYERS)!,
    minY: ys.at(FAR_PLAYERS)!,
    maxY: ys.at(-1 - FAR_PLAYERS)!,
  };
}

/** Returns the goal at which the kicks of a shootout are taken, which is that of the half with the ball. */
export function findKickedGoal({ x }: Pick<BallMotion, 'x'>): FieldBox {
  const goal = (Math.sign(x) || 1) * PITCH_HALF_LENGTH;
  return { minX: goal, maxX: goal, minY: -SHAPE_MARGIN, maxY: SHAPE_MARGIN };
}

/**
 * Chooses what the camera shows: the side of a goal while the ball is near to it, the ball and the shape of the teams otherwise, the whole field in pauses.
 *
 * @param before What it shows now: the side of the goal is kept until the ball is clearly away from it.
 * @param shape Where the players are; null: the ball alone counts.
 */
export function chooseShot(
  ball: BallMotion,
  isInPlay: boolean,
  before: CameraShot,
  shape: FieldBox | null = null,
): CameraShot {
  if (!isInPlay) return WHOLE_FIELD;
  const side = Math.sign(ball.x) || 1;
  const isAtGoal = before.zoom > 2 && Math.sign(before.x) === side;
  if (PITCH_HALF_LENGTH - Math.abs(ball.x) < (isAtGoal ? LEAVE_METERS : GOAL_METERS))
    return keepInView(
      { x: side * (PITCH_HALF_LENGTH - 16), y: clamp(ball.y * 0.6, 16), zoom: 2.3 },
      ball,
      INNER_SHARE,
    );
  const zooms: number[] = [];
  const spans = (['x', 'y'] as const).map((axis) => {
    const [low, high, most] =
      axis === 'x' ? [shape?.minX, shape?.maxX, VIEW_LENGTH / 2] : [shape?.minY, shape?.maxY, VIEW_WIDTH / 2];
    const from = Math.max(-most, Math.min(ball[axis] - BALL_MARGIN, (low ?? most) - SHAPE_MARGIN));
    const to = Math.min(most, Math.max(ball[axis] + BALL_MARGIN, (high ?? -most) + SHAPE_MARGIN));
    zooms.push((2 * most) / (to - from));
    return { from, to, most };
  });
  const zoom = Math.max(PLAY_ZOOM[0], Math.min(...zooms, PLAY_ZOOM[1]));
  const [x, y] = (['x', 'y'] as const).map((axis, i) => {
    const { from, to, most } = spans[i]!;
    const half = most / zoom;
    const ahead = ball[axis] + AHEAD_CYCLES * ball[`v${axis}`];
    // Nothing beside the field is shown that the ball does not need.
    return clamp(Math.max(to - half, Math.min(from + half, ahead)), most - half);
  }) as [number, number];
  return keepInView({ x, y, zoom }, ball, INNER_SHARE);
}

/** Moves a shot so that the ball is in the inner share, 0 to 1, of what it shows. */
export function keepInView(
  { x, y, zoom }: CameraShot,
  ball: Pick<BallMotion, 'x' | 'y'>,
  share: number,
): CameraShot {
  const [halfLength, halfWidth] = [(share * VIEW_LENGTH) / 2 / zoom, (share * VIEW_WIDTH) / 2 / zoom];
  return {
    x: ball.x + clamp(x - ball.x, halfLength),
    y: ball.y + clamp(y - ball.y, halfWidth),
    zoom,
  };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
