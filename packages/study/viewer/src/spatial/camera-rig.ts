/** Places and directions of the cameras of the 3D view; without a library. Meters in the frame of the field, z upwards. */

import { clamp } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { Picture, PicturePlayer } from '../scene.js';

/** Cameras: beside the field as on television, on the far side of a goal, in the eyes of a player, moved by the user. */
export const SPATIAL_CAMERAS = ['broadcast', 'goal-left', 'goal-right', 'player', 'free'] as const;
/** Name of a camera. */
export type SpatialCamera = (typeof SPATIAL_CAMERAS)[number];

/** A camera at a moment. */
export interface CameraPose {
  x: number;
  y: number;
  z: number;
  /** Point that is in the middle of the picture. */
  targetX: number;
  targetY: number;
  targetZ: number;
  /** Vertical angle of view, degrees, of a picture that is at least as wide as high. */
  angle: number;
}

/** The free camera: it turns around a point. */
export interface Orbit {
  x: number;
  y: number;
  /** Direction from the point to the camera, radians: in the plane of the field, and above it. */
  azimuth: number;
  elevation: number;
  /** Meters. */
  distance: number;
}

/** Height of a player's eyes, meters. */
export const EYE_HEIGHT = 1.7;
const MIN_ELEVATION = 0.03;
const MAX_ELEVATION = 1.55;
const MIN_DISTANCE = 4;
const MAX_DISTANCE = 160;
/** Horizontal angle that an upright picture shows at least, degrees. */
const MIN_HORIZONTAL_ANGLE = 34;
/** Rest of a movement that is not seen, meters and degrees. */
const SETTLED = 0.03;
const RAD = Math.PI / 180;

/** The free camera as it is before the user moves it. */
export function createOrbit(): Orbit {
  return { x: 0, y: 0, azimuth: Math.PI / 2, elevation: 0.55, distance: 80 };
}

/** Sets an orbit to the values that the camera may have. */
export function limitOrbit(orbit: Orbit): void {
  orbit.x = clamp(orbit.x, -PITCH_HALF_LENGTH - 5, PITCH_HALF_LENGTH + 5);
  orbit.y = clamp(orbit.y, -40, 40);
  orbit.elevation = clamp(orbit.elevation, MIN_ELEVATION, MAX_ELEVATION);
  orbit.distance = clamp(orbit.distance, MIN_DISTANCE, MAX_DISTANCE);
}

/** Returns the orbit from which the picture is about that of another camera. */
export function toOrbit(pose: CameraPose): Orbit {
  const [dx, dy, dz] = [pose.x - pose.targetX, pose.y - pose.targetY, pose.z - pose.targetZ];
  const flat = Math.hypot(dx, dy);
  const orbit = {
    x: pose.targetX,
    y: pose.targetY,
    azimuth: Math.atan2(dy, dx),
    elevation: Math.atan2(dz, flat),
    distance: Math.hypot(flat, dz),
  };
  limitOrbit(orbit);
  return orbit;
}

/** What a camera shows. */
export interface Subject {
  readonly scene: Pick<Picture, 'ballX' | 'ballY' | 'ballZ'>;
  /** The player whose eyes the camera may be. */
  readonly player: Pick<PicturePlayer, 'x' | 'y' | 'head' | 'halfView'> | null;
  readonly orbit: Orbit;
  /** Whether the field is shown from the other side. */
  readonly isSwapped: boolean;
}

/** Returns where a camera is and where it looks, without smoothing. Without a player, the player's camera is beside the field. */
export function computePose(camera: SpatialCamera, { scene, player, orbit, isSwapped }: Subject): CameraPose {
  const { ballX, ballY, ballZ } = scene;
  if (camera === 'goal-left' || camera === 'goal-right') {
    const sign = (camera === 'goal-left') === isSwapped ? 1 : -1;
    return {
      x: sign * (PITCH_HALF_LENGTH + 10),
      y: ballY * 0.15,
      z: 6,
      targetX: sign * 20 + ballX * 0.4,
      targetY: ballY * 0.5,
      targetZ: ballZ * 0.3,
      angle: 46,
    };
  }
  if (camera === 'player' && player !== null) {
    const distance = 12;
    return {
      x: player.x,
      y: player.y,
      z: EYE_HEIGHT,
      targetX: player.x + distance * Math.cos(player.head),
      targetY: player.y + distance * Math.sin(player.head),
      targetZ: 1.2 + Math.min(ballZ, 6) * 0.5,
      angle: clamp((2 * player.halfView) / RAD, 40, 75),
    };
  }
  if (camera === 'free') {
    const flat = orbit.distance * Math.cos(orbit.elevation);
    return {
      x: orbit.x + flat * Math.cos(orbit.azimuth),
      y: orbit.y + flat * Math.sin(orbit.azimuth),
      z: orbit.distance * Math.sin(orbit.elevation),
      targetX: orbit.x,
      targetY: orbit.y,
      targetZ: 0,
      angle: 42,
    };
  }
  const side = isSwapped ? -1 : 1;
  return {
    x: ballX * 0.7,
    y: side * 66,
    z: 26,
    targetX: ballX * 0.9,
    targetY: ballY * 0.7,
    targetZ: ballZ * 0.25,
    angle: 30,
  };
}

/** Returns the vertical angle of view of a picture, degrees; one that is higher than wide shows enough in its width. */
export function computeVerticalAngle(angle: number, aspect: number): number {
  const half = Math.tan((Math.min(angle, MIN_HORIZONTAL_ANGLE) / 2) * RAD) / aspect;
  return Math.max(aspect >= 1 ? angle : 0, Math.min(100, (2 * Math.atan(half)) / RAD));
}

/**
 * Moves a pose towards another one, as the operator of a camera would; returns whether it is still moving.
 *
 * @param dt Time since the last call, ms.
 * @param lagMs Time after which 63 % of the way is done.
 */
export function followPose(pose: CameraPose, to: CameraPose, dt: number, lagMs: number): boolean {
  const share = lagMs <= 0 ? 1 : 1 - Math.exp(-dt / lagMs);
  let rest = 0;
  for (const name of Object.keys(to) as (keyof CameraPose)[]) {
    pose[name] += (to[name] - pose[name]) * share;
    rest = Math.max(rest, Math.abs(to[name] - pose[name]));
  }
  if (rest > SETTLED) return true;
  Object.assign(pose, to);
  return false;
}
