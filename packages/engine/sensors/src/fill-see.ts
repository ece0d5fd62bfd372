/**
 * What a player sees: landmarks, lines, ball and players with noise (spec 04 §3).
 *
 * One message has one `View`: position, face, and vision parameters of the observer. The order of objects is fixed: landmarks, ball,
 * players, lines. Random numbers are drawn in this order; what an unseen object draws is in one place, `skipUnseenDraws`.
 *
 * Distances are quantized by their logarithm; directions are whole degrees relative to the face.
 *
 * Surprising: within `visible_distance` (3 m) objects beside and behind the player are noticed too. In low quality only directions are
 * reported.
 */
import type { Ball, Player, Vec2 } from '@rcss/core';
import { LANDMARKS, type Landmark, VERSION_3_LANDMARK_COUNT } from '@rcss/core/landmarks';
import { sqrt } from '@rcss/core/math';
import type { SeenObject, SeeObservation } from '@rcss/core/observation';
import { bernoulliUnlessCertain, type RandomStream } from '@rcss/core/random';
import { playerFeatures } from '@rcss/core/versions';
import type { SensorContext } from './context.js';
import { seeLines } from './see-lines.js';
import { noisyDistance, skipUnseenDraws } from './see-noise.js';
import { seePlayer } from './see-player.js';
import {
  addSeen,
  fillMotion,
  isOutOfSight,
  prepareView,
  relativeDirection,
  type View,
  wholeDegrees,
} from './view.js';

const LANDMARK_X: Float64Array = Float64Array.from(LANDMARKS, (l) => l.x);
const LANDMARK_Y: Float64Array = Float64Array.from(LANDMARKS, (l) => l.y);
/** Distances, in meters, up to which landmarks or the ball are seen. */
interface SightLimits {
  readonly kind: 'landmark' | 'ball';
  /** Objects beyond this distance are not seen. */
  readonly maxDistance: number;
  /** Up to `motionFar` the motion is always seen, from `motionTooFar` on never (spec 04 §3.8). */
  readonly motionFar: number;
  readonly motionTooFar: number;
}

function landmarkLimits({ type, features }: View): SightLimits {
  const byType = features.typeVisibility;
  return {
    kind: 'landmark',
    maxDistance: type.flag_max_observation_length,
    motionFar: byType ? type.flag_chg_far_length : 20,
    motionTooFar: byType ? type.flag_chg_too_far_length : 40,
  };
}

function ballLimits({ type, features }: View): SightLimits {
  const byType = features.typeVisibility;
  return {
    kind: 'ball',
    maxDistance: type.ball_max_observation_length,
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
export function fillSee(
  ctx: SensorContext,
  rng: RandomStream,
  observer: Player,
  out: SeeObservation,
): SeeObservation {
  const { world } = ctx;
  out.time = world.time;
  out.observer = observer.index;
  out.quality = observer.viewQuality;
  out.count = 0;
  if (!playerFeatures(observer.version).seesObjects) return out;
  const view = prepareView(ctx, rng, observer, out);
  seeLandmarks(view);
  seeBall(view, world.ball);
  const { players } = world;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (player.enabled && player !== observer) seePlayer(view, player);
  }
  seeLines(view);
  return out;
}

function seeLandmarks(view: View): void {
  const count = view.features.seesOuterFlags ? LANDMARKS.length : VERSION_3_LANDMARK_COUNT;
  const limits = landmarkLimits(view);
  for (let i = 0; i < count; i++) {
    const dx = (LANDMARK_X[i] as number) - view.x;
    const dy = (LANDMARK_Y[i] as number) - view.y;
    const d = sqrt(dx * dx + dy * dy);
    if (isOutOfSight(view, dx, dy, d)) {
      skipUnseenDraws(view);
      continue;
    }
    const landmark = LANDMARKS[i] as Landmark;
    const moving = seePlace(view, limits, i, landmark, d);
    if (moving !== null) fillMotion(view, moving, landmark, null, d);
  }
}

/** The height of a seen ball is exact (spec 12 §9.1). */
function seeBall(view: View, { pos, vel, z, vz }: Ball): void {
  const dx = pos.x - view.x;
  const dy = pos.y - view.y;
  const d = sqrt(dx * dx + dy * dy);
  if (isOutOfSight(view, dx, dy, d)) {
    skipUnseenDraws(view);
    return;
  }
  const { out } = view;
  const { count } = out;
  const moving = seePlace(view, ballLimits(view), 0, pos, d);
  if (moving !== null) fillMotion(view, moving, pos, vel, d);
  if (out.count === count) return;
  const seen = out.objects[count] as SeenObject;
  seen.z = z;
  seen.vz = vz;
}

/**
 * Adds a landmark or the ball at `pos`, d away, that passed the quick test (spec 04 §3.5 - §3.8). Returns the object if
 * its motion is seen too.
 */
function seePlace(
  view: View,
  limits: SightLimits,
  index: number,
  pos: Readonly<Vec2>,
  d: number,
): SeenObject | null {
  const { x, y } = pos;
  const angle = relativeDirection(view, x - view.x, y - view.y);
  const visible = Math.abs(angle) < view.half && d < limits.maxDistance;
  if (!visible && !(d <= view.visibleDistance)) {
    skipUnseenDraws(view);
    return null;
  }
  const { kind } = limits;
  const object = addSeen(view, kind, index, visible ? 'named' : 'close', wholeDegrees(view, angle));
  if (!view.high) return null;
  const dist = noisyDistance(view, x, y, d, kind === 'landmark');
  object.dist = dist;
  if (!visible) return null;
  const unknownProbability = (dist - limits.motionFar) / (limits.motionTooFar - limits.motionFar);
  return bernoulliUnlessCertain(view.rng, unknownProbability) ? null : object;
}
