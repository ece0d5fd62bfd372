import type { Ball, Player, World } from '@rcss/core';
import { LANDMARKS, VERSION_3_LANDMARK_COUNT } from '@rcss/core/landmarks';
import { sqrt } from '@rcss/core/math';
import type { SeenObject, SeeObservation } from '@rcss/core/observation';
import { bernoulliUnlessCertain, type RandomStream } from '@rcss/core/random';
import { playerFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import { seeLines } from './see-lines.js';
import { seePlayer } from './see-player.js';
import {
  addSeen,
  createView,
  fillMotion,
  isOutOfSight,
  noisyDistance,
  relativeDirection,
  skipUnseen,
  type View,
  wholeDegrees,
} from './view.js';

const LANDMARK_X: Float64Array = Float64Array.from(LANDMARKS, (l) => l.x);
const LANDMARK_Y: Float64Array = Float64Array.from(LANDMARKS, (l) => l.y);

/** Distances, in meters, up to which landmarks or the ball are seen. */
interface SightLimits {
  readonly kind: 'landmark' | 'ball';
  /** Objects beyond this distance are not seen. */
  readonly reach: number;
  /** Up to `motionFar` the motion is always seen, from `motionTooFar` on never (spec 04 §3.8). */
  readonly motionFar: number;
  readonly motionTooFar: number;
}

function landmarkLimits({ type, features }: View): SightLimits {
  const byType = features.typeVisibility;
  return {
    kind: 'landmark',
    reach: type.flag_max_observation_length,
    motionFar: byType ? type.flag_chg_far_length : 20,
    motionTooFar: byType ? type.flag_chg_too_far_length : 40,
  };
}

function ballLimits({ type, features }: View): SightLimits {
  const byType = features.typeVisibility;
  return {
    kind: 'ball',
    reach: type.ball_max_observation_length,
    motionFar: byType ? type.ball_vel_far_length : 20,
    motionTooFar: byType ? type.ball_vel_too_far_length : 40,
  };
}

/**
 * Fills `out` with what a player sees now (spec 04 §3) and returns it. `out` is a buffer of `createSeeObservation`.
 * The objects are in the order of the message: landmarks, ball, players left then right, lines. The draws from `rng`
 * have the sequence of spec 04 §3.16. The observer's exact protocol version determines the objects and values; the
 * encoder determines how they are written. Angles are in whole degrees as that version rounds them. Distances are in
 * meters with noise; in low quality they have no meaning.
 *
 * @throws RangeError if the observer's player type does not exist.
 */
export function see(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  observer: Player,
  out: SeeObservation,
): SeeObservation {
  out.time = world.time;
  out.observer = observer.index;
  out.quality = observer.viewQuality;
  out.count = 0;
  if (!playerFeatures(observer.version).seesObjects) return out;
  const view = createView(params, rng, observer);
  seeLandmarks(view, out);
  seeBall(view, world.ball, out);
  const { players } = world;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (player.enabled && player !== observer) seePlayer(view, params, observer, player, out);
  }
  seeLines(view, out);
  return out;
}

function seeLandmarks(view: View, out: SeeObservation): void {
  const count = view.features.seesOuterFlags ? LANDMARKS.length : VERSION_3_LANDMARK_COUNT;
  const limits = landmarkLimits(view);
  for (let i = 0; i < count; i++) {
    const x = LANDMARK_X[i] as number;
    const y = LANDMARK_Y[i] as number;
    const dx = x - view.x;
    const dy = y - view.y;
    const d = sqrt(dx * dx + dy * dy);
    if (isOutOfSight(view, dx, dy, d)) {
      skipUnseen(view);
      continue;
    }
    const moving = seePlace(view, limits, i, x, y, d, out);
    if (moving !== null) fillMotion(view, moving, dx, dy, d, 0 - view.vx, 0 - view.vy);
  }
}

function seeBall(view: View, ball: Ball, out: SeeObservation): void {
  const { x, y } = ball.pos;
  const dx = x - view.x;
  const dy = y - view.y;
  const d = sqrt(dx * dx + dy * dy);
  if (isOutOfSight(view, dx, dy, d)) {
    skipUnseen(view);
    return;
  }
  const moving = seePlace(view, ballLimits(view), 0, x, y, d, out);
  if (moving !== null) fillMotion(view, moving, dx, dy, d, ball.vel.x - view.vx, ball.vel.y - view.vy);
}

/**
 * Adds a landmark or the ball at (x, y), d away, that passed the quick test (spec 04 §3.5 - §3.8). Returns the object
 * if its motion is seen too.
 */
function seePlace(
  view: View,
  limits: SightLimits,
  index: number,
  x: number,
  y: number,
  d: number,
  out: SeeObservation,
): SeenObject | null {
  const angle = relativeDirection(view, x - view.x, y - view.y);
  const visible = Math.abs(angle) < view.half && d < limits.reach;
  if (!visible && !(d <= view.visibleDistance)) {
    skipUnseen(view);
    return null;
  }
  const { kind } = limits;
  const dir = wholeDegrees(view, angle);
  if (!view.high) {
    addSeen(out, kind, index, visible ? 'named' : 'close', 0, dir);
    return null;
  }
  const dist = noisyDistance(view, x, y, d, kind === 'landmark');
  if (!visible) {
    addSeen(out, kind, index, 'close', dist, dir);
    return null;
  }
  const object = addSeen(out, kind, index, 'named', dist, dir);
  // Probability that the motion is not seen (spec 04 §3.8).
  const loss = (dist - limits.motionFar) / (limits.motionTooFar - limits.motionFar);
  return bernoulliUnlessCertain(view.rng, loss) ? null : object;
}
