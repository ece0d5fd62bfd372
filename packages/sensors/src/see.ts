import {
  type Ball,
  decide,
  LANDMARKS,
  LANDMARKS_OF_VERSION_3,
  type Player,
  type RandomStream,
  type SeeObservation,
  sqrt,
  type World,
} from '@rcss/core';
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
  skipNoisyDistance,
  type View,
  wholeDegrees,
} from './view.js';

const LANDMARK_X: Float64Array = Float64Array.from(LANDMARKS, (l) => l.x);
const LANDMARK_Y: Float64Array = Float64Array.from(LANDMARKS, (l) => l.y);

/**
 * What a player sees now (04 §3), in the order of the message: landmarks, ball, players left then right, lines. Fills
 * `out`, a buffer of `createSeeObservation`, and returns it. `rng` is drawn from in the sequence of 04 §3.16.
 * Which objects and values there are follows the observer's exact protocol version; how they are written does not
 * concern this function. Angles in whole degrees as that version rounds them, distances in metres with their noise; in low
 * quality distances are without meaning. Throws a RangeError when the observer's player type does not exist.
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
  const count = view.features.seesOuterFlags ? LANDMARKS.length : LANDMARKS_OF_VERSION_3;
  const reach = view.type.flag_max_observation_length;
  for (let i = 0; i < count; i++) {
    const x = LANDMARK_X[i] as number;
    const y = LANDMARK_Y[i] as number;
    const dx = x - view.x;
    const dy = y - view.y;
    const d = sqrt(dx * dx + dy * dy);
    if (isOutOfSight(view, dx, dy, d)) {
      if (view.high) skipNoisyDistance(view);
      continue;
    }
    seeFixedOrBall(view, out, true, i, x, y, d, 0 - view.vx, 0 - view.vy, reach);
  }
}

function seeBall(view: View, ball: Ball, out: SeeObservation): void {
  const { x, y } = ball.pos;
  const dx = x - view.x;
  const dy = y - view.y;
  const d = sqrt(dx * dx + dy * dy);
  if (isOutOfSight(view, dx, dy, d)) {
    if (view.high) skipNoisyDistance(view);
    return;
  }
  const reach = view.type.ball_max_observation_length;
  seeFixedOrBall(view, out, false, 0, x, y, d, ball.vel.x - view.vx, ball.vel.y - view.vy, reach);
}

/** A landmark or the ball at (x, y), d away, that the quick test let pass (04 §3.5 - 3.8). */
function seeFixedOrBall(
  view: View,
  out: SeeObservation,
  landmark: boolean,
  index: number,
  x: number,
  y: number,
  d: number,
  rvx: number,
  rvy: number,
  reach: number,
): void {
  const dx = x - view.x;
  const dy = y - view.y;
  const angle = relativeDirection(view, dx, dy);
  const visible = Math.abs(angle) < view.half && d < reach;
  if (!visible && !(d <= view.feel)) {
    if (view.high) skipNoisyDistance(view);
    return;
  }
  const kind = landmark ? 'landmark' : 'ball';
  const dir = wholeDegrees(view, angle);
  if (!view.high) {
    addSeen(out, kind, index, visible ? 'named' : 'close', 0, dir);
    return;
  }
  const dist = noisyDistance(view, x, y, d, landmark);
  if (!visible) {
    addSeen(out, kind, index, 'close', dist, dir);
    return;
  }
  const object = addSeen(out, kind, index, 'named', dist, dir);
  if (!decide(view.rng, motionLoss(view, landmark, dist))) fillMotion(view, object, dx, dy, d, rvx, rvy);
}

/** Probability that the motion of a landmark or the ball stays unseen (04 §3.8). */
function motionLoss(view: View, landmark: boolean, dist: number): number {
  const { type } = view;
  let far = 20;
  let tooFar = 40;
  if (view.features.typeVisibility) {
    far = landmark ? type.flag_chg_far_length : type.ball_vel_far_length;
    tooFar = landmark ? type.flag_chg_too_far_length : type.ball_vel_too_far_length;
  }
  return (dist - far) / (tooFar - far);
}
